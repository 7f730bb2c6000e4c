import { cpSync, existsSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const program = `import { File } from "./disk.js";
  const a = new File("a", { content: "a" });
  export const text = new File("b", { content: a.text.apply((text) => "b " + text) }).text;`;

const callsOf = (project: Project) =>
  existsSync(project.path("log")) ? readFileSync(project.path("log"), "utf8") : "";

async function refused(project: Project, code = "engine/plan-file-other-program") {
  const report = await project.command({ command: "applyFile", file: "saved.plan" });
  expect(callsOf(project)).toBe("");
  expect(report.printed).not.toContain("it runs");
  expect(report).toMatchObject({ status: 8, diagnostics: [{ code }] });
  return report.diagnostics[0]!.detail;
}

test("a plan that one process saved is applied by another, once", async () => {
  const shop = built.project({ "main.ts": program, "disk.ts": provider });
  const plan = await shop.command({ command: "plan", file: "saved.plan" });
  expect(plan).toMatchObject({
    status: 0,
    changes: [
      ["a", "create"],
      ["b", "create"],
    ],
  });
  expect(callsOf(shop)).toBe("");
  const run = await shop.command({ command: "applyFile", file: "saved.plan" });
  expect(run).toMatchObject({ status: 0, outputs: { text: "b a" }, history: ["succeeded"] });
  const calls = callsOf(shop);
  const again = await shop.command({ command: "applyFile", file: "saved.plan" });
  expect(again).toMatchObject({ status: 8, diagnostics: [{ code: "engine/plan-file-used" }] });
  expect(callsOf(shop)).toBe(calls);
});

test("another program is refused before it runs, however little of it differs", async () => {
  const shop = built.project({ "main.ts": program, "disk.ts": provider });
  await shop.command({ command: "plan", file: "saved.plan" });
  shop.write({ "main.ts": `${program}\nconsole.log("it runs");` });
  expect(await refused(shop)).toContain("The code of the program differs from the code");
  shop.write({ "main.ts": program, "disk.ts": provider.replace('said("create', 'said("made') });
  expect(await refused(shop, "engine/plan-file-other-code")).toContain("./disk.ts: code");
  shop.write({ "disk.ts": provider });
  expect(await shop.command({ command: "applyFile", file: "saved.plan" })).toMatchObject({ status: 0 });
});

test("the same program is refused if it asks for something else: by the clock, or by a file", async () => {
  const shop = built.project({
    "main.ts": `import { existsSync } from "node:fs"; import { File } from "./disk.js";
      new File("clock", { content: "c " + Date.now() });
      new File("steady", { content: "s" });
      if (existsSync("flag")) new File("flagged", { content: "f" });`,
    "disk.ts": provider,
  });
  await shop.command({ command: "plan", file: "saved.plan" });
  shop.write({ flag: "" });
  const detail = await refused(shop);
  expect(detail).toMatch(/changed: .*::clock\n +inputs\.content: "c \d+" -> "c \d+"/);
  expect(detail).toMatch(/added: .*::flagged/);
  expect(detail).not.toContain("steady");
});

test("the code counts, not the folder that it lies in", async () => {
  const shop = built.project({ "main.ts": program, "disk.ts": provider });
  await shop.command({ command: "plan", file: "saved.plan" });
  const copy = built.project({});
  for (const each of ["main.ts", "disk.ts", "saved.plan"]) cpSync(shop.path(each), copy.path(each));
  // With the state, but not with what was compiled there.
  cpSync(shop.path(".coconut"), copy.path(".coconut"), {
    recursive: true,
    filter: (path) => !path.includes("cache"),
  });
  const run = await copy.command({ command: "applyFile", file: "saved.plan" });
  expect(run.diagnostics).toEqual([]);
  expect(run).toMatchObject({ status: 0, outputs: { text: "b a" } });
  expect(callsOf(shop)).toBe("");
});
