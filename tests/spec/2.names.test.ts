import { afterAll, beforeAll, expect } from "vitest";
import { spec } from "./ledger.js";
import { ModuleProjects, type ProjectStep, type StepReport } from "./module-project.js";

const projects = new ModuleProjects();
afterAll(() => projects.remove());

const imports = `import * as coconut from "@coconut/coconut";\nimport { Box } from "./box.js";\n`;
const parts = (text: string) => ({ "lib/parts.ts": `import { Box } from "../box.js";\n${text}` });

/** One life of a project; the tests look at its parts. */
const life = {
  first: {
    run: "apply",
    files: {
      ...parts(
        `export class Shelf { top = new Box({ label: "top" }); constructor(public id: string) { new Box({ label: "bottom" }, { id }); new Box({ label: "middle" }); } }
export const odd = () => [new Box({ label: "x" }), new Box({ label: "y" })];`,
      ),
      "main.ts": `${imports}import { odd, Shelf } from "./lib/parts.js";
const logs = new Box({ label: "logs" });
const one = new Box({ label: "one" }, { id: "chosen" });
const world = new Box({ label: "world" }, { globalId: "4711" });
new Box("named", { label: "named" });
new Shelf("chosen");
odd();
class Site extends coconut.ComponentResource {
  constructor(name: string) {
    super("shop:web:Site", name);
    class Inner extends coconut.ComponentResource {
      page = new Box({ label: "page" }, { parent: this });
      constructor(parent: coconut.Resource) { super("shop:web:Inner", "inner", {}, { parent }); }
    }
    new Inner(this);
  }
}
new Site("front");
export const arn = logs.arn;`,
    },
  },
  moved: {
    run: "plan",
    files: {
      ...parts(
        `export class Shelf { top = new Box({ label: "top" }); constructor(public id: string) { new Box({ label: "bottom" }, { id }); new Box({ label: "middle" }); } }
export const odd = () => [new Box({ label: "x" }), new Box({ label: "y" })];
export const logs = new Box({ label: "logs" });
export class World { it = new Box({ label: "world" }, { globalId: "4711" }); }`,
      ),
      "main.ts": `${imports}import { odd, Shelf, World } from "./lib/parts.js";
const one = new Box({ label: "one" }, { id: "chosen" });
new World();
new Box("named", { label: "named" });
new Shelf("chosen");
odd();`,
    },
  },
  twice: {
    run: "plan",
    entry: "twice.ts",
    files: {
      "twice.ts": `${imports}new Box({}, { globalId: "4711" });\nnew Box({ size: 2 }, { globalId: "4711" });\n`,
    },
  },
  sameName: {
    run: "plan",
    entry: "same.ts",
    files: { "same.ts": `${imports}new Box("a", {});\n  new Box("a", { size: 2 });\n` },
  },
  namespaced: {
    run: "apply",
    entry: "other.ts",
    namespace: "acmecorp",
    files: { "other.ts": `${imports}export const only = new Box({}).arn;` },
  },
  direct: {
    run: "apply",
    entry: "direct.ts",
    namespace: "direct",
    files: {
      "direct.ts": `import * as coconut from "@coconut/coconut";
class MyResource extends coconut.Resource {
    constructor(name: string) {
        super(name, { given: 1 });
    }
}
export const urn = new MyResource("mine").urn;`,
    },
  },
} satisfies Record<string, ProjectStep>;

let reports: Record<keyof typeof life, StepReport>;
beforeAll(async () => {
  const done = await projects.run(Object.values(life));
  reports = Object.fromEntries(
    Object.keys(life).map((name, index) => [name, done[index]!]),
  ) as typeof reports;
}, 60_000);

const monikers = () => reports.first.resources.map(({ moniker }) => moniker);
const named = (name: string) => reports.first.resources.find((each) => each.name === name);

spec("2.8", () => {
  const { problems, resources, outputs } = reports.direct;
  expect(problems).toEqual([]);
  expect(resources).toMatchObject([{ name: "mine", type: "shop:direct:MyResource", kind: "component" }]);
  expect(outputs).toEqual({ urn: "urn:pulumi:dev:direct::shop::shop:direct:MyResource::mine" });
});

spec("2.25", () => {
  const { problems } = reports.sameName;
  expect(problems.length).toBe(1);
  expect(problems[0]).toMatch(/^same\.ts:4:3 sdk\/duplicate-urn .*named "a".*same\.ts:3:1/s);
  const urns = reports.first.resources.map(({ urn }) => urn);
  expect(new Set(urns).size).toBe(urns.length);
});

spec("2.33", () => {
  expect(reports.first.problems).toEqual([]);
  expect(named("shop:main#logs")).toBeDefined();
  expect(reports.first.outputs).toEqual({ arn: "arn:logs" });
});

spec("2.34", () => {
  expect(named("shop:main#logs")).toBeDefined();
  expect(named("shop:lib/parts/Shelf#top")).toBeDefined();
});

spec("2.35", () => {
  expect(named("shop:main#logs")!.urn).toBe("urn:pulumi:dev::shop::box:index:Box::shop:main#logs");
  expect(reports.namespaced.resources.map(({ urn }) => urn)).toEqual([
    "urn:pulumi:dev:acmecorp::shop::box:index:Box::shop:other",
  ]);
});

spec("2.36", () => {
  expect(monikers()).toEqual(
    expect.arrayContaining([
      "dev#4711",
      "dev:shop:lib/parts:box:index:Box",
      "dev:shop:main:box:index:Box#logs",
      "dev:shop:lib/parts/Shelf:box:index:Box",
      "dev:shop:lib/parts/Shelf:box:index:Box#chosen",
    ]),
  );
  expect(reports.namespaced.resources.map(({ moniker }) => moniker)).toEqual([
    "dev:acmecorp:shop:other:box:index:Box",
  ]);
});

spec("2.37", () => {
  const page = reports.first.resources.find(({ name }) => name.endsWith("#page"));
  expect(page).toMatchObject({
    name: "inner/shop:main/Inner#page",
    urn: "urn:pulumi:dev::shop::shop:web:Site$shop:web:Inner$box:index:Box::inner/shop:main/Inner#page",
    moniker:
      "dev:shop:main:shop:web:Site#front/shop:main/Site:shop:web:Inner#inner/shop:main/Inner:box:index:Box#page",
  });
  expect(new Set(monikers()).size).toBe(monikers().length);
});

spec("2.38", () => {
  expect(named("named")!.urn).toMatch(/^urn:pulumi:dev::/);
  expect(reports.namespaced.resources[0]!.urn).toMatch(/^urn:pulumi:dev:acmecorp::/);
});

spec("2.40", () => {
  expect(named("#4711")).toMatchObject({ moniker: "dev#4711" });
});

spec("2.42", () => {
  expect(reports.moved.problems).toEqual([]);
  expect(reports.moved.actions["#4711"]).toMatch(/^(same|record)$/);
});

spec("2.43", () => {
  expect(reports.twice.problems.length).toBe(1);
  expect(reports.twice.problems[0]).toMatch(/^twice\.ts:4:1 sdk\/duplicate-urn/);
});

spec("2.44", () => {
  expect(monikers()).toContain("dev:shop:lib/parts/Shelf:box:index:Box#top");
});

spec("2.45", () => {
  const inClass = monikers().filter((each) => each?.includes("lib/parts/Shelf:"));
  expect(new Set(inClass)).toEqual(
    new Set([
      "dev:shop:lib/parts/Shelf:box:index:Box",
      "dev:shop:lib/parts/Shelf:box:index:Box#chosen",
      "dev:shop:lib/parts/Shelf:box:index:Box#top",
    ]),
  );
});

spec("2.46", () => {
  for (const { moniker, type } of reports.first.resources) {
    if (moniker !== undefined && moniker !== "dev#4711") expect(moniker).toContain(`:${type}`);
  }
});

spec("2.47", () => {
  expect(named("shop:main#logs")!.type).toBe("box:index:Box");
  expect(reports.direct.resources[0]!.type).toBe("shop:direct:MyResource");
});

spec("2.48", () => {
  expect(named("shop:lib/parts")).toBeDefined();
  expect(named("shop:lib/parts#2")).toBeDefined();
  expect(named("shop:main#chosen")).toBeDefined();
});

spec("2.49", () => {
  expect([named("shop:main#chosen")!.moniker, named("shop:lib/parts/Shelf#chosen")!.moniker]).toEqual([
    "dev:shop:main:box:index:Box#chosen",
    "dev:shop:lib/parts/Shelf:box:index:Box#chosen",
  ]);
});

spec("2.50", () => {
  expect(named("shop:lib/parts#logs")).toBeUndefined();
  expect(reports.moved.actions).toHaveProperty(["shop:lib/parts#logs"]);
});

spec("2.52", () => {
  expect(reports.moved.actions).toMatchObject({
    "shop:main#logs": "delete",
    "shop:lib/parts#logs": "create",
  });
});
