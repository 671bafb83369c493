"""The sizes that chunkers take, checked where a chunker is made and not in the middle of an ingest."""


def check_size(name: str, value: object, least: int = 1) -> None:
    """Refuse a size that is no whole number or too small."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} is {value!r}, but must be a whole number of at least {least}.")


def check_overlap(overlap: object, size: int) -> None:
    """Refuse an overlap with which chunks would not move forward."""
    check_size("overlap", overlap, least=0)
    if isinstance(overlap, int) and overlap >= size:
        raise ValueError(f"overlap is {overlap}, but must be smaller than size, which is {size}.")
