import { decodedTexts } from "./decoded-texts.js";
import { textWindows, type TextWindows } from "./text-windows.js";
import { JSON } from "./plain-json.js";

/** Masks confidential texts in output. */
export type HideTexts = (said: string) => string;

/**
 * Returns a function that masks these texts wherever they occur: as they are, in the encodings of JSON, URLs, HTML,
 * shells, base64 and hex, in escapes and lists of bytes, in UTF-16, and any twelve consecutive characters of one. If a
 * text of fewer than six characters occurs, the whole output is masked, because the rest would reveal it. Such a text
 * is not searched for within words, and texts of fewer than three characters are not searched for at all.
 */
export function hideTexts(texts: () => Iterable<string>): HideTexts {
  let search: Search | undefined;
  return (said) => {
    search ??= searchFor(texts());
    const { short } = search;
    if (short.some((text) => hasWord(said, text))) return hidden;
    const spans = spansIn(folded(said), search);
    for (const { text, isOfBytes, startOf, endOf } of decodedTexts(said, windowLength)) {
      if (isOfBytes && short.includes(text)) return hidden;
      for (const [start, end] of spansIn(folded(text), search)) spans.push([startOf(start), endOf(end - 1)]);
    }
    return withoutSpans(said, spans);
  };
}

const hidden = "[secret]";
const shortestHidden = 3;
const shortestLong = 6;
const windowLength = 12;
/** Searching for more characters would take too long. */
const mostLookedFor = 2_000_000;

interface Search {
  readonly short: readonly string[];
  /** Searched for as a whole. */
  readonly whole: readonly string[];
  /** All sequences of twelve characters in the longer texts. */
  readonly windows: TextWindows;
}

function searchFor(texts: Iterable<string>): Search {
  const all = [...new Set([...texts].flatMap(withLines))];
  const short = all.filter(({ length }) => length >= shortestHidden && length < shortestLong);
  const long = all.filter(({ length }) => length >= shortestLong).toSorted(byLength);
  const spelled = new Set<string>();
  const whole: string[] = [];
  let room = mostLookedFor;
  for (const text of long) {
    room -= text.length;
    if (room >= 0) spelled.add(folded(text));
    else whole.push(folded(text));
  }
  for (const text of long) {
    room -= text.length * spellingCount;
    if (room >= 0) for (const spelling of spellingsOf(text)) spelled.add(folded(spelling));
  }
  for (const text of spelled) if (text.length >= shortestLong && text.length < windowLength) whole.push(text);
  return { short, whole, windows: textWindows(spelled, windowLength) };
}

function byLength(a: string, b: string): number {
  return a.length - b.length;
}

/** Output comes in lines, and a text may have several. Short lines, such as brackets, are common and are left out. */
function withLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [text] : [text, ...lines.filter(({ length }) => length >= shortestLong)];
}

const spellingCount = 20;

function spellingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const json = JSON.stringify(text).slice(1, -1);
  const hex = bytes.toString("hex");
  return [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
    encodeURIComponent(bytes.toString()),
    text.replace(/[&<>"']/g, (character) => entities[character]!),
    text.replaceAll("'", `'\\''`),
    hex,
    hex.replace(/../g, "%$&"),
    ...[0, 1, 2].flatMap((offset) => [base64(bytes, offset, "base64"), base64(bytes, offset, "base64url")]),
  ];
}

/** Without the ends, which depend on the surrounding bytes. */
function base64(bytes: Buffer, offset: number, alphabet: "base64" | "base64url"): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
  return whole.toString(alphabet).slice(offset === 0 ? 0 : 4, Math.floor(whole.length / 3) * 4);
}

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Ignores case. Every character keeps its position. */
function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

type TextSpan = readonly [start: number, end: number];

function spansIn(said: string, { whole, windows }: Search): TextSpan[] {
  const spans = windows.placesIn(said).map((at): TextSpan => [at, at + windowLength]);
  for (const text of whole) {
    for (let at = said.indexOf(text); at !== -1; at = said.indexOf(text, at + 1))
      spans.push([at, at + text.length]);
  }
  return spans;
}

function withoutSpans(said: string, spans: readonly TextSpan[]): string {
  let shown = "";
  let end = 0;
  for (const [start, next] of spans.toSorted(([a], [b]) => a - b)) {
    if (start > end || (start === 0 && end === 0)) shown += said.slice(end, start) + hidden;
    end = Math.max(end, next);
  }
  return shown + said.slice(end);
}

function hasWord(said: string, text: string): boolean {
  for (let at = said.indexOf(text); at !== -1; at = said.indexOf(text, at + 1)) {
    const isPart = joins(said[at - 1], text[0]) || joins(text.at(-1), said[at + text.length]);
    if (!isPart) return true;
  }
  return false;
}

/** Whether two adjacent characters belong to one word. */
function joins(before: string | undefined, after: string | undefined): boolean {
  return isLetter(before ?? "") && isLetter(after ?? "");
}

const isLetter = (text: string) => /[\p{L}\p{N}_]/u.test(text);
