import type { Context } from "../context";
import { button, field } from "../controls";
import { el } from "../dom";
import { greyed, locked } from "../needs";
import { closePopover } from "../popover";
import type { Strings } from "../strings";

export function chunkIdField(context: Context): HTMLElement {
  const { actions, strings } = context;
  const go = () => {
    if (!actions.can("get_chunk")) return;
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
  const { element, input } = locked(
    context,
    "get_chunk",
    field(options, () => {}, go),
  );
  const press = greyed(context, "get_chunk", button({ text: strings.go, testid: "go" }, go));
  return el("div.group", element, press);
}

export function keyList({ keyList }: Strings): HTMLElement {
  const list = el("dl.keys", { tabindex: -1, "data-testid": "keys" });
  for (const [keys, what] of keyList) list.append(el("dt", keys), el("dd", what));
  return list;
}
