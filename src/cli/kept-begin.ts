/**
 * Stands for `begin.ts` in `dist`, where that and all below it is one script, of which what V8 compiled is kept. It lies
 * beside the code, which is trusted as much and which it goes with; by command, since each uses other functions.
 */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { importUrl } from "../std/import-url.js";
import { runKept } from "../std/run-kept.js";
import type { begin as Begin } from "./begin.js";

/** Of the script, as it was built; written here by the build. */
declare const scriptDigest: string;

/** A script is given what a module has by itself. */
type Script = (
  module: { exports: object },
  require: NodeJS.Require,
  importMetaUrl: string,
  given: typeof importUrl,
) => void;

const [command = ""] = /^[a-z_-]+$/.exec(process.argv[2] ?? "") ?? [];
const kept = `${process.version}-${scriptDigest}-${command}`;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const script = runKept(path("begin.cjs"), path(`../compiled/${kept}`)) as Script;
const module = { exports: {} as { readonly begin: typeof Begin } };
script(module, createRequire(import.meta.url), import.meta.url, importUrl);

export const { begin } = module.exports;
