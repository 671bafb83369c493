"""Vector ranking: exact cosine similarity over matrices in blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from navwidget.errors import SearchError
from navwidget.store.blocks import Block, Bytes, Layers, Live, starts_of
from navwidget.store.scores import Estimate, Scores

Matrix = NDArray[np.float32]
_ROWS_AT_ONCE = 4096
_PIECE_BYTES = 1 << 28
_SHARED_BYTES = 1 << 25
"""Matrices of so much are read by several threads together: to wake them takes as long as to read a smaller one."""


@dataclass(frozen=True, eq=False)
class VectorBlock(Block):
    """The vector of each row that has one.

    Parameters
    ----------
    matrix : numpy.ndarray of float32, shape (rows, dimension)
        The vectors; zeros on a row without one.
    present : numpy.ndarray of bool, shape (rows,)
        Which rows have a vector.
    norms : numpy.ndarray of float64, shape (rows,)
        Their lengths.
    """

    matrix: Matrix
    present: NDArray[np.bool_]
    norms: NDArray[np.float64]

    MAX_ROWS = 1 << 13

    @classmethod
    def build(cls, sources: Iterable[tuple[int, ArrayLike, NDArray[np.bool_] | None]]) -> Self:
        """Make a block of sources.

        Parameters
        ----------
        sources : iterable of (int, array_like of shape (rows, dimension), numpy.ndarray of bool or None)
            Key of each source, its vectors, and which of its rows have one (None: all); vectors of other rows are
            ignored. At least one source, all of one dimension, all numbers finite.
        """
        triples = [(key, np.atleast_2d(vectors), mask) for key, vectors, mask in sources]
        present = np.concatenate([np.ones(len(v), bool) if mask is None else mask for _, v, mask in triples])
        matrix = np.concatenate([_in_range(v) for _, v, _ in triples])
        matrix[~present] = 0.0
        return cls(
            keys=np.array([key for key, _, _ in triples], np.int64),
            row_starts=starts_of(np.array([len(v) for _, v, _ in triples])),
            matrix=matrix,
            present=present,
            norms=_row_norms(matrix),
        )

    @classmethod
    def merge(cls, parts: Sequence[Live[Self]]) -> Self:
        """Make one block of the living rows of several, in the order of the parts."""
        blocks = [part.block for part in parts]
        sources = [slice(None) if part.alive is None else part.alive for part in parts]
        rows = [slice(None) if part.alive_rows is None else part.alive_rows for part in parts]
        return cls(
            keys=np.concatenate([block.keys[s] for block, s in zip(blocks, sources, strict=True)]),
            row_starts=starts_of(
                np.concatenate([np.diff(block.row_starts)[s] for block, s in zip(blocks, sources, strict=True)])
            ),
            matrix=np.concatenate([block.matrix[r] for block, r in zip(blocks, rows, strict=True)]),
            present=np.concatenate([block.present[r] for block, r in zip(blocks, rows, strict=True)]),
            norms=np.concatenate([block.norms[r] for block, r in zip(blocks, rows, strict=True)]),
        )

    def to_blobs(self) -> dict[str, bytes]:
        """Give everything that `from_blobs` needs, as named byte strings."""
        return {
            "keys": self.keys.astype("<i8").tobytes(),
            "row_starts": self.row_starts.astype("<i8").tobytes(),
            "present": self.present.tobytes(),
            "norms": self.norms.astype("<f8").tobytes(),
            **{f"matrix:{i}": piece.astype("<f4").tobytes() for i, piece in enumerate(self._pieces())},
        }

    def _pieces(self) -> list[Matrix]:
        """Cut the matrix into rows of less than what SQLite takes as one value, which is 1 GB."""
        rows = max(_PIECE_BYTES // (self.matrix.itemsize * self.matrix.shape[1]), 1)
        return [self.matrix[first : first + rows] for first in range(0, max(self.rows, 1), rows)]

    @classmethod
    def from_blobs(cls, blobs: Mapping[str, Bytes]) -> Self:
        """Read a block where it lies: the arrays are views of the bytes, but for a matrix in several pieces."""
        present = np.frombuffer(blobs["present"], bool)
        names = [f"matrix:{i}" for i in range(sum(name.startswith("matrix:") for name in blobs))]
        pieces = [np.frombuffer(blobs[name], "<f4") for name in names]
        return cls(
            keys=np.frombuffer(blobs["keys"], "<i8"),
            row_starts=np.frombuffer(blobs["row_starts"], "<i8"),
            matrix=(pieces[0] if len(pieces) == 1 else np.concatenate(pieces)).reshape(len(present), -1),
            present=present,
            norms=np.frombuffer(blobs["norms"], "<f8"),
        )

    @cached_property
    def absent(self) -> NDArray[np.intp]:
        """The rows without a vector."""
        return np.flatnonzero(~self.present)

    @cached_property
    def inverse_norms(self) -> Matrix:
        """What a product with the matrix is multiplied with; 1 where the vector is zero."""
        return (1.0 / np.where(self.norms > 0, self.norms, 1.0)).astype(np.float32)

    def cosines(self, rows: NDArray[np.intp], unit: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the cosine of some rows with a unit vector in double precision, 0.0 where the row is zero.

        Each row is summed by itself, in an order that only the dimension decides: a matrix product would give other
        last bits in a matrix of another shape.
        """
        dots = np.empty(len(rows))
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = slice(first, first + _ROWS_AT_ONCE)
            dots[some] = (self.matrix[rows[some]] * unit).sum(axis=1)
        norms = self.norms[rows]
        cosines = dots / np.where(norms > 0, norms, 1.0)
        return np.minimum(np.maximum(cosines, -1.0), 1.0)


class VectorRanking(Layers[VectorBlock]):
    """The vector index."""

    @property
    def dimension(self) -> int | None:
        """How many numbers each vector has; None where there is no vector."""
        return self.parts[0].block.matrix.shape[1] if self.parts else None

    def scores(self, embedding: ArrayLike) -> Scores:
        """Score every row by the cosine of its vector with the query's; a zero vector scores 0.

        A product in single precision finds the rows that may be among the best; these are scored in double precision.

        Parameters
        ----------
        embedding : array_like of float, shape (dimension,)
            The query.

        Raises
        ------
        SearchError
            The query has another dimension, or a number that is not finite.
        """
        return Scores(self, partial(self._stages, self._unit(embedding)))

    def _stages(self, unit: NDArray[np.float64]) -> Iterator[Estimate]:
        values = np.empty(self.rows, np.float32)
        query = unit.astype(np.float32)
        multiply = np.matmul if values.nbytes * len(unit) >= _SHARED_BYTES else partial(np.einsum, "ij,j->i")
        for part, start, end in zip(self.parts, self.offsets, self.offsets[1:], strict=False):
            product = values[start:end]
            multiply(part.block.matrix, query, out=product)
            product *= part.block.inverse_norms
            if part.block.absent.size:
                product[part.block.absent] = -np.inf
        if self.alive is not None:
            values[~self.alive] = -np.inf
        # Summing d products in single precision is wrong by at most about d half-units in the last place of 1; two rows
        # may be wrong in opposite directions, and twice that leaves room for the other roundings.
        slack = (len(unit) + 8) * 2.0**-22
        yield Estimate(values, partial(self._cosines, unit), slack=slack)

    def vectors_of(self, key: int) -> tuple[Matrix, NDArray[np.bool_]] | None:
        """Give the vectors of a source and which of its rows have one; None where the index has none of it."""
        for part in self.parts:
            for source in np.flatnonzero(part.block.keys == key):
                rows = slice(*part.block.row_starts[source : source + 2].tolist())
                return part.block.matrix[rows], part.block.present[rows]
        return None

    def _unit(self, embedding: ArrayLike) -> NDArray[np.float64]:
        query = np.asarray(embedding, np.float64)
        if self.dimension not in {None, query.size} or query.ndim != 1:
            raise SearchError(
                f"The query's embedding has {query.size} numbers, those of this index have {self.dimension}: embed the "
                "query as the chunks were."
            )
        if not np.isfinite(query).all():
            raise SearchError("The query's embedding holds NaN or infinity: every number must be finite.")
        largest = np.abs(query).max(initial=0.0)
        scaled = query / largest if largest > 0 else query
        length = float(np.sqrt(np.square(scaled).sum())) or 1.0
        return np.asarray(scaled / length, np.float64)

    def _cosines(
        self, unit: NDArray[np.float64], rows: NDArray[np.integer], _: NDArray[np.floating]
    ) -> NDArray[np.float64]:
        """Give the exact cosines of rows in ascending order."""
        offsets = self.offsets.tolist()
        cuts = rows.searchsorted(self.offsets).tolist()
        cosines = [
            part.block.cosines(rows[start:end] - first, unit)
            for part, first, start, end in zip(self.parts, offsets, cuts, cuts[1:], strict=False)
            if start < end
        ]
        return np.concatenate([np.empty(0), *cosines])


def _in_range(vectors: NDArray[Any]) -> Matrix:
    """Scale vectors of extreme length by a power of two, so that single precision holds them: cosines stay the same."""
    _, exponents = np.frexp(np.abs(vectors).max(axis=1, initial=0.0))
    shift = np.where(np.abs(exponents) > 32, -exponents, 0)
    return (np.ldexp(vectors, shift[:, None]) if shift.any() else vectors).astype(np.float32)


def _row_norms(matrix: Matrix) -> NDArray[np.float64]:
    norms = np.empty(len(matrix))
    for first in range(0, len(matrix), _ROWS_AT_ONCE):
        some = slice(first, first + _ROWS_AT_ONCE)
        norms[some] = np.sqrt(np.square(matrix[some], dtype=np.float64).sum(axis=1))
    return norms
