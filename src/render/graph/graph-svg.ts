import { displayWidth } from "../../std/display-width.js";
import { groupBy } from "../../std/group-by.js";
import { JSON } from "../../std/plain-json.js";
import { printable } from "../../std/printable.js";
import { shortenMiddle } from "../../std/shorten-text.js";
import type { Style } from "../look.js";
import { actionMark, markedActions } from "./action-mark.js";
import { drawnLines, type DrawnLine } from "./drawn-lines.js";
import { layOut, type ConnectorPath, type PlacedShape, type Point, type Shape } from "./layout/index.js";
import { colours, type Colours } from "./picture-colours.js";
import type { GraphNode, ResourceGraph } from "./resource-graph.js";

/**
 * Returns a graph as a self-contained SVG without scripts, fonts or other files. Dependencies are to the left of
 * their dependents, components are boxes, and every element has a tooltip.
 */
export function graphSvg(graph: ResourceGraph): string {
  const lines = drawnLines(graph);
  const picture = new Picture(graph, lines);
  const { width, height, places, pieces } = layOut(picture.shapes(), lines);
  const drawn = graph.nodes.map((node) => ({ node, place: places.get(node.urn)! }));
  const boxes = drawn.filter(({ place }) => place.isBox);
  const leaves = drawn.filter(({ place }) => !place.isBox);
  const legend = legendSvg(graph, lines, { top: height, least: width });
  const size = { width: svgNumber(legend.width), height: svgNumber(height + legend.height) };
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="coconut-graph" role="img" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<title>${graph.nodes.length} resources and their dependencies</title>`,
    styleSheet(),
    `<rect class="ground" width="100%" height="100%"/>`,
    ...boxes.sort((a, b) => b.place.width - a.place.width).map(({ node, place }) => picture.box(node, place)),
    ...pieces.map((piece) => picture.piece(piece)),
    ...[...new Set(lines.map(({ to }) => to))].map((urn) => arrow(places.get(urn)!)),
    ...leaves.map(({ node, place }) => picture.leaf(node, place, places)),
    legend.text,
    "</svg>",
  ].join("\n")}\n`;
}

/** Maximum width of a character in a monospaced font. */
const letter = { name: 13 * 0.61, type: 11 * 0.61 };
const longest = 30;

class Picture {
  readonly #nodes: ReadonlyMap<string, GraphNode>;
  /** By the resource that they point to. */
  readonly #lines: ReadonlyMap<string, readonly DrawnLine[]>;
  readonly #own: ReadonlyMap<string, DrawnLine>;

  constructor({ nodes }: ResourceGraph, lines: readonly DrawnLine[]) {
    this.#nodes = new Map(nodes.map((node) => [node.urn, node]));
    this.#lines = groupBy(lines, ({ to }) => to);
    this.#own = new Map(lines.map((line) => [lineKey(line.from, line.to), line]));
  }

  /** All shapes without members have the same width, so that columns and rows line up. */
  shapes(): readonly Shape[] {
    const holding = new Set([...this.#nodes.values()].map(({ component }) => component));
    const widthOf = (node: GraphNode) =>
      24 + Math.max(displayWidth(title(node)) * letter.name, displayWidth(typeText(node)) * letter.type);
    const leaves = [...this.#nodes.values()].filter(({ urn }) => !holding.has(urn));
    const width = Math.ceil(leaves.reduce((widest, node) => Math.max(widest, widthOf(node)), 110));
    return [...this.#nodes.values()].map((node) => ({
      key: node.urn,
      inside: node.component,
      width: holding.has(node.urn) ? Math.max(width, Math.ceil(widthOf(node))) : width,
      height: 46,
    }));
  }

  box(node: GraphNode, { x, y, width, height }: PlacedShape): string {
    const rect = `<rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="${svgNumber(width)}" height="${svgNumber(height)}" rx="10"/>`;
    return this.#group(
      `box ${styleOf(node)}`,
      node,
      rect,
      this.#labels(node, typeText(node), { x: x + 12, y }),
    );
  }

  leaf(
    node: GraphNode,
    { x, y, width, height }: PlacedShape,
    places: ReadonlyMap<string, PlacedShape>,
  ): string {
    const { kind, component } = node;
    const radius = kind === "provider" ? height / 2 : 6;
    const rect = `<rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="${svgNumber(width)}" height="${svgNumber(height)}" rx="${radius}"/>`;
    // If the component could not be drawn as a box around the shape, the label names it.
    const isLoose = component !== undefined && !places.get(component)!.isBox;
    const second = isLoose ? `in ${this.#nodes.get(component)!.name}` : typeText(node);
    const space = Math.floor((width - 24) / letter.type);
    const labels = this.#labels(node, shortenMiddle(printable(second), space), { x: x + 12, y });
    return this.#group(`node ${kind} ${styleOf(node)}`, node, rect, labels);
  }

  piece({ from, to, points }: ConnectorPath): string {
    const all = this.#lines.get(to)!;
    const own = all.length === 1 ? all[0] : from === undefined ? undefined : this.#own.get(lineKey(from, to));
    const used = printable(this.#nodes.get(to)!.name);
    const says =
      own === undefined
        ? `${all.length} resources depend on ${used}`
        : `${printable(this.#nodes.get(own.from)!.name)} depends on ${used}: ${own.through.join(", ")}`;
    const carriesValue = own?.carriesValue ?? all.some((line) => line.carriesValue);
    const classes = carriesValue ? "line" : "line order";
    return `<path class="${classes}" d="${pathThrough(points)}"><title>${escapedXml(says)}</title></path>`;
  }

  #labels(node: GraphNode, second: string, { x, y }: Point): string {
    const at = (below: number) => `x="${svgNumber(x)}" y="${svgNumber(y + below)}"`;
    return `<text class="name" ${at(20)}>${escapedXml(title(node))}</text><text class="type" ${at(36)}>${escapedXml(second)}</text>`;
  }

  #group(classes: string, node: GraphNode, ...parts: readonly string[]): string {
    const { name, type, urn, action, component } = node;
    const holder = component === undefined ? [] : [`in ${this.#nodes.get(component)!.name}`];
    const said = [name, type, ...holder, ...(action === undefined ? [] : [actionMark(action).words]), urn];
    const title = said.map((each) => escapedXml(printable(each))).join("\n");
    return `<g class="${classes}"><title>${title}</title>${parts.join("")}</g>`;
  }
}

const lineKey = (from: string, to: string) => JSON.stringify([from, to]);

/** Straight where the height stays the same, curved where it changes. */
function pathThrough(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const [at, height] = [svgNumber(x), svgNumber(y)];
      const before = points[index - 1];
      if (before === undefined) return `M${at} ${height}`;
      if (before.y === y) return `H${at}`;
      // Keeps the line straight for the length of an arrowhead. Otherwise the arrowhead would overlap diverging
      // lines.
      const parting = before.x + Math.min(10, (x - before.x) / 3);
      const middle = svgNumber((parting + x) / 2);
      return `H${svgNumber(parting)}C${middle} ${svgNumber(before.y)} ${middle} ${height} ${at} ${height}`;
    })
    .join("");
}

/** At the right side of the dependency. */
function arrow({ x, y, width, height }: PlacedShape): string {
  return `<path class="arrow" d="M${svgNumber(x + width)} ${svgNumber(y + height / 2)}l8 -4v8z"/>`;
}

function title({ name, action }: GraphNode): string {
  const symbol = action === undefined ? "" : actionMark(action).symbol;
  return `${symbol === "" ? "" : `${symbol} `}${shortenMiddle(printable(name), longest)}`;
}

function typeText({ type }: GraphNode): string {
  return shortenMiddle(printable(type), longest + 4);
}

function styleOf({ action }: GraphNode): string {
  return (action === undefined ? undefined : actionMark(action).style) ?? "plain";
}

/**
 * Follows the viewer's light or dark mode. All rules are below one class, so that they do not affect a page that
 * embeds the SVG.
 */
function styleSheet(): string {
  return `<style>
${[
  `.coconut-graph text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:11px}`,
  ".coconut-graph .name{font-size:13px}",
  ".coconut-graph .type,.coconut-graph .legend{opacity:.75}",
  ".coconut-graph rect{stroke-width:1.2}",
  ".coconut-graph .component:not(.box)>rect{stroke-dasharray:7 3}",
  ".coconut-graph .external>rect{stroke-dasharray:2 3}",
  ".coconut-graph .line{fill:none;stroke-width:1.2}",
  ".coconut-graph .order{stroke-dasharray:4 3}",
  ".coconut-graph .line:hover{stroke-width:2.5}",
  ...rules(colours.light),
  "@media (prefers-color-scheme:dark){",
  ...rules(colours.dark),
  "}",
].join("\n")}
</style>`;
}

const styles: readonly (Style | "plain")[] = [
  "plain",
  "faint",
  "create",
  "update",
  "replace",
  "delete",
  "record",
  "drift",
];

function rules(of: Colours): readonly string[] {
  return [
    `.coconut-graph .ground{fill:${of.ground};stroke:none}`,
    `.coconut-graph text{fill:${of.text}}`,
    `.coconut-graph .line{stroke:${of.edge}}`,
    `.coconut-graph .arrow{fill:${of.edge}}`,
    ...styles.map((style) => {
      const { fill, line } = of[style]!;
      return `.coconut-graph .${style}>rect{fill:${fill};stroke:${line}}`;
    }),
    // A box is the background of its members, so only its border shows the action.
    `.coconut-graph .box>rect{fill:${of.box.fill}}`,
  ];
}

interface LegendEntry {
  readonly words: string;
  /** Draws a sample of 26 by 12 from its upper left corner. */
  readonly sign: (x: number, y: number) => string;
}

/** Explains the colors, borders and lines that occur in the diagram. */
function legendSvg(
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

function nodeEntries({ nodes }: ResourceGraph): readonly LegendEntry[] {
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
    ...(kinds.has("external") ? [{ words: "read only", sign: rect("external plain", 3) }] : []),
  ];
}

function lineEntries(lines: readonly DrawnLine[]): readonly LegendEntry[] {
  const line = (classes: string) => (x: number, y: number) =>
    `<path class="${classes}" d="M${svgNumber(x)} ${svgNumber(y + 6)}h26"/><path class="arrow" d="M${svgNumber(x)} ${svgNumber(y + 6)}l8 -4v8z"/>`;
  return [
    ...(lines.some(({ carriesValue }) => carriesValue)
      ? [{ words: "uses a value of", sign: line("line") }]
      : []),
    ...(lines.some(({ carriesValue }) => !carriesValue)
      ? [{ words: "runs after", sign: line("line order") }]
      : []),
  ];
}

/** Escapes text for an element or an attribute. Characters that XML does not allow were made printable before. */
function escapedXml(text: string): string {
  return text.replaceAll(/[&<>"'\uFFFE\uFFFF]/g, (character) => escapes[character] ?? "\uFFFD");
}

/** Formats a number with at most one decimal and no trailing zeros. */
function svgNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
