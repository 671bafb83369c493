import { reasonAgainstSearch } from "../abilities";
import type { Context } from "../context";
import { button } from "../controls";
import { el } from "../dom";
import type { HitList } from "../protocol";
import type { Form } from "../state";
import { listed } from "../strings";

interface Offer {
  readonly why: string;
  readonly text: string;
  readonly change: Partial<Form>;
}

/** Whether hits are what something was asked or handed over for, though there may be none. */
export function isAnswer(hits: HitList | null): hits is HitList {
  return hits !== null && (hits.query !== "" || hits.label !== "");
}

/** What was asked, why nothing came, and one thing to do about it. */
export function nothingOf(hits: HitList | null, context: Context): (Node | string)[] {
  const { store, strings } = context;
  const isAsked = isAnswer(hits);
  const reason = reasonAgainstSearch(store.state.abilities);
  const notAsked = reason === null ? strings.noSearch : [strings.noWayToSearch, `${reason}.`];
  const own = hits?.retriever === "own" && hits.label === store.state.ownLabel ? hits.label : "";
  const [title, text] = isAsked ? strings.noHits(hits.query, own) : notAsked;
  const offer = isAsked ? offerFor(hits, context) : null;
  const said = [el("strong", title), listed([text, offer?.why], " ")];
  return offer ? [...said, el("br"), offerButton(offer, context)] : said;
}

/** The first thing that may have kept hits away. */
function offerFor(hits: HitList, { store, strings }: Context): Offer | null {
  const { form } = store.state;
  const { hybrid, all } = strings.searchAgain;
  if (form.skipRead) return { why: strings.noHitsUnread, text: all, change: { skipRead: false } };
  if (form.thisSource) return { why: strings.noHitsHere, text: strings.query, change: { thisSource: false } };
  if (hits.retriever !== "keyword") return null;
  return { why: strings.noHitsKeyword, text: hybrid, change: { retriever: "hybrid" } };
}

function offerButton({ text, change }: Offer, { actions }: Context): HTMLElement {
  return button({ text, testid: "search-again" }, () => {
    actions.fill(change);
    actions.search();
  });
}
