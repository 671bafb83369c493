"""The words of what Python itself draws, English and French: of the page they are in ``js/src/strings``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Words:
    """One language: how it writes numbers and plurals, and its words.

    Attributes
    ----------
    point, comma : str
        What stands before the fraction of a number, and between its thousands.
    none_is_plural : bool
        Whether none takes the plural.
    """

    language: str
    point: str
    comma: str
    none_is_plural: bool
    character: tuple[str, str]
    chunk: tuple[str, str]
    hit: tuple[str, str]
    colon: str
    cut_into: str
    in_part: str
    of: str
    found_for: str
    timeline_of: str
    nothing_open: str
    needs_script: str

    def number(self, value: int) -> str:
        r"""Write a whole number.

        >>> words_of("fr-CA").number(12345)
        '12\u202f345'
        """
        return f"{value:,}".replace(",", self.comma)

    def score(self, value: float) -> str:
        """Write a score, to four digits."""
        return f"{value:.4g}".replace(".", self.point)

    def counted(self, value: int, forms: tuple[str, str]) -> str:
        """Write a number and what it counts.

        >>> [words.counted(0, words.hit) for words in (ENGLISH, FRENCH)]
        ['0 hits', '0 résultat']
        """
        is_one = value == 1 or (value == 0 and not self.none_is_plural)
        return f"{self.number(value)} {forms[not is_one]}"


ENGLISH: Final = Words(
    language="en",
    point=".",
    comma=",",
    none_is_plural=True,
    character=("character", "characters"),
    chunk=("chunk", "chunks"),
    hit=("hit", "hits"),
    colon=":",
    cut_into="in",
    in_part="more are not drawn",
    of="of",
    found_for="for",
    timeline_of="Timeline of",
    nothing_open="no source is open. Run the cell to explore.",
    needs_script="This page needs JavaScript, and nothing from the network.",
)

FRENCH: Final = Words(
    language="fr",
    point=",",
    comma="\u202f",
    none_is_plural=False,
    character=("caractère", "caractères"),
    chunk=("fragment", "fragments"),
    hit=("résultat", "résultats"),
    colon="\u00a0:",
    cut_into="en",
    in_part="d’autres ne sont pas dessinés",
    of="sur",
    found_for="pour",
    timeline_of="Frise de",
    nothing_open="aucune source n’est ouverte. Exécutez la cellule pour explorer.",
    needs_script="Cette page a besoin de JavaScript, et de rien d’autre du réseau.",
)


def words_of(locale: str) -> Words:
    """Give the words of a locale; English where the browser is to choose, since nobody can ask it here."""
    return FRENCH if locale.partition("-")[0].lower() == "fr" else ENGLISH
