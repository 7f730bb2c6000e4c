import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

/** The program that the page of a package begins with. */
function exampleOf(name: string): string {
  const page = fileURLToPath(new URL(`../../docs/packages/${name}.md`, import.meta.url));
  return /```ts main\.ts\n([^]*?)```/.exec(readFileSync(page, "utf8"))![1]!;
}

test("the example of random", async () => {
  const project = built.project({ "main.ts": exampleOf("random") });
  const made = await project.command({ command: "apply" });
  expect(made).toMatchObject({ status: 0, diagnostics: [] });
  expect(made.outputs).toMatchObject({
    name: expect.stringMatching(/^[a-z]+-[a-z]+$/) as unknown,
    bucket: expect.stringMatching(/^logs-[a-z0-9]{6}$/) as unknown,
  });
  expect(await project.command({ command: "apply" })).toMatchObject({ steps: [], outputs: made.outputs });
  expect(await project.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
});

test("the example of command", async () => {
  const project = built.project({ "main.ts": exampleOf("command") });
  const made = await project.command({ command: "apply" });
  expect(made).toMatchObject({ status: 0, diagnostics: [] });
  expect(readFileSync(project.path("users/ana"), "utf8")).toHaveLength(20 + 1 + 24 + 1);
  expect(await project.command({ command: "apply" })).toMatchObject({ status: 0, steps: [] });
  expect(await project.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
  expect(existsSync(project.path("users/ana"))).toBe(false);
});
