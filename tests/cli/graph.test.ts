import { existsSync, readFileSync, statSync } from "node:fs";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 60_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = `${imports}
class Room extends coconut.ComponentResource {
  constructor(name: string) {
    super("shop:index:Room", name);
    const chest = new Box("chest", { label: "chest" }, { parent: this });
    new Box("lid", { label: chest.id.apply((id) => id + "-lid") }, { parent: this });
  }
}
const room = new Room("hall");
new Plain("door", { label: "door" }, { dependsOn: room });`;

interface Drawn {
  readonly nodes: readonly {
    readonly urn: string;
    readonly name: string;
    readonly action?: string;
    readonly component?: string;
  }[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly kind: string;
    readonly field?: string;
  }[];
}

function shortened({ nodes, edges }: Drawn) {
  const name = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);
  return {
    nodes: nodes.map((each) => [each.name, each.action, each.component && name(each.component)]),
    edges: edges.map(({ from, to, kind, field }) => [name(from), name(to), field ?? kind]),
  };
}

describe("coco graph", () => {
  test("draws what an apply would do, and afterwards what there is, without a program", async () => {
    const shop = projects.project(program);
    const text = await shop.coco("graph");
    expect(text).toMatchObject({ status: 0, errors: "" });
    expect(text.output).toMatch(
      /Layer 1\n {2}\+ hall shop:index:Room\n\nLayer 2\n {2}\+ chest [^]*Layer 3\n {2}\+ lid [^\n]*in hall\n {8}depends on chest \(label\)/,
    );

    const planned = JSON.parse((await shop.coco("graph", "--format", "json")).output) as Drawn;
    expect(shortened(planned)).toEqual({
      nodes: [
        ["hall", "create", undefined],
        ["chest", "create", "hall"],
        ["lid", "create", "hall"],
        ["door", "create", undefined],
      ],
      edges: [
        ["lid", "chest", "label"],
        ["door", "hall", "depends-on"],
        ["door", "chest", "depends-on"],
        ["door", "lid", "depends-on"],
      ],
    });
    expect(shop.shelf()).toEqual([]);

    await shop.coco("apply", "-y");
    shop.files.write({ "main.ts": "this is no program" });
    expect((await shop.coco("graph")).status).toBe(1);
    const state = await shop.coco("graph", "--from", "state", "--json");
    expect(state).toMatchObject({ status: 0, errors: "" });
    const { graph } = JSON.parse(state.output) as { graph: Drawn };
    // In state they stand in the order in which they were made, which is not always the same.
    expect(new Set(shortened(graph).edges)).toEqual(new Set(shortened(planned).edges));
    expect(graph.nodes.map(({ action }) => action)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("what leaves keeps its place and what it stood on", async () => {
    const shop = projects.project(program);
    await shop.coco("apply", "-y");
    shop.files.write({ "main.ts": imports });
    const { output } = await shop.coco("graph", "--format", "json");
    const { nodes, edges } = shortened(JSON.parse(output) as Drawn);
    expect(new Set(nodes.map(([name, action]) => `${name} ${action}`))).toEqual(
      new Set(["door delete", "lid delete", "chest delete", "hall forget"]),
    );
    expect(edges).toContainEqual(["lid", "chest", "label"]);
    expect(nodes.find(([name]) => name === "lid")).toEqual(["lid", "delete", "hall"]);
  });

  test("writes a file, whose name says the format", async () => {
    const shop = projects.project(program);
    const begins: readonly (readonly [file: string, begin: string])[] = [
      ["a.svg", "<svg "],
      ["a.dot", "digraph "],
      ["a.MMD", "flowchart "],
      ["a.json", "{\n"],
      ["a.txt", "Layer 1\n"],
    ];
    for (const [name, begin] of begins) {
      const file = shop.files.path(name);
      const drawn = await shop.coco("graph", "--out", file);
      expect(drawn).toMatchObject({ status: 0, errors: "" });
      expect(drawn.output).toContain(name);
      expect(readFileSync(file, "utf8").startsWith(begin)).toBe(true);
    }
    expect(statSync(shop.files.path("a.svg")).mode & 0o044).not.toBe(0);
    expect((await shop.coco("graph", "--out", shop.files.path("b"), "--format", "svg")).status).toBe(0);
    expect(readFileSync(shop.files.path("b"), "utf8")).toBe(readFileSync(shop.files.path("a.svg"), "utf8"));
  });

  test.each([
    [["--format", "png"], "--format must be text, dot, mermaid, json or svg."],
    [["--out", "picture.png"], "The file extension does not select a format"],
    [["--out", "__proto__"], "The file extension does not select a format"],
    [["--from", "memory"], "--from must be plan or state."],
    [["--from", "state", "--no-refresh"], "--no-refresh has no effect with --from state"],
  ])("refuses %j", async (parameters, says) => {
    const shop = projects.project(program);
    const refused = await shop.coco("graph", ...parameters);
    expect(refused).toMatchObject({ status: 64, output: "" });
    expect(refused.errors).toContain(says);
    expect(existsSync(shop.files.path("picture.png"))).toBe(false);
  });

  test("a file that cannot be written, and a stack that is not there, are said", async () => {
    const shop = projects.project(program);
    const unwritten = await shop.coco("graph", "--out", shop.files.path("no/such/folder.svg"));
    expect(unwritten.errors).toContain("cli/file-access");
    expect(unwritten.status).not.toBe(0);
    expect((await shop.coco("graph", "--from", "state", "-s", "prod")).errors).toContain("store/no-stack");
  });
});
