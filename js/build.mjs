// Bundles the ES module that anywidget loads, and the script of saved pages; with --dev also the page in dev/.
import { build } from "esbuild";
import * as math from "./math.mjs";

const css = {
  name: "style sheets as text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const sheet = await build({ entryPoints: [path], bundle: true, minify: true, write: false, logLevel: "warning" });
      // A custom property may mean its white space, so esbuild keeps it; these do not.
      const contents = sheet.outputFiles[0].text.trim().replaceAll(/(--[\w-]+): /g, "$1:");
      return { contents, loader: "text" };
    });
  },
};
const shared = {
  bundle: true,
  inject: ["./math.mjs"],
  define: Object.fromEntries(Object.keys(math).map((name) => [`Math.${name}`, name])),
  plugins: [css],
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const LIMIT = 136_000; // bytes: a notebook saved with its widgets stores the bundle; docs/decisions/0001-bundle-budget.md
const PAGE_LIMIT = 167_900; // bytes: with what a saved page carries beside the text, up to 32 kB in the samples, under 200 kB

async function bundle(entry, limit, format) {
  const outfile = `../navwidget/widget/static/${entry}.js`;
  const { metafile } = await build({
    ...shared,
    entryPoints: [`src/${entry}.ts`],
    outfile,
    format,
    minify: true,
    metafile: true,
  });
  const { bytes } = metafile.outputs[outfile];
  console.log(`${outfile} ${bytes} bytes`);
  if (bytes <= limit) return;
  console.error(`this bundle may have at most ${limit} bytes`);
  process.exit(1);
}

await bundle("widget", LIMIT, "esm");
await bundle("page", PAGE_LIMIT, "iife");
if (process.argv.includes("--dev")) {
  await build({ ...shared, entryPoints: ["dev/page.ts", "dev/map.ts"], outdir: "dev", sourcemap: "inline" });
}
