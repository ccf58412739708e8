// Bundles the page: `node build.mjs [FOLDER]`, by default into the folder that is committed.
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = process.argv[2] ?? here("../src/otherminds/web/static");

await mkdir(target, { recursive: true });
await build({
  absWorkingDir: here("."),
  entryPoints: { app: "src/main.tsx" },
  outdir: target,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
});
await build({
  absWorkingDir: here("."),
  entryPoints: { app: "src/app.css" },
  outdir: target,
  minify: true,
  charset: "utf8",
  target: ["chrome123", "firefox121", "safari17.5"],
  bundle: true,
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) await copyFile(here(`src/${name}`), `${target}/${name}`);
await copyFile(here("node_modules/preact/LICENSE"), `${target}/preact.LICENSE`);
