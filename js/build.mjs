// Bundles the page into the one ES module that anywidget loads; with --dev also the page in dev/.
import { build } from "esbuild";

const css = {
  name: "style sheets as text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const sheet = await build({ entryPoints: [path], bundle: true, minify: true, write: false, logLevel: "warning" });
      return { contents: sheet.outputFiles[0].text.trim(), loader: "text" };
    });
  },
};
const shared = {
  bundle: true,
  plugins: [css],
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const LIMIT = 120_000; // bytes: every saved notebook stores the bundle; docs/decisions/0001-bundle-budget.md

const result = await build({
  ...shared,
  entryPoints: ["src/widget.ts"],
  outfile: "../navwidget/widget/static/widget.js",
  minify: true,
  metafile: true,
});
const [[path, { bytes }]] = Object.entries(result.metafile.outputs);
console.log(`${path} ${bytes} bytes`);
if (bytes > LIMIT) {
  console.error(`the bundle may have at most ${LIMIT} bytes`);
  process.exit(1);
}
if (process.argv.includes("--dev")) {
  await build({ ...shared, entryPoints: ["dev/page.ts", "dev/map.ts"], outdir: "dev", sourcemap: "inline" });
}
