"""What a check of an index found, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from navwidget.wording import counted


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule that an index breaks, with the first question that showed it.

    Parameters
    ----------
    rule : str
        The rule, as a sentence.
    asked : str
        The call that was made.
    expected, got : str
        What the rule asks for, and what came instead.
    times : int
        How many questions showed it.
    """

    rule: str
    asked: str
    expected: str
    got: str
    times: int = 1

    def __str__(self) -> str:
        others = counted(self.times - 1, "more question shows", "more questions show")
        more = f" ({others} it.)" if self.times > 1 else ""
        return f"{self.rule}\n    asked     {self.asked}\n    expected  {self.expected}\n    got       {self.got}{more}"


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """What was asked of an index, and what is wrong with its answers.

    Parameters
    ----------
    index : str
        The class of the index.
    questions : int
        How many answers were looked at.
    findings : tuple of Finding
        One for each broken rule; none where all is well.
    checked : tuple of str
        What was looked at.
    skipped : tuple of str
        What was not, each with the reason.

    Examples
    --------
    >>> print(Report("MyStore", 3, (), ("grep",), ("retrieve: MyStore has no such method.",)))
    MyStore keeps the contract: 3 questions, no findings.
    Checked: grep.
    Skipped:
    - retrieve: MyStore has no such method.
    """

    index: str
    questions: int
    findings: tuple[Finding, ...]
    checked: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def raise_for_findings(self) -> None:
        """Raise an AssertionError that says what is wrong, if anything is."""
        if self.findings:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        return "\n".join(
            [self._headline(), *self._sentences(), f"Checked: {', '.join(self.checked) or 'nothing'}."]
            + (["Skipped:", *(f"- {reason}" for reason in self.skipped)] if self.skipped else [])
        )

    __repr__ = __str__

    def _headline(self) -> str:
        if self.ok:
            return f"{self.index} keeps the contract: {counted(self.questions, 'question')}, no findings."
        rules, questions = counted(len(self.findings), "rule"), counted(self.questions, "question")
        return f"{self.index} breaks {rules} of the contract ({questions}):"

    def _sentences(self) -> list[str]:
        return [f"{number}. {finding}" for number, finding in enumerate(self.findings, 1)]
