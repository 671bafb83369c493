"""Sources on their way in, with all of them that takes time to compute, so that writing them is short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from navwidget.store.blocks import Block, Live
from navwidget.store.draft import Draft
from navwidget.store.postings import PostingsBlock
from navwidget.store.rows import Prepared
from navwidget.store.vectors import VectorBlock
from navwidget.text import tokens

B = TypeVar("B", bound=Block)


@dataclass(frozen=True, slots=True)
class Batch:
    """Sources that are written together.

    Parameters
    ----------
    items : sequence of Prepared
        What is written of each.
    words : PostingsBlock
        Their words; a source's key is its position in `items`.
    vectors : VectorBlock or None
        Their vectors, likewise; None where they have none.
    """

    items: Sequence[Prepared]
    words: PostingsBlock
    vectors: VectorBlock | None

    @classmethod
    def of(cls, drafts: Iterable[Draft], words: PostingsBlock | None = None) -> Batch:
        """Compute it; `words` where they are known."""
        items = [Prepared.of(draft) for draft in drafts]
        texts = ((number, (tokens(row.content) for row in item.draft.rows)) for number, item in enumerate(items))
        vectors = [
            (number, *matrix) for number, item in enumerate(items) if (matrix := item.draft.vectors()) is not None
        ]
        return cls(
            items=items,
            words=PostingsBlock.build(texts) if words is None else words,
            vectors=VectorBlock.build(vectors) if vectors else None,
        )

    def blocks(self, keys: Mapping[int, int]) -> tuple[PostingsBlock | None, VectorBlock | None]:
        """Give the blocks of those sources that were written, by position, under the keys that they got."""
        return _written(self.words, keys), self.vectors and _written(self.vectors, keys)


def _written(block: B, keys: Mapping[int, int]) -> B | None:
    part = Live(block, np.array([number in keys for number in block.keys.tolist()]))
    if not part.rows:
        return None
    kept = block if part.alive is None else type(block).merge([part])
    return kept.with_keys(np.array([keys[number] for number in kept.keys.tolist()], np.int64))
