import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Report } from "../../support/built-package.js";

/** The lines of `main.ts`, each with the names of the resources that it makes. */
const lines: readonly [code: string, ...names: string[]][] = [
  [`import { Resource } from "@coconut/coconut";`],
  [
    `import { Box, Group } from "./box.js"; import * as boxes from "./box.js"; import { Pack } from "@acme/parts";`,
  ],
  [`new Box("plain", {});`, "plain"],
  [`const logs = new Box({ size: 1 });`, "shop:main#logs"],
  [`const none = new Box();`, "shop:main#none"],
  [`const spread = new Box(...[{ size: 1 }]);`, "shop:main#spread"],
  [`const nothing = new Box(undefined);`, "shop:main#nothing"],
  [`const deep = new boxes.Box({});`, "shop:main#deep"],
  [`new Box({});`, "shop:main"],
  [`new Box({}); new Box({});`, "shop:main#2", "shop:main#3"],
  [`new Group({});`, "shop:main"],
  [`let later; later = new Box({});`, "shop:main#later"],
  [`const chosen = logs ? new Box({}) : new Box({});`, "shop:main#chosen"],
  [`const maybe = undefined ?? new Box({});`, "shop:main#maybe"],
  [
    `const held = { inner: new Box({}), "quoted-key": new Box({}) };`,
    "shop:main#inner",
    "shop:main#quoted-key",
  ],
  [`const outer = new Group({ given: new Box({}) });`, "shop:main#given", "shop:main#outer"],
  [
    `const list = [new Box({}, { id: "one" }), new Box({}, { id: "two" })];`,
    "shop:main#one",
    "shop:main#two",
  ],
  [`const named = new Box({}, { id: "explicit" });`, "shop:main#explicit"],
  [`const world = new Box({}, { globalId: "4711" });`, "#4711"],
  [`const child = new Box({}, { parent: outer });`, "shop:main#outer/shop:main#child"],
  [`new Box({}, { parent: outer });`, "shop:main#outer/shop:main"],
  [
    `const byKey: any = {}; for (const region of ["eu", "us"]) byKey[region] = new Box({});`,
    "shop:main#eu",
    "shop:main#us",
  ],
  [
    `const mapped = Object.fromEntries(["x", "y"].map((key) => [key, { [key]: new Box({}) }]));`,
    "shop:main#x",
    "shop:main#y",
  ],
  [
    `for (let n = 0; n < 3; n++) { const looped = new Box({}); }`,
    "shop:main#looped",
    "shop:main#looped-2",
    "shop:main#looped-3",
  ],
  [`const defaulted = (box = new Box({})) => box; defaulted();`, "shop:main#box"],
  [
    `class Stack { field = new Box({}); static shared = new Box({}); #hidden = new Box({}); assigned; constructor() { this.assigned = new Box({}); new Box({}); } }`,
    "shop:main/Stack#shared",
  ],
  [
    `new Stack();`,
    "shop:main/Stack#field",
    "shop:main/Stack#hidden",
    "shop:main/Stack#assigned",
    "shop:main/Stack",
  ],
  [`const picked = new (((): any => Box)())({});`, "shop:main#picked"],
  [`const Anonymous = class { inside = new Box({}); }; new Anonymous();`, "shop:main/Anonymous#inside"],
  [`new Pack("pack");`, "pack", "pack/@acme/parts:lib/pack/Pack#inner"],
  [`class Mine extends Resource { constructor(name: string) { super(name); } } new Mine("m");`, "m"],
  [
    `class Own extends Resource { constructor(args: any) { super(args); } } const own = new Own({});`,
    "shop:main#own",
  ],
  [`export default new Box({});`, "shop:main#4"],
];

describe("names of resources", () => {
  const built = new BuiltPackage();
  const project = built.project({
    "main.ts": `${lines.map(([code]) => code).join("\n")}\nimport "./net/other.js";\n`,
    "box.ts": `import { ComponentResource, CustomResource } from "@coconut/coconut";
      export class Box extends CustomResource { constructor(...given: any[]) { super("shop:web:Box", ...(given as [any])); } }
      export class Group extends ComponentResource { constructor(...given: any[]) { super("shop:web:Group", ...(given as [any])); } }`,
    // The compiler renames what is called the same in two files.
    "net/other.ts": `import { Box } from "../box.js"; import { Resource } from "@coconut/coconut";
      const logs = new Box({});
      class Stack extends Resource { inner = new Box({}); constructor() { super("stack"); } }
      new Stack();`,
    "node_modules/@acme/parts/package.json": `{ "name": "@acme/parts", "type": "module", "exports": { ".": { "import": "./lib/pack.js" } }, "coconut": {} }`,
    "node_modules/@acme/parts/lib/pack.js": `import { ComponentResource } from "@coconut/coconut";
      class Inner extends ComponentResource { constructor(args, options) { super("acme:parts:Inner", args, options); } }
      export class Pack extends ComponentResource {
        constructor(name) { super("acme:parts:Pack", name); this.inner = new Inner({}, { parent: this }); } }`,
  });
  let report: Report;
  beforeAll(async () => {
    report = await project.run();
    if (report.diagnostics.length > 0) throw new Error(JSON.stringify(report.diagnostics));
  });
  afterAll(() => built.remove());

  test("are made from module, class and binding", () => {
    const own = report.registrations.filter(({ position }) => !position.startsWith("net/"));
    expect(own.map(({ name }) => name)).toEqual(lines.flatMap(([, ...names]) => names));
  });

  test("of renamed variables and classes are the author's", () => {
    const other = report.registrations.filter(({ position }) => position.startsWith("net/"));
    expect(other.map(({ type, name }) => `${type} ${name}`)).toEqual([
      "shop:web:Box shop:net/other#logs",
      "shop:net_other:Stack stack",
      "shop:web:Box shop:net/other/Stack#inner",
    ]);
  });

  test("types are declared for classes that extend Resource", () => {
    const type = (name: string) => report.registrations.find((each) => each.name === name)?.type;
    expect([type("m"), type("shop:main#own")]).toEqual(["shop:main:Mine", "shop:main:Own"]);
  });

  test("scopes are kept, also of named ones", () => {
    const scope = (name: string) => report.registrations.find((each) => each.name === name)?.scope;
    expect(scope("plain")).toEqual({ module: "shop:main", id: "plain" });
    expect(scope("shop:main/Stack#field")).toEqual({ module: "shop:main", class: "Stack", id: "field" });
    expect(scope("shop:main#2")).toEqual({ module: "shop:main", number: 2 });
    expect(scope("#4711")).toEqual({ module: "shop:main", id: "world" });
  });

  test("a counted name is a warning, once per place", () => {
    const line = lines.findIndex(([code]) => code.startsWith("for (let n")) + 1;
    expect(report.warnings.map(({ code, position }) => ({ code, position }))).toEqual([
      { code: "sdk/ambiguous-name", position: `main.ts:${line}:46` },
    ]);
  });
});
