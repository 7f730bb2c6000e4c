import * as coconut from "@coconut/coconut";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
import { afterAll, expect } from "vitest";
import { diskPackage } from "./disk.js";
import { spec } from "./ledger.js";
import { ModuleProjects } from "./module-project.js";
import { actionsIn, openStack, refusalOf } from "./open-stack.js";

const projects = new ModuleProjects();
afterAll(() => projects.remove());

const header = `import { Box } from "./box.js";\nconst box = new Box("a", { label: "a" });\n`;

spec("2.20", async () => {
  const programs = {
    "if.ts": `${header}if (box.arn) new Box("b", {});\n`,
    "ternary.ts": `${header}new Box("b", { label:\n  box.arn ? "x" : "y" });\n`,
    "template.ts": `${header}\n  new Box("b", { label: \`of \${box.arn}\` });\n`,
  };
  const reports = await projects.run(
    Object.keys(programs).map((entry) => ({ files: programs, run: "apply", entry })),
  );
  const [inIf, inTernary, inTemplate] = reports.map(({ problems }) => problems);
  expect(inIf).toEqual([expect.stringMatching(/^if\.ts:3:5 /)]);
  expect(inTernary).toEqual([expect.stringMatching(/^ternary\.ts:4:3 /)]);
  expect(inTemplate).toEqual([expect.stringMatching(/^template\.ts:4:\d+ /)]);
  expect(reports.map(({ ok, calls, resources }) => ({ ok, calls, resources }))).toEqual(
    reports.map(() => ({ ok: false, calls: [], resources: [] })),
  );
});

spec("2.24", async () => {
  const [made, removed, missing, destroyed] = await projects.run([
    { files: { "main.ts": `${header}new Box("b", { label: "b" });` }, run: "apply" },
    { files: { "main.ts": `export const nothing = 1;` }, run: "plan" },
    { files: { "box.ts": null }, run: "apply" },
    { run: "destroy" },
  ]);
  expect(made).toMatchObject({ ok: true, calls: ["create a1", "create b1"] });
  expect(removed).toMatchObject({ ok: true, actions: { a: "delete", b: "delete" }, problems: [] });
  expect(missing!.problems[0]).toMatch(/provider\/module-not-found The project has no file \.\/box\.ts/);
  expect(missing!.resources.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(destroyed!.resources.map(({ name }) => name)).toEqual(["a", "b"]);

  const [, deleted] = await projects.run([
    { files: { "main.ts": header }, run: "apply" },
    { files: { "main.ts": `export const nothing = 1;` }, run: "apply" },
  ]);
  expect(deleted).toMatchObject({ ok: true, problems: [], calls: ["delete a1"], resources: [] });
});

const noHooks = {
  create: async () => ({ id: "1", outputs: {} }),
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
};

spec("2.54", async () => {
  const provider = defineProvider({ package: "zoo", version: "1.0.0" });
  const types = ["Ape", "Bee"].map((name) =>
    provider.resource(`index:${name}`, { inputs: {}, outputs: {}, ...noHooks }),
  );
  const stack = await openStack(() => void types.map((Type) => new Type("a")));
  await stack.apply();
  const packages = [...(await stack.snapshot()).objects.values()].map((object) => object.package?.name);
  expect(packages).toEqual(["zoo", "zoo"]);
  expect(() => provider.resource("index:Ape", { inputs: {}, outputs: {}, ...noHooks })).toThrow("index:Ape");
});

class ByToken extends coconut.CustomResource {}

spec("2.56", async () => {
  const named = `import { CustomResource } from "@coconut/coconut";
class Box extends CustomResource {}
new Box("box:index:Box", "a", { label: "a" });\n`;
  const [unnamed, made] = await projects.run([
    { files: { "main.ts": named }, run: "apply" },
    { files: { "coconut.json": `{ "packages": { "box": "./box.ts" } }` }, run: "apply" },
  ]);
  expect(unnamed!.problems[0]).toContain("provider/package-not-found");
  expect(made).toMatchObject({ ok: true, problems: [], calls: ["create a1"] });
});

spec("2.57", async () => {
  const { disk, provider } = diskPackage();
  let token = "disk:fs:File";
  const stack = await openStack(() => void new ByToken(token, "a", { path: "a.txt" }), {
    providers: [provider],
  });
  await stack.apply();
  expect(disk.files.has("a.txt")).toBe(true);
  token = "disk:fs:Folder";
  expect(await refusalOf(stack.plan())).toContain("does not define the resource type disk:fs:Folder");
});

spec("2.58", async () => {
  const { provider } = diskPackage();
  expect(() =>
    provider.resource("fs:Folder", {
      inputs: {},
      outputs: { count: v.number() },
      create: async () => ({ id: "1", outputs: { count: 0 } }),
      read: async () => ({ count: 1 }),
      update: async () => ({ count: 1 }),
      delete: async () => {},
    }),
  ).not.toThrow();
  expect([...provider.resources.keys()]).toEqual(["disk:fs:File", "disk:fs:Folder"]);
});

spec("2.59", () => {
  const { provider } = diskPackage();
  for (const hook of ["create", "read", "update", "delete"] as const) {
    const { [hook]: _, ...others } = noHooks;
    const incomplete = { inputs: {}, outputs: {}, ...others } as never;
    expect(() => provider.resource(`fs:Without-${hook}`, incomplete)).toThrow(hook);
  }
});

spec("2.60", async () => {
  const provider = defineProvider({ package: "zoo", version: "1.0.0" });
  const Ape = provider.resource("index:Ape", { inputs: {}, outputs: {}, ...noHooks });
  const stack = await openStack(() => void new Ape("a"));
  expect((await stack.apply()).ok).toBe(true);
  expect(actionsIn(await stack.plan())).toEqual({ a: "same" });
  expect((await stack.destroy()).ok).toBe(true);
});

spec("2.61", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => void new File("a", { path: "a.txt", content: "new" }));
  await stack.apply();
  expect([...disk.files]).toEqual([["a.txt", "new"]]);
  expect([...(await stack.snapshot()).objects.values()][0]!.stored.id).toBe("a.txt");
});

spec("2.62", async () => {
  const { disk, File } = diskPackage();
  const stack = await openStack(() => void new File("a", { path: "a.txt", content: "new" }));
  await stack.apply();
  disk.files.set("a.txt", "changed outside");
  const { changes } = await stack.plan();
  expect(changes[0]!.observed?.outputs).toMatchObject({ size: 15 });
  expect(changes[0]!.prior?.outputs).toMatchObject({ size: 3 });
});

spec("2.63", async () => {
  const { disk, File } = diskPackage();
  let content = "one";
  const stack = await openStack(() => void new File("a", { path: "a.txt", content }));
  await stack.apply();
  content = "two";
  disk.took();
  await stack.apply();
  expect(disk.took()).toEqual(["connect /", "read a.txt", "update a.txt"]);
  expect([...disk.files]).toEqual([["a.txt", "two"]]);
});

spec("2.64", async () => {
  const { disk, File, provider } = diskPackage();
  let isWanted = true;
  const program = () => void (isWanted && new File("a", { path: "a.txt" }));
  const stack = await openStack(program, { providers: [provider] });
  await stack.apply();
  isWanted = false;
  await stack.apply();
  expect(disk.files.size).toBe(0);
  expect((await stack.snapshot()).resources.size).toBe(0);
});
