import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { blockPurpose } from "../pages/block-purpose.js";
import { markdownBlocks } from "../pages/markdown-blocks.js";
import { BuiltPackage, type Finished, type Project } from "../support/built-package.js";

// Many processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });
const root = fileURLToPath(new URL("../..", import.meta.url));
const built = new BuiltPackage();
afterAll(() => built.remove());

/** The files of the guide as they are when it installs them. */
function guideFiles(): Record<string, string> {
  const page = readFileSync(join(root, "docs/guides/monorepo.md"), "utf8");
  return Object.fromEntries(
    markdownBlocks(page).flatMap((block) => {
      const purpose = blockPurpose(block);
      const isFile = purpose.kind === "file" || purpose.kind === "module";
      return isFile && purpose.file !== undefined ? [[purpose.file, block.text]] : [];
    }),
  );
}

function link(project: Project, path: string, target: string): void {
  const from = dirname(project.path(path));
  mkdirSync(from, { recursive: true });
  symlinkSync(relative(from, target), project.path(path));
}

/** All packages in `node_modules` of the root, as npm and yarn lay out workspaces. */
function hoisted(project: Project): void {
  for (const name of ["notes", "robots", "site"])
    link(project, `node_modules/@acme/${name}`, project.path(`packages/${name}`));
}

/** Each package finds only what it depends on, by links into a store, as pnpm lays them out. */
function linked(project: Project): void {
  rmSync(project.path("node_modules"), { recursive: true });
  const store = (name: string, version: string) =>
    `node_modules/.pnpm/${name.replace("/", "+")}@${version}/node_modules/${name}`;
  const coconut = store("@coconut/coconut", "0.1.0");
  const valibot = store("valibot", "1.5.0");
  link(project, coconut, built.package);
  link(project, valibot, join(root, "node_modules/valibot"));
  for (const folder of ["infra", "packages/notes", "packages/robots", "packages/site"])
    link(project, `${folder}/node_modules/@coconut/coconut`, project.path(coconut));
  link(project, "packages/notes/node_modules/valibot", project.path(valibot));
  for (const name of ["notes", "robots", "site"])
    link(project, `infra/node_modules/@acme/${name}`, project.path(`packages/${name}`));
}

const names = [
  "docs",
  "docs/@acme/site:src/site/Site#folder",
  "docs/@acme/site:src/site/Site#page",
  "docs-robots",
  "docs-robots/@acme/robots:index/Robots#file",
  "blog",
  "blog/@acme/site:src/site/Site#folder",
  "blog/@acme/site:src/site/Site#page",
  "todo",
];

describe.each([
  ["workspaces of npm", hoisted],
  ["links of pnpm", linked],
])("the monorepo of the guide, with %s", (_, layOut) => {
  let project: Project;
  const coco = (...words: readonly string[]): Promise<Finished> =>
    project.node(join(built.package, "dist/cli/main.js"), ...words, "-C", "infra");
  beforeAll(() => {
    project = built.project(guideFiles());
    layOut(project);
  });

  test("is planned, applied, unchanged then, and destroyed without the program", async () => {
    const { output } = await coco("plan", "--json");
    const { plan } = JSON.parse(output) as { plan: { changes: { name: string }[] } };
    expect(plan.changes.map(({ name }) => name)).toEqual(names);
    expect(await coco("apply", "-y")).toMatchObject({ status: 0, errors: "" });
    expect((await coco("plan")).output).toContain("9 unchanged");
    expect(readFileSync(project.path("infra/blog/index.html"), "utf8")).toBe("<h1>Blog</h1>\n");
    project.write({ "infra/main.ts": "" });
    expect(await coco("apply", "-y")).toMatchObject({ status: 0, errors: "" });
    expect(readdirSync(project.path("infra")).sort()).toEqual([
      ".coconut",
      "main.ts",
      ...(layOut === linked ? ["node_modules"] : []),
      "package.json",
    ]);
    project.write(guideFiles());
  });

  test.each([
    ["packages/robots/index.js", "this.registerOutputs();", "if (this.file.path) {}", "11:9"],
    ["packages/site/src/site.ts", "this.registerOutputs();", "while (this.page.path) {}", "18:12"],
  ])("an Output that decides in %s is refused there", async (file, old, wrong, at) => {
    const text = guideFiles()[file]!;
    project.write({ [file]: text.replace(old, wrong) });
    const { status, errors } = await coco("plan");
    expect(status).toBe(1);
    expect(errors).toContain("sdk/output-in-condition");
    expect(errors).toContain(`${file}:${at}`);
    project.write({ [file]: text });
  });

  test("state that names the provider package finds it again", async () => {
    await coco("apply", "-y");
    expect((await coco("provider", "ls")).output).toMatch(/^notes +1\.0\.0 +@acme\/notes/m);
    project.write({ "infra/main.ts": "" });
    expect(await coco("destroy", "-y")).toMatchObject({ status: 0, errors: "" });
  });
});
