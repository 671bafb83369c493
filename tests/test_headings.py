"""Headings: of Markdown and of reStructuredText, each by its own rules, in linear time."""

import time

import pytest

from navwidget import samples
from navwidget.chunking import MarkdownChunker, headings, underlined_headings
from navwidget.widget.headings import headings_of

CODE = """Layout
======

Some code::

# Correct:
    # Wrong:

.. code-block:: python

    Wrong
    -----
    # Neither

Blanks
------
"""
LONG = "A paragraph of one line that goes on.\n-----\n"


def titles(text, name="a.rst"):
    return [(heading.level, heading.title) for heading in headings_of(text, name)]


@pytest.mark.parametrize("name", ["a.rst", "A.REST", "pep-0008", "a.txt"])
def test_comments_in_the_code_of_a_restructured_text_are_no_headings(name):
    assert titles(CODE, name) == [(1, "Layout"), (2, "Blanks")]


def test_levels_come_in_the_order_of_their_rules():
    text = "~~~~~\n One\n~~~~~\n\nTwo\n~~~\n\nGo\n--\n\nThree\n^^^^^^\n\nFour\n____\n\n~~~\nOne\n~~~\n\nTwo\n~~~\n"
    assert titles(text) == [(1, "One"), (2, "Two"), (3, "Go"), (1, "One"), (2, "Two")]
    assert [text[heading.offset] for heading in underlined_headings(text, 9)] == list("~TGTF~T")


@pytest.mark.parametrize("lines", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "BOM"])
@pytest.mark.parametrize("find", [headings, underlined_headings])
def test_underlined_titles_are_where_they_stand(find, mark, lines):
    text = mark + lines.join(["Notice", "======", "text", "", "Period", "------", "text"])
    assert [(heading.level, text[heading.offset :][:6]) for heading in find(text)] == [(1, "Notice"), (2, "Period")]


@pytest.mark.parametrize(
    "text",
    [
        "a line of\ntwo\n-----\n",
        "Before\n\n-----\n\nafter\n",
        "| a |\n-----\n",
        "- item\n------\n",
        "> said\n------\n",
        "=====  =====\nA      B\n=====  =====\n",
        "+---+\n| a |\n+---+\n",
        "-----\n-----\n",
        "  Indented\n----------\n",
        "Too long\n----\n",
        ".. note\n-------\n",
        ":Field: x\n---------\n",
    ],
)
def test_what_is_no_title(text):
    assert titles(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: a\n# comment\n\nkey: b\n---\n",
        "a line of\ntwo\n---\n",
        "~~~\n\nTitle\n===\n~~~\n",
        "| a |\n---\n",
        "- item\n---\n",
        "1. item\n---\n",
        "> said\n---\n",
        "    code\n---\n",
        "text\n\n---\n",
    ],
)
def test_what_is_no_markdown_heading(text):
    assert titles(text, "a.md") == []


def test_markdown_is_told_by_its_own_rules():
    text = "# One\n\n" + LONG + "\n```rst\nTitle\n=====\n\n.. note::\n```\n"
    assert titles(text, "a.md") == titles(text, "a") == [(1, "One"), (2, "A paragraph of one line that goes on.")]


def test_the_sample_in_restructured_text_has_its_titles():
    found = underlined_headings(samples.read("pep-0703.rst"))
    assert len(found) == 66
    assert [title for _, level, title in found if level == 1] == [
        "Abstract",
        "Motivation",
        "Specification",
        "Rationale",
        "Backwards Compatibility",
        "Distribution",
        "Performance",
        "Build Bots",
        "How to Teach This",
        "Reference Implementation",
        "Alternatives",
        "Related Work",
        "Rejected Ideas",
        "Open Issues",
        "References",
        "Acknowledgments",
        "Copyright",
    ]


def test_a_section_begins_at_an_underlined_heading_and_needs_more_than_that():
    text = "Title\r\n=====\r\n\r\nOne\r\n---\r\nfirst\r\n\r\nTwo\r\n---\r\nsecond\r\n"
    edge = text.index("Two")
    assert MarkdownChunker()(text) == [(0, edge), (edge, len(text))]


@pytest.mark.parametrize(
    "piece", ["-", "---\n", "a---", "a\n---\n", "abc\n---\n\n", "\n---  ", ":", "\n\n::  ", "==\nab\n==", "\n", "\r"]
)
@pytest.mark.parametrize("head", ["", "---\na:\n"], ids=["", "front matter"])
def test_hostile_texts_take_linear_time(piece, head):
    text = head + piece * (200_000 // len(piece))
    began = time.process_time()
    headings_of(text, "a")
    assert time.process_time() - began < 5  # 0.4 s at most when nothing else runs
