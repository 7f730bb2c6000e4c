import { actionMark, markedActions } from "./action-mark.js";
import type { DrawnLine } from "./drawn-lines.js";
import type { ResourceGraph } from "./resource-graph.js";
import { svgNumber } from "./svg-text.js";

interface Entry {
  readonly words: string;
  /** From the upper left corner of a sign of 26 by 12. */
  readonly sign: (x: number, y: number) => string;
}

/** What the colours, borders and lines of a picture mean, as far as they are in it. */
export function legendSvg(
  graph: ResourceGraph,
  lines: readonly DrawnLine[],
  { top, least }: { readonly top: number; readonly least: number },
): { readonly text: string; readonly width: number; readonly height: number } {
  const entries = [...nodeEntries(graph), ...lineEntries(lines)];
  if (entries.length === 0) return { text: "", width: least, height: 0 };
  const width = Math.max(least, 320);
  let [x, y] = [margin, top];
  const parts = entries.map(({ words, sign }) => {
    const wide = 34 + words.length * 6.8 + 20;
    if (x > margin && x + wide > width - margin) [x, y] = [margin, y + 20];
    const part = `${sign(x, y)}<text class="legend" x="${svgNumber(x + 34)}" y="${svgNumber(y + 10)}">${words}</text>`;
    x += wide;
    return part;
  });
  return { text: parts.join("\n"), width, height: y - top + 12 + margin };
}

const margin = 20;

function nodeEntries({ nodes }: ResourceGraph): readonly Entry[] {
  const actions = new Set(nodes.map(({ action }) => action));
  const kinds = new Set(nodes.map(({ kind }) => kind));
  const rect = (classes: string, radius: number) => (x: number, y: number) =>
    `<g class="${classes}"><rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="26" height="12" rx="${radius}"/></g>`;
  return [
    ...markedActions
      .filter((action) => actions.has(action))
      .map((action) => {
        const { symbol, words, style = "plain" } = actionMark(action);
        return {
          words: symbol === "" ? words : `${symbol === ">" ? "&gt;" : symbol} ${words}`,
          sign: rect(style, 3),
        };
      }),
    ...(kinds.has("component") ? [{ words: "component", sign: rect("box component plain", 6) }] : []),
    ...(kinds.has("provider") ? [{ words: "provider", sign: rect("plain", 6) }] : []),
    ...(kinds.has("external") ? [{ words: "only read", sign: rect("external plain", 3) }] : []),
  ];
}

function lineEntries(lines: readonly DrawnLine[]): readonly Entry[] {
  const line = (classes: string) => (x: number, y: number) =>
    `<path class="${classes}" d="M${svgNumber(x)} ${svgNumber(y + 6)}h26"/><path class="arrow" d="M${svgNumber(x)} ${svgNumber(y + 6)}l8 -4v8z"/>`;
  return [
    ...(lines.some(({ carriesValue }) => carriesValue)
      ? [{ words: "needs a value of", sign: line("line") }]
      : []),
    ...(lines.some(({ carriesValue }) => !carriesValue)
      ? [{ words: "comes after", sign: line("line order") }]
      : []),
  ];
}
