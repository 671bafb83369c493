"""Numbers with what they count."""


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number and what it counts, in the form that goes with it.

    Parameters
    ----------
    number : int
        How many.
    one : str
        The word for one.
    many : str, optional
        The word for any other number; by default with an s at its end.

    Examples
    --------
    >>> counted(1, "chunk"), counted(1200, "chunk"), counted(0, "query", "queries")
    ('1 chunk', '1,200 chunks', '0 queries')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
