import { afterAll, expect, test, vi } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const program = `${imports}import { Pair } from "@acme/parts";
class Room extends coconut.ComponentResource {
  readonly chest: InstanceType<typeof Box>;
  constructor(name: string, options?: coconut.ComponentResourceOptions) {
    super("shop:index:Room", name, {}, options);
    this.chest = new Box({ label: name }, { parent: this });
  }
}
const left = new Room("left");
const right = new Room("right", { parent: left });
new Pair("pair");
const lid = new Box({ label: "lid" });
new Box("lid", { label: "other lid" });
`;

const parts = `import { ComponentResource } from "@coconut/coconut";
class Half extends ComponentResource { constructor(args, options) { super("acme:parts:Half", args, options); } }
export class Pair extends ComponentResource {
  constructor(name) { super("acme:parts:Pair", name); this.first = new Half({}, { parent: this }); }
}`;

const room = "dev:shop:main:shop:index:Room#left";
const inner = `${room}/shop:main:shop:index:Room#right`;
const monikers = {
  left: room,
  right: inner,
  "left/shop:main/Room#chest": `${room}/shop:main/Room:shelf:index:Box#chest`,
  "right/shop:main/Room#chest": `${inner}/shop:main/Room:shelf:index:Box#chest`,
  pair: "dev:shop:main:acme:parts:Pair#pair",
  "pair/@acme/parts:index/Pair#first":
    "dev:shop:main:acme:parts:Pair#pair/@acme/parts:index/Pair:acme:parts:Half#first",
  "shop:main#lid": "dev:shop:main:shelf:index:Box#shop:main#lid",
  lid: "dev:shop:main:shelf:index:Box#lid",
};

test("monikers name package and module, nest by parents, and are what commands take", async () => {
  const shop = projects.project(program, {
    "node_modules/@acme/parts/package.json": `{ "name": "@acme/parts", "type": "module", "exports": "./index.js", "peerDependencies": { "@coconut/coconut": "*" } }`,
    "node_modules/@acme/parts/index.js": parts,
  });
  const { plan } = JSON.parse((await shop.coco("plan", "--json")).output) as {
    readonly plan: { readonly changes: readonly { readonly name: string; readonly moniker: string }[] };
  };
  const planned = Object.fromEntries(plan.changes.map(({ name, moniker }) => [name, moniker]));
  expect(planned).toEqual(monikers);
  expect((await shop.coco("apply", "-y")).status).toBe(0);

  const { output } = await shop.coco("state", "ls");
  const listed = output
    .trim()
    .split("\n")
    .map((line) => line.split("  ")[0]);
  expect(new Set(listed)).toEqual(new Set(Object.values(monikers)));

  const chest = monikers["right/shop:main/Room#chest"];
  for (const command of [
    ["state", "show", chest],
    ["explain", chest],
    ["plan", "--target", chest],
    ["state", "taint", chest],
  ]) {
    const { status, errors } = await shop.coco(...command);
    expect([command, status, errors]).toEqual([command, 0, ""]);
  }
  const shown = await shop.coco("state", "show", chest, "--json");
  expect(shown.output).toContain(`"moniker": ${JSON.stringify(chest)}`);
  expect(shown.output).not.toContain("formerMoniker");
  const renamed = await shop.coco("rename", monikers["shop:main#lid"], "cover");
  expect([renamed.status, renamed.errors]).toEqual([0, ""]);
});

test("a moniker without its parents, as it was printed before, is understood where it means one resource", async () => {
  const shop = projects.project(
    program.replace(`import { Pair } from "@acme/parts";`, "").replace("new Pair", "// "),
  );
  await shop.coco("apply", "-y");
  const shown = await shop.coco("state", "show", "dev:shop:main:shop:index:Room#right");
  expect([shown.status, shown.output.split("\n")[0]]).toEqual([0, `moniker: ${inner}`]);
  expect((await shop.coco("explain", "dev:shop:main:shop:index:Room#right")).status).toBe(0);
  const both = await shop.coco("state", "show", "dev:shop:main/Room:shelf:index:Box#chest");
  expect(both.status).toBe(1);
  expect(both.errors).toContain("plan/ambiguous-resource");
  expect(both.errors).toContain("::left/shop:main/Room#chest");
  expect(both.errors).toContain("::right/shop:main/Room#chest");
});
