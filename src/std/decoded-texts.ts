/** A text that was decoded from another one. */
export interface DecodedText {
  readonly text: string;
  /** Whether all of it was written as bytes, as in the print of a Buffer. */
  readonly isOfBytes: boolean;
  /** Returns where a character of it begins in the original text; `endOf` where it ends. */
  startOf(index: number): number;
  endOf(index: number): number;
}

/**
 * Decodes the ways in which programs write characters: HTML entities, escapes such as `\u0068`, `\x68` and `%68`, and
 * the NUL bytes of UTF-16, all in one text with `around` characters around each; and one text for each list of bytes in
 * hex or decimal, as in `<Buffer 68 75>` and `68:75`, and for each part of hex or base64 that is UTF-16. Bytes are
 * UTF-8, or UTF-16 of Latin characters. Plain text gives none.
 */
export function decodedTexts(said: string, around: number): readonly DecodedText[] {
  const readings = someList.test(said) ? readLists(said) : [];
  readings.push(...readWide(said));
  if (someEscape.test(said)) readings.push(...readEscapes(said, around));
  return readings;
}

/** Each expression rejects plain text quickly, because all output is checked. */
const someEscape = /&[#a-z]|\\[ux]|%[0-9a-f]{2}|\0/i;
const someList = /[:,\s-](?:0x)?[0-9a-f]{1,3}[:,\s-]{1,8}(?:0x)?[0-9a-f]{1,3}(?![0-9a-z])/i;
const someWideBase64 = /A.{1,3}A.{1,3}A.{1,3}A/;
const someWideHex = /00[0-9a-f]{2}00[0-9a-f]{2}00/i;

const escapes =
  /&(?:#0{0,8}(\d{1,7})|#x0{0,8}([0-9a-f]{1,6})|([a-z]{2,7}\d{0,2}));|\\{1,8}u(?:([0-9a-f]{4})|\{0{0,8}([0-9a-f]{1,6})\})|((?:(?:\\{1,8}x|%)[0-9a-f]{2})+)|\\{1,8}(["'/nrt])|\0/gi;
const byteEscape = /(?:\\{1,8}x|%)[0-9a-f]{2}/gi;

function readEscapes(said: string, around: number): readonly DecodedText[] {
  const writer = new DecodedTextWriter();
  let end = 0;
  let isPlain = true;
  for (const match of said.matchAll(escapes)) {
    const [whole, decimal, hex, name, unit, point, bytes, simple] = match;
    const named = name && entity(name);
    if (name !== undefined && named === undefined) continue;
    writer.copy(said, end, match.index, around);
    end = match.index + whole.length;
    isPlain &&= simple !== undefined;
    const code = decimal === undefined ? Number.parseInt(hex ?? unit ?? point ?? "", 16) : Number(decimal);
    if (bytes !== undefined) writer.bytes(unitsOf(bytes, byteEscape, match.index, 16));
    else if (named !== undefined) writer.put(named, match.index, end);
    else if (simple !== undefined) writer.put(control[simple] ?? simple, match.index, end);
    else if (code <= 0x10ffff) writer.put(String.fromCodePoint(code), match.index, end);
  }
  // The escapes that JSON requires are searched for separately.
  if (isPlain) return [];
  writer.copy(said, end, said.length, around);
  return [writer.reading(false)];
}

const control: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t" };

const hexList = /(?<![0-9a-z])(?:0x)?[0-9a-f]{2}(?:(?:[:-]|[\s,]{1,8})(?:0x)?[0-9a-f]{2}(?![0-9a-z])){2,}/gi;
const decimalList = /(?<!\d)\d{1,3}(?:[\s,]{1,8}\d{1,3}(?!\d)){2,}/g;

function readLists(said: string): DecodedText[] {
  const readings: DecodedText[] = [];
  const read = (units: readonly Unit[]) => {
    const writer = new DecodedTextWriter();
    writer.bytes(units);
    readings.push(writer.reading(true));
  };
  for (const { 0: list, index } of said.matchAll(hexList))
    read(unitsOf(list, /(?:0x)?[0-9a-f]{2}/gi, index, 16));
  for (const { 0: list, index } of said.matchAll(decimalList)) read(unitsOf(list, /\d+/g, index, 10));
  return readings;
}

interface Unit {
  readonly byte: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the bytes that are written in a text from a position on. */
function unitsOf(text: string, unit: RegExp, at: number, base: 10 | 16): readonly Unit[] {
  return Array.from(text.matchAll(unit), ({ 0: written, index }) => ({
    byte: Number.parseInt(base === 16 ? written.slice(-2) : written, base),
    start: at + index,
    end: at + index + written.length,
  }));
}

const hexRun = /[0-9a-f]{24,}/gi;
const base64Run = /[a-z0-9+/_-]{16,}/gi;

/** In UTF-16 every second byte is zero, for which base64 has an `A` in every three characters. */
function readWide(said: string): readonly DecodedText[] {
  const readings: DecodedText[] = [];
  const read = (bytes: Buffer, start: number, characters: number) => {
    for (const first of [0, 1] as const) readings.push(...wideIn(bytes, first, { start, characters }));
  };
  for (const { 0: run, index } of someWideHex.test(said) ? said.matchAll(hexRun) : []) {
    for (const offset of [0, 1]) read(Buffer.from(run.slice(offset), "hex"), index + offset, 2);
  }
  for (const { 0: run, index } of someWideBase64.test(said) ? said.matchAll(base64Run) : []) {
    if (!someWideBase64.test(run)) continue;
    for (const offset of [0, 1, 2, 3]) read(Buffer.from(run.slice(offset), "base64"), index + offset, 4 / 3);
  }
  return readings;
}

/** Shorter texts are never searched for. */
const fewestZeros = 5;

/** Returns the text between zeros at every second byte from the first on. */
function* wideIn(
  bytes: Buffer,
  first: 0 | 1,
  { start, characters }: { readonly start: number; readonly characters: number },
): Generator<DecodedText> {
  let zeros = 0;
  for (let at = first; at < bytes.length + 2; at += 2) {
    if (bytes[at] === 0) {
      zeros++;
      continue;
    }
    if (zeros >= fewestZeros) {
      const from = Math.max(at - 2 * zeros - 1, first === 0 ? 1 : 0);
      let text = "";
      for (let byte = from; byte < at && byte < bytes.length; byte += 2)
        text += String.fromCharCode(bytes[byte]!);
      yield {
        text,
        isOfBytes: true,
        startOf: (index) => start + Math.floor((from + 2 * index) * characters),
        endOf: (index) => start + Math.ceil((from + 2 * index + 1) * characters),
      };
    }
    zeros = 0;
  }
}

/** A decoded text under construction, in segments: a copy, or the characters of one escape or byte. */
class DecodedTextWriter {
  #text = "";
  readonly #segments: { readonly from: number; readonly start: number; readonly end?: number }[] = [];

  /** Copies text unchanged. Of a long text only the ends, which belong to the encoded parts next to them. */
  copy(said: string, from: number, to: number, around: number): void {
    if (to - from > 2 * around) {
      this.copy(said, from, from + around, around);
      this.#text += "\0";
      this.copy(said, to - around, to, around);
    } else if (from < to) {
      this.#segments.push({ from: this.#text.length, start: from });
      this.#text += said.slice(from, to);
    }
  }

  put(text: string, start: number, end: number): void {
    if (text === "\0") return;
    this.#segments.push({ from: this.#text.length, start, end });
    this.#text += text;
  }

  /** Decodes bytes as UTF-8. Each invalid byte is a character by itself, as most are in UTF-16 without its zeros. */
  bytes(units: readonly Unit[]): void {
    for (let at = 0; at < units.length;) {
      const { byte, start } = units[at]!;
      const more = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      const used = more > 0 && areContinued(units, at + 1, more) ? more + 1 : 1;
      const character =
        used === 1
          ? String.fromCharCode(byte)
          : Buffer.from(units.slice(at, at + used).map((unit) => unit.byte)).toString();
      this.put(character, start, units[at + used - 1]!.end);
      at += used;
    }
  }

  reading(isOfBytes: boolean): DecodedText {
    const segments = this.#segments;
    const segmentOf = (index: number) => {
      let [low, high] = [0, segments.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (segments[middle]!.from <= index) low = middle;
        else high = middle - 1;
      }
      return segments[low]!;
    };
    const offsetIn = ({ from, start }: { readonly from: number; readonly start: number }, index: number) =>
      start + index - from;
    return {
      text: this.#text,
      isOfBytes,
      startOf(index) {
        const segment = segmentOf(index);
        return segment.end === undefined ? offsetIn(segment, index) : segment.start;
      },
      endOf(index) {
        const segment = segmentOf(index);
        return segment.end ?? offsetIn(segment, index) + 1;
      },
    };
  }
}

function areContinued(units: readonly Unit[], from: number, count: number): boolean {
  if (from + count > units.length) return false;
  for (let at = from; at < from + count; at++) if ((units[at]!.byte & 0xc0) !== 0x80) return false;
  return true;
}

/** Named entities that escapers write: the punctuation of ASCII, and all of Latin-1. */
const punctuation =
  "Tab\t NewLine\n excl! quot\" num# dollar$ percnt% amp& apos' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace}";
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
let entities: ReadonlyMap<string, string> | undefined;

function entity(name: string): string | undefined {
  entities ??= new Map([
    ...punctuation.split(" ").map((each) => [each.slice(0, -1).toLowerCase(), each.slice(-1)] as const),
    ...latin.split(" ").map((each, index) => [each, String.fromCharCode(0xa0 + index)] as const),
  ]);
  return entities.get(name) ?? entities.get(name.toLowerCase());
}
