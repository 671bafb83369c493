import type { Run } from "../geometry/track";
import type { Theme } from "../theme";
import { LANE } from "./anatomy";
import type { MarkKind } from "./scene";
import type { Paint, Surface, Type } from "./surface";

/** How one chunk is to look. */
export interface Look {
  readonly kind: MarkKind | "plain";
  readonly isResult: boolean;
  readonly isSkipped: boolean;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
}

export const PLAIN: Look = {
  kind: "plain",
  isResult: false,
  isSkipped: false,
  isSelected: false,
  isHovered: false,
};

/** Where a chunk is drawn; a pixel of ground stays between neighbours where there is room for it. */
export function chunkBox({ left, right }: Pick<Run, "left" | "right">, least = 1): Box {
  const width = right - left;
  if (width >= 5) return { x: left + 1, width: width - 2 };
  const drawn = Math.max(width - (width >= 2 ? 1 : 0), least);
  return { x: left - Math.max(0, drawn - width) / 2, width: drawn };
}

interface Box {
  readonly x: number;
  readonly width: number;
}

/** What a step left out, hit or not. */
const DASH = [4, 3];

/** What is marked is seen from afar, and so is a chunk of no length. */
const LEAST: Readonly<Record<Look["kind"], number>> = { hit: 4, result: 3, skipped: 3, plain: 1 };

export function drawChunk(surface: Surface, run: Run, top: number, look: Look, theme: Theme): void {
  const isPoint = run.left === run.right;
  const { x, width } = chunkBox(run, Math.max(LEAST[look.kind], isPoint ? 2 : 0));
  const paint = chunkPaint(look, width, theme);
  surface.box(
    x,
    top + 0.5,
    width,
    LANE - 1,
    isPoint && look.kind === "plain" ? { ...paint, fill: theme.chunkInk } : paint,
  );
}

export function chunkPaint(look: Look, width: number, theme: Theme): Paint {
  const rounded = width >= 4 ? { radius: Math.min(3, width / 4) } : {};
  const more = look.isHovered ? 1 : 0;
  switch (look.kind) {
    case "hit": {
      const isOutlined = look.isResult && !look.isSelected;
      const edge = isOutlined
        ? { stroke: theme.accent, weight: 2 + more }
        : { stroke: theme.hitEdge, weight: 1 + more, ...(look.isSkipped && { dash: DASH }) };
      return { ...rounded, fill: theme.hit, ...edge };
    }
    case "result":
      return { ...rounded, fill: theme.bg, stroke: theme.accent, weight: 1.5 + more };
    case "skipped":
      return { ...rounded, fill: theme.band, stroke: theme.ink3, weight: 1 + more, dash: DASH };
    case "plain":
      return { ...rounded, fill: theme.chunk, ...plainEdge(look, theme) };
  }
}

function plainEdge(look: Look, theme: Theme): Partial<Paint> & object {
  if (look.isHovered) return { stroke: theme.ink3, weight: 1.5 };
  return theme.edge === null ? {} : { stroke: theme.edge };
}

/** Rank at the left, number at the right; whatever does not fit is left out, the number first. */
export function labelChunk(
  surface: Surface,
  bounds: { readonly left: number; readonly right: number },
  baseline: number,
  label: { readonly rank: string | null; readonly number: string; readonly kind: Look["kind"] },
  theme: Theme,
): void {
  const room = bounds.right - bounds.left - 2 * INSET;
  const type: Type = { colour: inkOf(label.kind, theme) };
  const breadth = surface.breadth(label.number, type);
  if (label.rank === null) {
    if (breadth <= room) surface.text(label.number, bounds.left + INSET, baseline, type);
    return;
  }
  const bold: Type = { ...type, weight: 700, size: 11.5 };
  const rank = surface.breadth(label.rank, bold);
  if (rank > room) return;
  surface.text(label.rank, bounds.left + INSET, baseline, bold);
  if (rank + INSET + breadth > room) return;
  surface.text(label.number, bounds.right - INSET, baseline, { ...type, align: "end" });
}

const INSET = 7;

function inkOf(kind: Look["kind"], theme: Theme): string {
  return { plain: theme.chunkInk, skipped: theme.ink2, result: theme.ink, hit: theme.hitInk }[kind];
}
