import { DiagnosticError } from "../diagnostic.js";
import { describeFault } from "../text-fault.js";
import { problem } from "./diagnostics.js";
import { largestIndex, refuseLongPath, wildcard, type PathSegment } from "./path-segment.js";
import { JSON } from "../../std/plain-json.js";

/**
 * `own`: an unquoted `root` at the beginning is the whole set of values, and `["root"]` is a property of that name.
 * Names that contain `.`, `[`, `]`, `"`, `\`, `*` or white space are quoted with the escapes of JSON. `[*]` and `["*"]`
 * are wildcards, and `["\*"]` is the key `*`.
 *
 * `ecosystem`: `root` is an ordinary name, and the empty text is the whole set. An unquoted name may contain anything
 * except `.` and `[`. `\"` is the only escape. A name `*` is always a wildcard, so the key `*` cannot be expressed. A
 * `.` before `[` and a missing one after `]` are tolerated.
 */
export type PathGrammar = "own" | "ecosystem";

export interface PathSpelling {
  /** Default: own. */
  readonly grammar?: PathGrammar;
}

export function parsePropertyPath(
  text: string,
  { grammar = "own" }: PathSpelling = {},
): readonly PathSegment[] {
  const own = grammar === "own";
  if (own && text === "") refuse(text, 0, "a path needs at least one step; the whole set of values is root");
  if (text.startsWith(".")) refuse(text, 0, 'a path cannot begin with "."');

  const segments: PathSegment[] = [];
  let at = 0;
  while (at < text.length) {
    const dot = text[at] === ".";
    const start = dot ? at + 1 : at;
    if (own && at > 0 && !dot && text[at] !== "[") refuse(text, at, 'expected "." or "["');
    const bracket = text[start] === "[" && !(own && dot);
    const step = bracket ? readBracket(text, start, own) : readName(text, start, own);
    const isRoot = own && at === 0 && !bracket && step.segment === "root";
    if (!isRoot) segments.push(step.segment);
    at = step.end;
  }
  refuseLongPath(segments.length);
  return Object.freeze(segments);
}

/** Prints the shortest notation. Parsing it gives the same path. */
export function printPropertyPath(
  path: readonly PathSegment[],
  { grammar = "own" }: PathSpelling = {},
): string {
  if (path.length === 0) return grammar === "own" ? "root" : "";
  // Most paths are the name of a field.
  const [only] = path;
  if (path.length === 1 && typeof only === "string" && only !== "root" && isPlainName(only)) return only;
  return path
    .map((segment, index) => {
      if (segment === wildcard) return "[*]";
      if (typeof segment === "number") return `[${segment}]`;
      const isRoot = grammar === "own" && index === 0 && segment === "root";
      if (isPlainName(segment) && !isRoot) return index === 0 ? segment : `.${segment}`;
      return grammar === "own" ? `[${quote(segment)}]` : printEcosystemName(segment, index === 0);
    })
    .join("");
}

interface ParsedSegment {
  readonly segment: PathSegment;
  readonly end: number;
}

function readName(text: string, start: number, own: boolean): ParsedSegment {
  let end = start;
  while (end < text.length && text[end] !== "." && text[end] !== "[") end++;
  if (end === start) refuse(text, start, "expected a name");
  const name = text.slice(start, end);
  if (!own) return { segment: name === "*" ? wildcard : name, end };
  if (name === "*") refuse(text, start, "a wildcard must be written as [*]");
  const stranger = name.search(/[\]"\\*\s\p{Control}]/u);
  if (stranger !== -1) {
    const character = JSON.stringify(name[stranger]);
    refuse(text, start + stranger, `${character} is only allowed in a quoted name, such as [${quote(name)}]`);
  }
  return { segment: name, end };
}

function readBracket(text: string, open: number, own: boolean): ParsedSegment {
  if (text[open + 1] === '"') return readQuoted(text, open, own);
  const close = text.indexOf("]", open);
  if (close === -1) refuse(text, open, '"[" is never closed');
  const content = text.slice(open + 1, close);
  if (content === "*") return { segment: wildcard, end: close + 1 };
  if (content === "") refuse(text, close, "expected an index, a quoted name or *");
  if (!(own ? /^(?:0|[1-9][0-9]*)$/ : /^\+?[0-9]+$/).test(content)) {
    refuse(
      text,
      open + 1,
      "an index must be a whole number from 0; a name in brackets must be in double quotes",
    );
  }
  const index = Number(content);
  if (index > largestIndex) refuse(text, open + 1, `the maximum index is ${largestIndex}`);
  return { segment: index, end: close + 1 };
}

function readQuoted(text: string, open: number, own: boolean): ParsedSegment {
  const start = open + 2;
  let key = "";
  let at = start;
  while (text[at] !== '"') {
    if (at >= text.length) refuse(text, open + 1, "the quote is never closed");
    const escape = text[at] === "\\" ? readEscape(text, at, own) : undefined;
    key += escape ?? text[at];
    at += escape === undefined ? 1 : text[at + 1] === "u" ? 6 : 2;
  }
  if (text[at + 1] !== "]") refuse(text, at + 1, 'expected "]" after the quoted name');
  return { segment: text.slice(start, at) === "*" ? wildcard : key, end: at + 2 };
}

/** Returns the character that an escape at a backslash stands for; undefined if the backslash stands for itself. */
function readEscape(text: string, at: number, own: boolean): string | undefined {
  if (!own) return text[at + 1] === '"' ? '"' : undefined;
  const hexadecimal = /^\\u([0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
  if (hexadecimal !== null) return String.fromCharCode(Number.parseInt(hexadecimal[1]!, 16));
  const character = escapes.get(text[at + 1] ?? "");
  if (character === undefined)
    refuse(text, at, '"\\" does not begin a valid escape; write a backslash as \\\\');
  return character;
}

const escapes = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["*", "*"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const isPlainName = (name: string) => /^[\p{L}_$][\p{L}\p{Nd}_$-]*$/u.test(name);

function quote(key: string): string {
  return key === "*" ? String.raw`"\*"` : JSON.stringify(key);
}

function printEcosystemName(key: string, first: boolean): string {
  // A backslash before the closing quote would be read as an escaped quote. Unquoted, it is an ordinary character.
  const bare = key.endsWith("\\");
  if (key === "*" || (bare && /[.[]/.test(key))) {
    throw new DiagnosticError(
      problem("model/inexpressible-path", {
        detail: `The key ${JSON.stringify(key)} cannot be expressed in a Pulumi property path.`,
        hint: "Use the path of the object that contains this key.",
      }),
    );
  }
  if (bare) return first ? key : `.${key}`;
  return `["${key.replaceAll('"', String.raw`\"`)}"]`;
}

function refuse(text: string, index: number, fault: string): never {
  throw new DiagnosticError(
    problem("model/malformed-path", {
      detail: describeFault(text, { column: index + 1, problem: fault }),
      hint: 'Put dots between names, and put indexes and other keys in brackets:\nrules[0].tags["cost center"]',
    }),
  );
}
