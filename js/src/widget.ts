/** What anywidget loads. */
import { jupyterChannel, type Model } from "./jupyter";
import { createView } from "./view";

interface RenderProps {
  readonly model: Model;
  readonly el: HTMLElement;
}

export default {
  /** Called for every display of the widget; what it returns is called when that display goes away. */
  render({ model, el }: RenderProps): () => void {
    const host = document.createElement("div");
    el.append(host);
    const view = createView(host, jupyterChannel(model));
    return () => {
      view.destroy();
      host.remove();
    };
  },
};
