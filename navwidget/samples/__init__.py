"""Sample documents that travel with the package, and questions whose answers are known.

Four documents were written for navwidget, and two are real and long; ``NOTICE.md`` beside them names the origin and
licence of each. The four stage what makes retrieval stop short of an answer: the answer continues past the hit, the
hit lacks its context, or a key term is defined elsewhere in the document.

Examples
--------
>>> from navwidget import samples
>>> samples.names()[:2]
['agreement.md', 'hx4-manual.md']
>>> samples.read("agreement.md").splitlines()[0]
'# Master Services Agreement'
>>> samples.questions()[0]["question"]
'What notice period must the Customer give to terminate for convenience?'
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Literal, TypedDict

_NAMES = (
    "agreement.md",
    "hx4-manual.md",
    "lab-handbook.md",
    "manuel-laboratoire.md",
    "state-of-the-union.txt",
    "pep-0703.rst",
)


class SampleQuestion(TypedDict):
    """A question about one sample document, with the passages that answer it.

    Attributes
    ----------
    source_id : str
        The document's name, as in `names`.
    question : str
        The question, in the document's language.
    situation : {"continues", "context", "definition"}
        Why the best hit alone falls short: the answer continues past it; its table header, unit or qualifying
        paragraph stands elsewhere; or a term in it is defined elsewhere.
    evidence : list of str
        Quotes that make up the whole answer, each exactly once in the document.
    grep : str or None
        A phrase to look for when the neighbours of the hit are not enough; None when they are.
    """

    source_id: str
    question: str
    situation: Literal["continues", "context", "definition"]
    evidence: list[str]
    grep: str | None


def names() -> list[str]:
    """Names of the sample documents: the four written for navwidget first, then the real ones.

    Returns
    -------
    list of str
        File names, each an argument for `read` and apt as a ``source_id``.
    """
    return list(_NAMES)


def read(name: str) -> str:
    """Text of a sample document, with its line ends as they are in the file.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    str
        The whole text, 14,000 to 90,000 code points long.

    Raises
    ------
    FileNotFoundError
        If no sample document has this name.
    """
    if name not in _NAMES:
        raise FileNotFoundError(f"No sample document is called {name!r}: choose one of {', '.join(_NAMES)}.")
    return _text(name)


def questions() -> list[SampleQuestion]:
    """Questions about the four documents written for navwidget.

    Returns
    -------
    list of SampleQuestion
        In the order of `names`; every call returns new objects.
    """
    found: list[SampleQuestion] = json.loads(_text("questions.json"))
    return found


def _text(file_name: str) -> str:
    # Decoded from bytes: reading as text would turn "\r\n" into "\n" and move every offset behind it.
    return files(__name__).joinpath(file_name).read_bytes().decode("utf-8")
