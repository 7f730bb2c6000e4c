/** A source map with the parts that compilers write: one original position per piece of a generated line. */
export interface SourceMap {
  readonly sources: readonly string[];
  /** By generated line, sorted by column. */
  readonly lines: readonly (readonly Segment[])[];
}

/** All numbers count from zero. */
export interface Segment {
  readonly column: number;
  readonly source: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

/** Returns the segment of a generated position, or undefined for code without an original. */
export function segmentAt(map: SourceMap, line: number, column: number): Segment | undefined {
  const segments = map.lines[line] ?? [];
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]!.column <= column) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1];
}

export function decodeMappings(mappings: string): Segment[][] {
  let source = 0;
  let sourceLine = 0;
  let sourceColumn = 0;
  return mappings.split(";").map((line) => {
    let column = 0;
    const segments: Segment[] = [];
    for (const text of line === "" ? [] : line.split(",")) {
      const fields = decodeNumbers(text);
      column += fields[0]!;
      if (fields.length < 4) continue;
      source += fields[1]!;
      sourceLine += fields[2]!;
      sourceColumn += fields[3]!;
      segments.push({ column, source, sourceLine, sourceColumn });
    }
    return segments;
  });
}

export function encodeMappings(lines: SourceMap["lines"]): string {
  let last: Segment = { column: 0, source: 0, sourceLine: 0, sourceColumn: 0 };
  return lines
    .map((segments) => {
      last = { ...last, column: 0 };
      return segments
        .map((segment) => {
          const text =
            encodeNumber(segment.column - last.column) +
            encodeNumber(segment.source - last.source) +
            encodeNumber(segment.sourceLine - last.sourceLine) +
            encodeNumber(segment.sourceColumn - last.sourceColumn);
          last = segment;
          return text;
        })
        .join(",");
    })
    .join(";");
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Map(Array.from(digits, (digit, value) => [digit, value]));

/**
 * Decodes base64 VLQ: digits of five bits, least significant first. The sixth bit means that more follow; the lowest is
 * the sign.
 */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (const digit of text) {
    const value = values.get(digit)!;
    number |= (value & 31) << shift;
    shift += 5;
    if ((value & 32) !== 0) continue;
    numbers.push((number & 1) === 1 ? -(number >> 1) : number >> 1);
    number = 0;
    shift = 0;
  }
  return numbers;
}

function encodeNumber(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const value = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? value | 32 : value];
  } while (rest > 0);
  return text;
}
