"""What the tests of the explorer share: a small store whose every offset is known, and a way to ask a session."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import TypeAdapter

from navwidget import ChunkStore, Document, DocumentChunk
from navwidget.widget import protocol as wire
from navwidget.widget.reply import Reply
from navwidget.widget.session import Session

REQUEST: TypeAdapter[Any] = TypeAdapter(wire.Request)

TEXT = "".join(f"w{number:02} " for number in range(30))  # 120 characters, "wNN " every 4


def document(source_id: str, spans: list[tuple[int, int]], text: str = TEXT, **metadata: Any) -> Document:
    """Cut a text at spans; chunk ids are the source's name and a number."""
    chunks = [
        DocumentChunk(
            source_id=source_id,
            locator=str(number),
            id=f"{source_id}{number}",
            start_offset=start,
            end_offset=end,
            content=text[start:end],
        )
        for number, (start, end) in enumerate(spans)
    ]
    return Document(source_id=source_id, content=text, chunks=chunks, metadata=metadata)


OVERLAPPING = [(start, start + 16) for start in range(0, 105, 8)]  # a0 [0, 16), a1 [8, 24), ... a13 [104, 120)
APART = [(0, 8), (20, 28), (40, 60), (60, 80)]


def documents() -> list[Document]:
    return [document("a", OVERLAPPING), document("b", APART)]


def store(*more: Document) -> ChunkStore:
    made = ChunkStore()
    made.sync.index_documents([*documents(), *more], progress=False)
    return made


def ask(session: Session, kind: str, **fields: Any) -> Reply:
    """Ask a session from outside of any loop."""
    return asyncio.run(ask_async(session, kind, **fields))


async def ask_async(session: Session, kind: str, **fields: Any) -> Reply:
    return await session.handle(REQUEST.validate_python({"kind": kind, "id": 7, **fields}), reply_to=7)


def told(session: Session, kind: str, **fields: Any) -> wire.Update:
    """Ask, and give the update of an answer without problems."""
    reply = ask(session, kind, **fields)
    assert reply.update.problem is None, reply.update.problem
    return reply.update


def ids(reply: Reply) -> list[str]:
    return [result.chunk.id for result in reply.answer]


def listed(session: Session) -> list[str]:
    """The ids of the reading list."""
    return [result.chunk.id for result in session.reader.reading.results]
