import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { instrumentInPlace, type PlainModule } from "./instrument/index.js";
import { fileUrl } from "./find-package.js";
import { moduleName } from "./module-name.js";
import { decodeMappings, encodeMappings, type SourceMap } from "./source-map.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Returns the text of a JavaScript module for Node to run in place: instrumented with guarded conditions and resource
 * names from the position in the code. A source map is appended for an author's module; modules of packages are loaded
 * before source maps are enabled. A text that cannot be parsed is returned unchanged, which lets Node report the error.
 */
export function instrumentModule(file: string, module: Omit<PlainModule, "map">): string {
  const { text, isPackage } = module;
  const source = sourceOf(file, text);
  const files = source.texts.map((each, index) => {
    const path = source.map?.sources[index] ?? file;
    return { path, text: each, ...moduleName(path, process.cwd()) };
  });
  try {
    const done = instrumentInPlace({ ...module, map: source.map }, files);
    if (isPackage || done.text === text) return done.text;
    return withMap(
      done.text,
      files.map(({ path }) => path),
      done.map,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Appends the map as a comment. If there are several, the last one counts. */
export function withMap(text: string, sources: readonly string[], { lines }: SourceMap): string {
  const map = { version: 3, sources: sources.map(fileUrl), names: [], mappings: encodeMappings(lines) };
  return `${text}\n${mapComment}${Buffer.from(JSON.stringify(map)).toString("base64")}\n`;
}

export const mapComment = "//# sourceMappingURL=data:application/json;base64,";

/** Returns a stamp that changes with the external source map of a module. Empty if it has none. */
export function mapStamp(file: string, text: string): string {
  const path = mapFile(file, text);
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.size} ${status.mtimeMs}`;
}

interface MappedSource {
  readonly map: SourceMap | undefined;
  /** The text of each source. */
  readonly texts: readonly string[];
}

/** Returns the original sources if the map of the module contains all of them, else the module itself. */
function sourceOf(file: string, text: string): MappedSource {
  const itself = { map: undefined, texts: [text] };
  try {
    const { mappings, sources, sourcesContent, sourceRoot } = readMap(file, text) ?? {};
    if (typeof mappings !== "string" || !Array.isArray(sources) || sources.length === 0) return itself;
    const folder = dirname(mapFile(file, text) ?? file);
    const paths = sources.map((each) => sourcePath(folder, `${sourceRoot ?? ""}${each}`));
    const texts = paths.map(
      (path, index) => sourcesContent?.[index] ?? (existsSync(path) ? readFileSync(path, "utf8") : undefined),
    );
    if (!texts.every((each) => each !== undefined)) return itself;
    return { map: { sources: paths, lines: decodeMappings(mappings) }, texts };
  } catch {
    return itself;
  }
}

interface MapText {
  readonly mappings?: unknown;
  readonly sources?: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly sourceRoot?: string;
}

function readMap(file: string, text: string): MapText | undefined {
  const path = mapFile(file, text);
  if (path !== undefined) return JSON.parse(readFileSync(path, "utf8")) as MapText;
  const [, data] = /^data:application\/json[^,]*;base64,([\w+/=]+)/.exec(mapAddress(text) ?? "") ?? [];
  return data === undefined ? undefined : (JSON.parse(Buffer.from(data, "base64").toString()) as MapText);
}

function mapFile(file: string, text: string): string | undefined {
  const address = mapAddress(text);
  return address === undefined || address.startsWith("data:")
    ? undefined
    : fileURLToPath(new URL(address, fileUrl(file)));
}

function mapAddress(text: string): string | undefined {
  const begin = text.lastIndexOf("//# sourceMappingURL=");
  return begin === -1 ? undefined : /=(\S+)\s*$/.exec(text.slice(begin))?.[1];
}

function sourcePath(folder: string, source: string): string {
  if (source.startsWith("file:")) return fileURLToPath(source);
  if (/^[a-z][a-z+.-]+:/i.test(source)) throw new Error("Not a file.");
  return resolve(folder, decodeURIComponent(source));
}
