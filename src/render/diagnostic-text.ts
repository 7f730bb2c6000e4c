import type { Caller, Diagnostic, Severity, SourcePosition } from "../model/index.js";
import { paintLines, styled, wrapPieces, wrapText, type Line } from "./layout/index.js";
import { plainLook, type Look, type Style } from "./look.js";
import { positionText } from "./position-text.js";
import { sourceFrame } from "./source-frame.js";
import { resourceLabel } from "./value/index.js";

/**
 * Returns a diagnostic as text for people, without a trailing newline: the problem, where it is, and the next step.
 */
export function diagnosticText(diagnostic: Diagnostic, look: Look = plainLook): string {
  return paintLines(diagnosticLines(diagnostic, look), look).replace(/\n$/, "");
}

export function diagnosticLines(diagnostic: Diagnostic, look: Look): readonly Line[] {
  const { severity, code, summary, detail, hint } = diagnostic;
  const width = Math.max(narrowest, look.width) - indent.length;
  const head = [
    styled(severityStyles[severity], severity),
    " ",
    styled("faint", `${code}:`),
    " ",
    styled("strong", summary),
  ];
  const body = [
    ...wrapText(detail, width),
    ...placeLines(diagnostic, width, look),
    ...(hint === undefined ? [] : hintLines(hint, width, look)),
  ];
  return [...wrapPieces(head, width), ...body.map((line): Line => [indent, ...line])];
}

const indent = "  ";
const narrowest = 20;

const severityStyles: Readonly<Record<Severity, Style>> = {
  error: "error",
  warning: "warning",
  note: "note",
};

function placeLines(diagnostic: Diagnostic, width: number, look: Look): readonly Line[] {
  const { resource, path, position, callers = [], related = [] } = diagnostic;
  return [
    ...(resource === undefined ? [] : resourceLines(resource, width)),
    ...(path === undefined ? [] : wrapPieces([styled("faint", "property "), path], width)),
    ...(position === undefined ? [] : [atLine(position, look), ...frameLines(position, 2, width, look)]),
    ...related.flatMap((place): readonly Line[] => [
      ...wrapText(place.message, width),
      ...(place.resource === undefined ? [] : wrapPieces([indent, resourceLabel(place.resource)], width)),
      ...(place.position === undefined ? [] : relatedPlace(place.position, width, look)),
    ]),
    ...(look.verbose ? callers.map((caller) => callerLine(caller, look)) : []),
  ];
}

/** Shows the source line only, without the lines around it. */
function relatedPlace(position: SourcePosition, width: number, look: Look): readonly Line[] {
  const lines = [atLine(position, look), ...frameLines(position, 0, width - indent.length, look)];
  return lines.map((line): Line => [indent, ...line]);
}

function frameLines(
  position: SourcePosition,
  around: number,
  width: number,
  { source }: Look,
): readonly Line[] {
  if (source === undefined) return [];
  const frame = sourceFrame(position, source, { width: width - indent.length, around });
  return frame.map((line): Line => [indent, ...line]);
}

function callerLine({ function: name, position }: Caller, look: Look): Line {
  return [styled("faint", name === undefined ? "called " : `called by ${name} `), ...atLine(position, look)];
}

/** The label of the resource, then its complete URN, because commands accept it. */
function resourceLines(urn: string, width: number): readonly Line[] {
  const label = resourceLabel(urn);
  return [
    ...wrapPieces([styled("faint", "resource "), label], width),
    ...(label === urn ? [] : [[styled("faint", urn)]]),
  ];
}

/** Never wrapped: terminals and editors turn it into a link. */
function atLine(position: SourcePosition, look: Look): Line {
  return [styled("faint", "at "), styled("note", positionText(position, look))];
}

/** Wraps sentences. A line after a colon, or an indented line, is meant to be pasted and is not wrapped. */
function hintLines(hint: string, width: number, look: Look): readonly Line[] {
  let isPasted = false;
  return hint.split("\n").flatMap((line, index, lines): readonly Line[] => {
    const isIndented = line.startsWith(" ");
    isPasted =
      isIndented || (index > 0 && (isPasted || lines[index - 1]!.endsWith(":")) && !isSentence(line));
    if (!isPasted) return wrapText(line, width);
    const pasted = line.trimStart();
    return [[isIndented ? line.slice(0, -pasted.length) : "    ", styled("strong", look.command(pasted))]];
  });
}

function isSentence(line: string): boolean {
  return /^\p{Lu}.*[.:]$/u.test(line) || /^(or|if|and)\b.*:$/.test(line);
}
