import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { compileError } from "./compile.js";
import { esbuildNow } from "./esbuild.js";
import { esbuildMessages } from "./esbuild-messages.js";
import { mapComment, withMap } from "./instrument-module.js";
import { instrumentInPlace } from "./instrument/index.js";
import { moduleName } from "./module-name.js";
import { decodeMappings } from "./source-map.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Compiles one file for Node and leaves its imports unchanged, for code that imports parts of a program directly. The
 * file is instrumented like a whole program, so names and errors are the same. Throws all compiler errors; a missing
 * package is reported by Node. Synchronous, because Node waits for it.
 */
export function compileModule(file: string): string {
  const folder = dirname(file);
  const { status, output, errors } = esbuildNow([`./${basename(file)}`, ...moduleOptions], folder);
  if (status !== 0) throw compileError(esbuildMessages(errors, folder), errors);
  const begin = output.lastIndexOf(mapComment);
  const { mappings } = JSON.parse(
    Buffer.from(output.slice(begin + mapComment.length), "base64").toString("utf8"),
  ) as { readonly mappings: string };
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const done = instrumentInPlace(
    {
      text: output.slice(0, begin),
      map: { sources: [file], lines: decodeMappings(mappings) },
      format: "module",
      isPackage: false,
    },
    [{ path: file, text, ...moduleName(file, process.cwd()) }],
  );
  return withMap(done.text, [file], done.map);
}

const moduleOptions = [
  "--format=esm",
  "--platform=node",
  "--target=node20.19",
  "--keep-names",
  "--charset=utf8",
  "--legal-comments=none",
  "--sourcemap=inline",
  "--sources-content=false",
  "--log-level=warning",
  "--log-limit=0",
  "--color=false",
] as const;
