import { symlinkSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

/** A provider, and a component whose children have no names. */
const provider = `import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
export const shelf = defineProvider({ package: "shelf", version: "1.0.0" });
export const Box = shelf.resource("index:Box", {
  inputs: { label: v.string() }, outputs: {},
  create: async ({ inputs }) => ({ id: inputs.label, outputs: {} }),
  read: async () => ({}), update: async () => ({}), delete: async () => {},
});
export const Pair = shelf.component("index:Pair", {
  inputs: { strict: v.boolean() }, outputs: {},
  construct: async ({ inputs }) => {
    const left = new Box({ label: "left" });
    const right = new Box({ label: "right" });
    inputs.strict.apply((strict) => { if (strict && left.id) throw new Error(); });
    return {};
  },
});
`;

/** Names the types only, so that the engine finds the package. */
const program = (strict: boolean) => `import { RemoteComponent } from "@coconut/coconut";
class Pair extends RemoteComponent { constructor(name: string, args: object) { super("shelf:index:Pair", name, args); } }
new Pair("pair", { strict: ${strict} });`;

function workspace(file: string, text: string): Project {
  const project = built.project({
    "package.json": `{ "name": "shop", "type": "module", "dependencies": { "@acme/shelf": "*" } }`,
    "main.ts": program(false),
    "packages/shelf/package.json": JSON.stringify({
      name: "@acme/shelf",
      version: "1.0.0",
      type: "module",
      exports: `./${file}`,
      coconut: { package: "shelf", provider: `./${file}` },
      peerDependencies: { "@coconut/coconut": "*" },
    }),
    [`packages/shelf/${file}`]: text,
  });
  project.write({ "node_modules/@acme/.keep": "" });
  symlinkSync(project.path("packages/shelf"), project.path("node_modules/@acme/shelf"));
  return project;
}

test.each([
  ["JavaScript", "index.js", provider],
  ["TypeScript", "src/index.ts", `${provider}export const typed: string = "";\n`],
])("a provider package in %s, which the program only names by types", async (_, file, text) => {
  const project = workspace(file, text);
  const module = `@acme/shelf:${file.replace(/\.[jt]s$/, "")}`;
  const applied = await project.command({ command: "apply" });
  expect(applied).toMatchObject({ status: 0, diagnostics: [] });
  expect(applied.state).toEqual(["pair", `pair/${module}#left`, `pair/${module}#right`]);

  project.write({ "main.ts": program(true) });
  const refused = await project.command({ command: "plan" });
  expect(refused.diagnostics.map(({ code, position }) => [code, position])).toEqual([
    ["sdk/output-in-condition", `packages/shelf/${file}:14:53`],
  ]);

  project.write({ "main.ts": "" });
  expect(await project.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
});

test("a provider package in TypeScript whose classes the program imports", async () => {
  const project = workspace("src/index.ts", provider);
  project.write({ "main.ts": `import { Box } from "@acme/shelf"; const box = new Box({ label: "own" });` });
  expect(await project.command({ command: "apply" })).toMatchObject({
    status: 0,
    diagnostics: [],
    state: ["shop:main#box"],
  });
  project.write({ "main.ts": "" });
  expect(await project.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
});
