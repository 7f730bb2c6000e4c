import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { projectRoot } from "./project-root.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-root-")));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

/** The root of a project in `repo/apps/shop`, where these files are. */
async function rootWith(files: Readonly<Record<string, object | string>>): Promise<string> {
  const repo = join(folder, `repo-${++count}`);
  const project = join(repo, "apps/shop");
  mkdirSync(project, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(repo, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return relative(repo, await projectRoot(project));
}

describe("the root of a project", () => {
  const own = { "apps/shop/package.json": { name: "shop" } };
  const member = (workspaces: unknown) => ({ ...own, "package.json": { name: "all", workspaces } });

  test.each<[what: string, files: Readonly<Record<string, object | string>>, root: string]>([
    ["is its own folder without any package", {}, "apps/shop"],
    ["is its package", own, "apps/shop"],
    ["is its package, which may have no name", { "apps/shop/package.json": { private: true } }, "apps/shop"],
    ["is the package around it", { "package.json": { name: "all" } }, ""],
    [
      "is the package around a folder that only says how to read its files",
      { "apps/shop/package.json": { type: "module" }, "apps/package.json": { name: "apps" } },
      "apps",
    ],
    ["is no package that only lies above its own", { ...own, "package.json": { name: "all" } }, "apps/shop"],
    ["is the workspace that lists it", member(["apps/shop"]), ""],
    ["is the workspace that has it by a pattern", member(["./apps/*/"]), ""],
    ["is the workspace that has it at any depth", member({ packages: ["**"] }), ""],
    ["is the workspace that has it among others", member(["{tools,apps}/sh*"]), ""],
    ["is no workspace of others", member(["packages/*", "apps", "apps/*/web", "apps/s.op"]), "apps/shop"],
    ["is no workspace that excludes it", member(["apps/*", "!apps/shop"]), "apps/shop"],
    ["is no workspace with a broken pattern", member(["apps/{shop"]), "apps/shop"],
    ["is no workspace that lists nothing", member("apps/shop"), "apps/shop"],
    ["is the workspace of pnpm around it", { ...own, "pnpm-workspace.yaml": "packages: []" }, ""],
    ["passes over what cannot be read", { ...own, "package.json": "{" }, "apps/shop"],
  ])("%s", async (_, files, root) => {
    expect(await rootWith(files)).toBe(root);
  });
});
