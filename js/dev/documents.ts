/** An invented services agreement: its clauses as text, the rest of it as spans. */

const SENTENCES: readonly (readonly [heading: string, sentence: string])[] = [
  [
    "12.1 Initial term",
    "12.1 Initial term. This agreement starts on the effective date and runs for thirty-six months.",
  ],
  [
    "",
    "It then renews for periods of twelve months, each a renewal term, unless one party tells the other in writing that it will not renew.",
  ],
  ["", "A refusal to renew must reach the other party at least ninety days before the current term ends."],
  ["", "During a renewal term the fees in Schedule B apply, adjusted once a year by the index named in section 7.4."],
  [
    "12.2 Termination for convenience",
    "12.2 Termination for convenience. The customer may end this agreement, or a single work order, at any time and without a reason.",
  ],
  [
    "",
    "The notice period for termination under this section is sixty days, counted from the day on which the supplier receives the notice.",
  ],
  [
    "",
    "Notice must be in writing, must name the work orders concerned and must go to the address in section 19.2; a message in the ticket system is not notice.",
  ],
  ["", "A customer that ends a work order in its first six months also pays the wind-down charge of Schedule D."],
  [
    "12.3 Termination for cause",
    "12.3 Termination for cause. Either party may end this agreement at once if the other is in material breach and has not cured it thirty days after being told.",
  ],
  ["", "Three failures of the same service level in one quarter are a material breach by the supplier."],
  ["", "A party that cannot pay its debts as they fall due may be given notice of termination with no time to cure."],
  [
    "12.4 Suspension",
    "12.4 Suspension. The supplier may suspend a service only where an invoice that nobody disputes is still unpaid forty-five days after a reminder.",
  ],
  ["", "It announces the suspension ten working days ahead and lifts it on the working day after the money arrives."],
  ["", "A suspension does not extend any term, and no fee is due for the days it lasts."],
  [
    "12.5 Exit assistance",
    "12.5 Exit assistance. For up to six months after the end of this agreement the supplier helps the customer to move the services to itself or to a new supplier.",
  ],
  ["", "It hands over configuration, run books and access records in the formats of Schedule E."],
  [
    "",
    "The help is charged at the day rates of Schedule B, unless the agreement ended because of a breach by the supplier.",
  ],
  ["", "Staff named in a work order stay available until the handover has been signed by both parties."],
];
const CUTS = [
  [0, 5],
  [4, 8],
  [7, 11],
  [10, 15],
  [14, 18],
] as const;
const AT = 23906;
const LENGTH = 61304;

export interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Text {
  readonly chunks: readonly Chunk[];
  readonly headings: readonly { offset: number; level: number; title: string }[];
  readonly length: number;
  /** The row of the first chunk that has a text of its own. */
  readonly first: number;
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function agreement(): Text {
  const next = random(7);
  const chunks: Chunk[] = [];
  const add = (start: number, end: number) =>
    chunks.push({ start, end, text: `Clause text ${start}. `.repeat(30).slice(0, end - start) });
  const fill = (from: number, to: number) => {
    for (let at = from; at < to; ) {
      const end = at + 430 + Math.floor(next() * 130);
      add(at, Math.min(end, to));
      at = end - (next() < 0.1 ? -70 : 60 + Math.floor(next() * 80));
    }
  };
  let at = AT;
  const places = SENTENCES.map(([, sentence]) => {
    const start = at;
    at += sentence.length + 1;
    return [start, at - 1] as const;
  });
  const end = at - 1;
  fill(0, AT - 1);
  const first = chunks.length;
  for (const [from, to] of CUTS) {
    const text = SENTENCES.slice(from, to)
      .map(([, sentence]) => sentence)
      .join(" ");
    const start = places[from]?.[0] ?? 0;
    chunks.push({ start, end: start + text.length, text });
  }
  fill(end + 330, LENGTH);
  const titles: [number, string][] = [
    [0, "1 Definitions"],
    [3350, "2 Services"],
    [6900, "3 Work orders"],
    [9800, "4 Service levels"],
    [12100, "5 Staff"],
    [13900, "7 Fees"],
    [17800, "9 Property"],
    [19900, "10 Liability"],
    [22140, "11.2 Audit"],
    [23010, "11.3 Records"],
    ...SENTENCES.flatMap(([heading], k): [number, string][] => (heading ? [[places[k]?.[0] ?? 0, heading]] : [])),
    [end + 330, "13.1 Secrecy"],
    [end + 1500, "13.2 Return of data"],
    [29100, "14 Subcontractors"],
    [32500, "15 Data protection"],
    [36000, "17 Disputes"],
    [38600, "19 Notices"],
    [41000, "Schedule A"],
    [46200, "Schedule B"],
    [54600, "Schedule D"],
  ];
  const headings = titles.map(([offset, title]) => ({ offset, level: 1, title }));
  return { chunks, headings, length: LENGTH, first };
}
