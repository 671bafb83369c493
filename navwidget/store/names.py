"""Ids as SQLite holds them."""

from __future__ import annotations

from hashlib import blake2b


def id_hash(chunk_id: str) -> int:
    """Give 64 bits for an id, as SQLite's signed integer."""
    return int.from_bytes(blake2b(chunk_id.encode(), digest_size=8).digest(), "little", signed=True)


def can_be_stored(name: str) -> bool:
    """Whether a name can be written as UTF-8; one with a lone surrogate cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
