import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const page = readFileSync(fileURLToPath(new URL("../../docs/packages/local.md", import.meta.url)), "utf8");

test("the example of local lives a whole life in the project folder", async () => {
  const main = /```ts main\.ts\n([^]*?)```/.exec(page)![1]!;
  const project = built.project({ "main.ts": main, "terms.txt": "free\n" });
  const made = await project.command({ command: "apply" });
  expect(made).toMatchObject({ status: 0, diagnostics: [] });
  expect(Object.keys((made.outputs as { files: object }).files)).toEqual(["about/terms.txt", "index.html"]);
  expect(readFileSync(project.path("releases/current/about/terms.txt"), "utf8")).toBe("free\n");
  expect(readFileSync(project.path("releases/7/robots.txt"), "utf8")).toBe("User-agent: *\n");
  expect(readlinkSync(project.path("releases/current"))).toBe("7");
  expect(statSync(project.path("releases/token")).mode & 0o777).toBe(0o600);
  expect(await project.command({ command: "apply" })).toMatchObject({ status: 0, steps: [] });
  expect(readdirSync(project.path(".coconut/local"))).toHaveLength(4);

  expect(await project.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
  expect(readdirSync(project.path("releases"))).toEqual([]);
  expect(readdirSync(project.path(".coconut/local"))).toEqual([]);
  expect(existsSync(project.path("terms.txt"))).toBe(true);
  expect(lstatSync(project.path("releases")).isDirectory()).toBe(true);
});
