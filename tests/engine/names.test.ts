import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineProvider } from "../../src/provider/index.js";
import { actionsIn, openStack, refusalOf } from "../spec/open-stack.js";

let projectFolder = "";
beforeAll(async () => {
  projectFolder = await mkdtemp(join(tmpdir(), "coconut-names-"));
});
afterAll(() => rm(projectFolder, { recursive: true, force: true }));

/** A type of a package, and what was done to its objects. */
function typeOf(name: string, calls: string[] = []) {
  const provider = defineProvider({ package: name, version: "1.0.0" });
  const Box = provider.resource("index:Box", {
    inputs: { label: v.string() },
    outputs: {},
    globalId: "label",
    create: async ({ inputs }) => (calls.push(`create ${name}`), { id: inputs.label, outputs: {} }),
    read: async () => ({}),
    update: async () => (calls.push(`update ${name}`), {}),
    delete: async () => void calls.push(`delete ${name}`),
  });
  return { provider, Box };
}

test("renames are written to a file of the project, which its other stacks follow by their own names", async () => {
  const { Box } = typeOf("one");
  let name = "old";
  const program = () => void new Box(name, { label: "x" }, { globalId: name });
  const dev = await openStack(program, { projectFolder });
  const prod = await openStack(program, { projectFolder, name: "prod", namespace: "acme" });
  for (const stack of [dev, prod]) expect((await stack.apply()).ok).toBe(true);
  name = "new";
  expect((await dev.rename([{ from: "old", to: "new" }])).ok).toBe(true);

  const file = join(projectFolder, "coconut.moves.json");
  const text = await readFile(file, "utf8");
  expect(JSON.parse(text)).toEqual({
    version: 1,
    groups: [
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        renames: [{ from: "shop::one:index:Box::old", to: "shop::one:index:Box::new" }],
      },
    ],
  });
  expect(actionsIn(await prod.plan())).toEqual({ new: "record" });
  expect((await prod.apply()).ok).toBe(true);
  const [row] = (await prod.snapshot()).resources.values();
  expect(row).toMatchObject({ urn: "urn:pulumi:prod:acme::shop::one:index:Box::new", globalId: "new" });

  await writeFile(file, "{");
  expect(await refusalOf(dev.plan())).toContain("state/malformed-moves");
});

test("a resource that another package manages under another type is replaced, and has one place in state", async () => {
  const calls: string[] = [];
  const [one, two] = [typeOf("one", calls), typeOf("two", calls)];
  const folder = await mkdtemp(join(projectFolder, "project-"));
  let program = () => void new one.Box("a", { label: "x" });
  const stack = await openStack(() => program(), {
    projectFolder: folder,
    providers: [one.provider, two.provider],
  });
  expect((await stack.apply()).ok).toBe(true);
  program = () => void new two.Box("b", { label: "x" });
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ b: "replace" });
  expect((await plan.apply()).ok).toBe(true);
  expect(calls.sort()).toEqual(["create one", "create two", "delete one"]);
  const { resources } = await stack.snapshot();
  expect([...resources.values()]).toMatchObject([{ name: "b", type: "two:index:Box", globalId: "x" }]);
  expect((await stack.plan()).isEmpty).toBe(true);
});
