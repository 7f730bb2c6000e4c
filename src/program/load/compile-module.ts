import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { refusal } from "./compile.js";
import { esbuild } from "./esbuild.js";
import { esbuildMessages } from "./esbuild-messages.js";
import { fileUrl } from "./find-package.js";
import { instrument } from "./instrument/index.js";
import { moduleName } from "./module-name.js";
import { decodeMappings, encodeMappings } from "./source-map.js";
import { JSON } from "../../std/plain-json.js";

/**
 * One file as Node can run it, with its imports as they are: for those who import parts of a program themselves.
 * Instrumented like a whole program, so that names and refusals are the same. Throws all that the compiler objects to;
 * a package that is missing is Node's to name.
 */
export async function compileModule(file: string): Promise<string> {
  const folder = dirname(file);
  const { status, output, errors } = await esbuild([`./${basename(file)}`, ...moduleOptions], folder);
  if (status !== 0) throw refusal(esbuildMessages(errors, folder), errors);
  const begin = output.lastIndexOf(mapComment);
  const { mappings } = JSON.parse(
    Buffer.from(output.slice(begin + mapComment.length), "base64").toString("utf8"),
  ) as { readonly mappings: string };
  const compiled = {
    text: output.slice(0, begin),
    map: { sources: [file], lines: decodeMappings(mappings) },
  };
  const source = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  const { text, map } = instrument(
    compiled,
    [{ path: file, text: source, ...moduleName(file, process.cwd()) }],
    (specifier) => specifier,
  );
  const whole = { version: 3, sources: [fileUrl(file)], names: [], mappings: encodeMappings(map.lines) };
  return `${text}\n${mapComment}${Buffer.from(JSON.stringify(whole)).toString("base64")}\n`;
}

const mapComment = "//# sourceMappingURL=data:application/json;base64,";

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
