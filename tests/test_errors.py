"""Errors: sentences with fields, caught as a stranger would, the same after pickling."""

from __future__ import annotations

import pickle

import pytest

from navwidget import errors

EXAMPLES = [
    (errors.SourceNotFoundError("a.md"), LookupError, {"source_id": "a.md"}),
    (errors.ChunkNotFoundError("c1"), LookupError, {"chunk_id": "c1"}),
    (errors.DocumentNotFoundError("d1"), LookupError, {"document_id": "d1"}),
    (errors.IndexingError("bad", ["one", "two"]), ValueError, {"faults": ("one", "two")}),
    (errors.SearchError("top_k is 0: give 1 or more"), ValueError, {"message": "top_k is 0: give 1 or more"}),
    (errors.StorageError("a.db", "it is locked"), OSError, {"path": "a.db"}),
    (errors.MissingDependencyError("wordllama", "embed"), ImportError, {"extra": "embed"}),
]


@pytest.mark.parametrize(("error", "builtin", "fields"), EXAMPLES, ids=lambda value: type(value).__name__)
def test_errors_carry_their_fields_and_survive_pickling(error, builtin, fields):
    assert isinstance(error, errors.NavwidgetError)
    assert isinstance(error, builtin)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    for name, value in fields.items():
        assert getattr(again, name) == value


def test_every_error_is_drawn_in_the_tree_and_has_an_example():
    own = {
        value.__name__
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.NavwidgetError)
    }
    assert {type(error).__name__ for error, *_ in EXAMPLES} == own - {"NavwidgetError"}
    assert all(name in errors.__doc__ for name in own)


def test_an_indexing_error_lists_every_fault():
    assert str(errors.IndexingError("2 faults", ["chunk a", "chunk b"])) == "2 faults\n- chunk a\n- chunk b"
