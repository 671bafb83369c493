/** A Python call in pieces that are coloured apart: `await`, string literals, the rest. */

export interface Piece {
  readonly text: string;
  readonly look?: "await" | "literal";
}

const PIECE = /^await\b|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

export function piecesOf(code: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of code.matchAll(PIECE)) {
    if (found.index > at) pieces.push({ text: code.slice(at, found.index) });
    pieces.push({ text: found[0], look: found[0] === "await" ? "await" : "literal" });
    at = found.index + found[0].length;
  }
  if (at < code.length) pieces.push({ text: code.slice(at) });
  return pieces;
}
