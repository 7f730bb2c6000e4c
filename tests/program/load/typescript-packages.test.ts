import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const manifest = (name: string, exports: unknown, more: object = {}) =>
  JSON.stringify({ name, version: "1.0.0", type: "module", exports, ...more });

/** Links as package managers make them, from one path of the project to another. */
function link(project: Project, links: Readonly<Record<string, string>>): Project {
  for (const [path, target] of Object.entries(links)) {
    const from = dirname(project.path(path));
    mkdirSync(from, { recursive: true });
    symlinkSync(relative(from, project.path(target)), project.path(path));
  }
  return project;
}

const base = `
import { ComponentResource, type ComponentResourceOptions } from "@coconut/coconut";
export class Base extends ComponentResource {
  constructor(args: object, options?: ComponentResourceOptions) { super("acme:index:Base", args, options); }
}`;

const site = `import { Base } from "@acme/base";
import { kind, type Options } from "@acme/base/options";
import { ComponentResource } from "@coconut/coconut";
import { tag } from "./tag.js";
export class Site extends ComponentResource {
  readonly inner: Base;
  constructor(options: Options) {
    super("acme:index:Site", options);
    this.inner = new Base({}, { parent: this });
    if (options.strict && this.urn) throw new Error();
    console.log(kind, tag === options.tag, import.meta.url.slice(-26));
  }
}`;

const workspaces = {
  "packages/site/package.json": manifest("@acme/site", {
    ".": { types: "./none.d.ts", default: "./src/index.ts" },
    "./*": "./src/*.ts",
  }),
  "packages/site/src/index.ts": site,
  "packages/site/src/tag.ts": `enum Tag { a = "tag" } export const tag: string = Tag.a;`,
  "packages/base/package.json": manifest("@acme/base", { ".": "./index.mts", "./*": "./lib/*.ts" }),
  "packages/base/index.mts": base,
  "packages/base/lib/options.ts": `export interface Options { readonly tag: string; strict?: boolean } export const kind: string = "base";`,
};
const links = {
  "node_modules/@acme/site": "packages/site",
  "node_modules/@acme/base": "packages/base",
};

test("a workspace whose exports are TypeScript loads like the project's own modules", async () => {
  const project = link(
    built.project({
      ...workspaces,
      "main.ts": `import { Site } from "@acme/site"; import { tag } from "@acme/site/tag";
const site = new Site({ tag }), again = new Site({ tag });`,
    }),
    links,
  );
  const { diagnostics, registrations, printed, compiled } = await project.run();
  expect(diagnostics).toEqual([]);
  expect(registrations.map(({ name, position }) => [name, position])).toEqual([
    ["shop:main#site", "main.ts:2:14"],
    ["shop:main#site/@acme/site:src/index/Site#inner", "packages/site/src/index.ts:9:18"],
    ["shop:main#again", "main.ts:2:41"],
    ["shop:main#again/@acme/site:src/index/Site#inner", "packages/site/src/index.ts:9:18"],
  ]);
  expect(printed).toBe("base true packages/site/src/index.ts\n".repeat(2) + "\n");
  expect(compiled).toBeGreaterThan(0);
  expect((await project.run()).compiled).toBe(0);
  project.write({ "packages/base/lib/options.ts": `export const kind: string = "other";` });
  expect((await project.run()).printed).toContain("other true");
});

test("an Output in a condition of a workspace is refused where it stands", async () => {
  const project = link(
    built.project({
      ...workspaces,
      "main.ts": `import { Site } from "@acme/site"; new Site({ tag: "", strict: true });`,
    }),
    links,
  );
  const { diagnostics } = await project.run();
  expect(diagnostics.map(({ code, position }) => [code, position])).toEqual([
    ["sdk/output-in-condition", "packages/site/src/index.ts:10:27"],
  ]);
});

test("a package in a store of links finds what lies beside it, in TypeScript and in JavaScript", async () => {
  const store = "node_modules/.pnpm";
  const project = link(
    built.project({
      "main.ts": `import { all } from "parts"; import { version } from "dep"; console.log(...all, version);`,
      [`${store}/parts@1.0.0/node_modules/parts/package.json`]: manifest("parts", "./parts.ts"),
      [`${store}/parts@1.0.0/node_modules/parts/parts.ts`]: `import { version } from "dep"; import plain from "plain"; export const all: string[] = [version, plain];`,
      [`${store}/dep@1.0.0/node_modules/dep/package.json`]: manifest("dep", { import: "./one.ts" }),
      [`${store}/dep@1.0.0/node_modules/dep/one.ts`]: `export const version: string = "dep 1";`,
      [`${store}/plain@1.0.0/node_modules/plain/package.json`]: `{ "name": "plain", "main": "./plain.js" }`,
      [`${store}/plain@1.0.0/node_modules/plain/plain.js`]: `module.exports = "plain";`,
      "node_modules/dep/package.json": manifest("dep", { require: "./none.cjs", default: "./two.ts" }),
      "node_modules/dep/two.ts": `export const version: string = "dep 2";`,
    }),
    {
      "node_modules/parts": `${store}/parts@1.0.0/node_modules/parts`,
      [`${store}/parts@1.0.0/node_modules/dep`]: `${store}/dep@1.0.0/node_modules/dep`,
      [`${store}/parts@1.0.0/node_modules/plain`]: `${store}/plain@1.0.0/node_modules/plain`,
    },
  );
  const { diagnostics, printed } = await project.run();
  expect(diagnostics).toEqual([]);
  expect(printed.trim()).toBe("dep 1 plain dep 2");
});

test("a package that is JavaScript stays where it is, whatever imports it", async () => {
  const project = link(
    built.project({
      ...workspaces,
      "main.ts": `import { twice } from "@acme/mixed"; import { state } from "plain"; import "node:fs"; console.log(twice === state);`,
      "packages/mixed/package.json": manifest("@acme/mixed", { ".": "./index.ts", "./more": "./more.js" }),
      "packages/mixed/index.ts": `import { state } from "plain"; import { more } from "@acme/mixed/more"; export const twice: object = more(state);`,
      "packages/mixed/more.js": `export const more = (given) => given;`,
      "node_modules/plain/package.json": manifest("plain", "./plain.js"),
      "node_modules/plain/plain.js": `export const state = {};`,
    }),
    { "node_modules/@acme/mixed": "packages/mixed" },
  );
  const { diagnostics, printed } = await project.run();
  expect(diagnostics).toEqual([]);
  expect(printed.trim()).toBe("true");
});
