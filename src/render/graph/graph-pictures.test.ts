import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../tests/support/golden.js";
import type { ChangeAction, EdgeKind, ResourceKind } from "../../model/index.js";
import { plainLook } from "../look.js";
import {
  graphDot,
  graphJson,
  graphMermaid,
  graphSvg,
  graphText,
  type GraphEdge,
  type GraphNode,
  type ResourceGraph,
} from "./index.js";

const urn = (name: string) => `urn:pulumi:dev::shop::cloud:index:Thing::${name}`;

function node(
  name: string,
  action?: ChangeAction,
  more: { readonly in?: string; readonly kind?: ResourceKind } = {},
): GraphNode {
  return {
    urn: urn(name),
    name,
    type: "cloud:index:Thing",
    kind: more.kind ?? "custom",
    ...(action !== undefined && { action }),
    ...(more.in !== undefined && { component: urn(more.in) }),
  };
}

function edge(from: string, to: string, field?: string, kind: EdgeKind = "input"): GraphEdge {
  return { from: urn(from), to: urn(to), kind, ...(field !== undefined && { field }) };
}

const evil = `e"v'i<l>&\\N;\n\u0007|]{}#quot;\`--`;

const graphs: Readonly<Record<string, ResourceGraph>> = {
  empty: { nodes: [], edges: [] },
  state: { nodes: [node("net"), node("web")], edges: [edge("web", "net", "subnet")] },
  shop: {
    nodes: [
      node("cloud", "same", { kind: "provider" }),
      node("image", "read", { kind: "external" }),
      node("net", "same", { kind: "component" }),
      node("vpc", "same", { in: "net" }),
      node("subnet", "update", { in: "net" }),
      node("web", "create", { kind: "component" }),
      node("fleet", "create", { in: "web", kind: "component" }),
      node("vm-1", "create", { in: "fleet" }),
      node("vm-2", "replace", { in: "fleet" }),
      node("balancer", "create", { in: "web" }),
      node("empty", "record", { kind: "component" }),
      node("old", "delete"),
      node("older", "forget"),
      node("left", "undetermined"),
    ],
    edges: [
      edge("vpc", "cloud", undefined, "provider"),
      edge("subnet", "vpc", "vpc"),
      edge("subnet", "cloud", undefined, "provider"),
      edge("vm-1", "subnet", "subnet"),
      edge("vm-1", "image", "image"),
      edge("vm-2", "subnet", "subnet"),
      edge("vm-2", "subnet", "security.groups"),
      edge("vm-2", "image", "image"),
      edge("balancer", "vm-1", "targets"),
      edge("balancer", "vm-2", "targets"),
      edge("web", "net", undefined, "depends-on"),
      edge("old", "older", "archive"),
    ],
  },
  // Out of one component, into the other, and back: only one of them can be a box.
  entangled: {
    nodes: [
      node("left", undefined, { kind: "component" }),
      node("a", undefined, { in: "left" }),
      node("d", undefined, { in: "left" }),
      node("right", undefined, { kind: "component" }),
      node("b", undefined, { in: "right" }),
      node("c", undefined, { in: "right" }),
    ],
    edges: [edge("b", "a", "x"), edge("d", "c", "x"), edge("a", "left", undefined, "depends-on")],
  },
  escapes: {
    nodes: [
      { ...node(evil, "create"), type: `t:${evil}` },
      { ...node("box", "same", { kind: "component" }), name: evil },
      node("椰子-長い名前がここにあります-これはとても長い", "update", { in: "box" }),
    ],
    edges: [
      edge(evil, "box", evil),
      edge(evil, "椰子-長い名前がここにあります-これはとても長い", "b", "replace-with"),
    ],
  },
};

const formats = {
  txt: (graph: ResourceGraph) => graphText(graph, plainLook),
  "40.txt": (graph: ResourceGraph) => graphText(graph, { ...plainLook, width: 40 }),
  dot: graphDot,
  mmd: graphMermaid,
  json: (graph: ResourceGraph) => `${JSON.stringify(graphJson(graph), undefined, 2)}\n`,
  svg: graphSvg,
};

describe.each(Object.keys(graphs))("the picture of %s", (name) => {
  test.each(Object.keys(formats) as (keyof typeof formats)[])("as %s", async (format) => {
    const golden = new URL(`../../../tests/golden/graph/${name}.${format}`, import.meta.url);
    await expectGolden(formats[format](graphs[name]!), golden);
  });
});

describe("nobody's name gets out of its place", () => {
  const escaped = graphs["escapes"]!;

  test("in DOT: every line is a whole statement, every quote is closed", () => {
    for (const line of graphDot(escaped).split("\n")) {
      const withoutTexts = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
      expect(withoutTexts).toMatch(/^[\w\s=[\],;{}>.-]*$/);
    }
  });

  test("in Mermaid: between quotes there are letters, digits, a few signs and numbers of others", () => {
    const texts = [...graphMermaid(escaped).matchAll(/"([^"\n]*)"/g)].map(([, text]) => text!);
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts)
      expect(text.replaceAll("<br/>", "")).toMatch(/^(?:[\p{L}\p{N} .,:/_-]|#\d+;)*$/u);
  });

  test("in SVG: it is well formed, and has no script, no link, nothing from elsewhere", () => {
    const svg = graphSvg(escaped);
    expect(unclosedTags(svg)).toEqual([]);
    expect(svg).not.toMatch(/<script|<image|<a |href|@import|url\(|\son\w+=/i);
    expect(svg.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
    expect(svg).not.toMatch(/[^\P{Control}\n]/u);
  });
});

test("a thousand resources are drawn in a moment, and a long row of them too", () => {
  const many = Array.from({ length: 1000 }, (_, index) => index);
  const crowd: ResourceGraph = {
    nodes: many.map((index) =>
      index % 20 === 0
        ? node(`r${index}`, "create", { kind: "component" })
        : node(`r${index}`, "create", { in: `r${index - (index % 20)}` }),
    ),
    edges: many.flatMap((index) =>
      index % 20 < 2
        ? []
        : [edge(`r${index}`, `r${index - 1}`, "a"), edge(`r${index}`, `r${Math.floor(index / 3) | 1}`, "b")],
    ),
  };
  const row: ResourceGraph = {
    nodes: many.map((index) => node(`r${index}`, "create")),
    edges: many
      .slice(1)
      .flatMap((index) => [edge(`r${index}`, `r${index - 1}`, "a"), edge(`r${index}`, "r0", "b")]),
  };
  for (const graph of [crowd, row]) {
    const svg = graphSvg(graph);
    expect(svg.match(/<g class="(?:node|box) [^"]*"><title>/g)).toHaveLength(1000);
    expect(svg.length).toBeLessThan(3_000_000);
  }
});

/** The tags that are not closed where they should be, in a document without comments and the like. */
function unclosedTags(xml: string): readonly string[] {
  const open: string[] = [];
  for (const [, closing, name, rest] of xml.matchAll(/<(\/?)([a-z]+)((?:\s[\w-]+="[^"<]*")*\s*\/?)>/g)) {
    if (closing === "/") {
      if (open.pop() !== name) return [`</${name}>`];
    } else if (!rest!.endsWith("/")) {
      open.push(name!);
    }
  }
  const others = xml.replaceAll(/<\/?[a-z]+(?:\s[\w-]+="[^"<]*")*\s*\/?>/g, "");
  return [...open, ...(others.match(/[<>](?!rect\{)|&(?!(?:amp|lt|gt|quot|#39);)/g) ?? [])];
}
