import type { Context } from "../context";
import { button, field } from "../controls";
import { el } from "../dom";
import { closePopover } from "../popover";
import type { Strings } from "../strings";

export function chunkIdField({ actions, strings }: Context): HTMLElement {
  const go = () => {
    const id = input.value.trim();
    if (id === "") return actions.ask("chunk-id");
    actions.openId(id);
    closePopover(element);
  };
  const options = {
    testid: "chunk-id",
    label: strings.chunkIdField,
    placeholder: strings.chunkIdField,
    class: "space",
  };
  const { element, input } = field(options, () => {}, go);
  return el("div", { class: "group" }, element, button({ text: strings.go, testid: "go" }, go));
}

export function keyList({ keyList }: Strings): HTMLElement {
  const list = el("dl", { class: "keys", tabindex: -1, "data-testid": "keys" });
  for (const [keys, what] of keyList) list.append(el("dt", {}, keys), el("dd", {}, what));
  return list;
}
