import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const example = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../examples/files/${file}`, import.meta.url)), "utf8");
const coco = (project: Project, ...parameters: readonly string[]) =>
  project.node(join(built.package, "dist/cli/main.js"), ...parameters, "-C", project.folder);

describe("coco", () => {
  test("plans, waits for a yes, applies, has nothing more to do, and destroys", async () => {
    const site = built.project({ "main.ts": example("main.ts"), "disk.ts": example("disk.ts") });
    const plan = await coco(site, "plan");
    expect(plan).toMatchObject({ status: 0, errors: "" });
    expect(plan.output).toContain(`+ ├─ disk:index:File "about-html"\n`);
    expect(plan.output).toContain('  + pages: ["site/index.html", ');
    expect(plan.output).toContain("Plan: 6 to create, 2 outputs to change.");

    const undecided = await coco(site, "apply");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain("coco apply --yes");
    expect(existsSync(site.path("site"))).toBe(false);

    const applied = await coco(site, "apply", "--yes");
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toMatch(
      /created +\S+ about-html {2}\d+ ms[^]*Done\.[^]*pages: \["site\/index.html"/,
    );
    expect(existsSync(site.path("site/about.html"))).toBe(true);

    expect((await coco(site, "plan")).output).toBe("Plan: 6 unchanged.\n");
    expect((await coco(site, "destroy", "-y")).status).toBe(0);
    expect(existsSync(site.path("site/about.html"))).toBe(false);
  });

  test("asks before it changes outputs alone, and explains them", async () => {
    const program = (word: string) => `export const word = "${word}";`;
    const site = built.project({ "main.ts": program("one") });
    const plan = (...parameters: string[]) => coco(site, "plan", "--detailed-exitcode", ...parameters);
    expect(await plan()).toMatchObject({ status: 2, errors: "" });
    const undecided = await coco(site, "apply");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain('Outputs:\n  + word: "one"\n\nPlan: 1 output to change.\n');
    expect((await coco(site, "apply", "--yes")).output).toContain('Done.\nOutputs:\n  word: "one"\n');
    expect(await plan()).toMatchObject({ status: 0, output: "No changes.\n" });
    writeFileSync(site.path("main.ts"), program("two"));
    expect(JSON.parse((await plan("--json")).output)).toMatchObject({
      exitCode: 2,
      plan: { isEmpty: false, outputChanges: [{ name: "word", before: "one", after: "two" }] },
    });
    expect((await coco(site, "explain", "output:word")).output).toBe(
      'output "word" will change\n  "one" -> "two"\n    from the program\n',
    );
    expect((await coco(site, "destroy")).output).toContain('  - word: "one"\n');
    expect((await coco(site, "destroy", "-y")).status).toBe(0);
    expect((await coco(site, "output")).output).toBe("The stack has no outputs.\n");
  });

  test("goes on when nobody reads what it prints", async () => {
    const site = built.project({ "main.ts": example("main.ts"), "disk.ts": example("disk.ts") });
    const parameters = [join(built.package, "dist/cli/main.js"), "apply", "--yes", "-C", site.folder];
    const reader = `const run = require("node:child_process").spawn(process.execPath, ${JSON.stringify(parameters)});
      run.stdout.once("data", () => run.stdout.destroy());
      run.on("exit", (status) => process.exit(status ?? 99));`;
    expect((await site.node("-e", reader)).status).toBe(0);
    expect((await coco(site, "plan")).output).toBe("Plan: 6 unchanged.\n");
  });

  test("renames, and writes that down for the other stacks", async () => {
    const program = (name: string) =>
      `import { File } from "./disk.js"; new File("${name}", { path: "a.txt", content: "a" });`;
    const site = built.project({ "main.ts": program("old"), "disk.ts": example("disk.ts") });
    expect((await coco(site, "apply", "-y")).status).toBe(0);
    writeFileSync(site.path("main.ts"), program("new"));
    expect((await coco(site, "plan")).output).toContain("coco rename old new");
    const renamed = await coco(site, "rename", "old", "new");
    expect(renamed).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(site.path("coconut.moves.json"))).toBe(true);
    expect((await coco(site, "plan")).output).toBe("Plan: 1 unchanged.\n");
    const taken = await coco(site, "rename", "nobody", "new");
    expect(taken.status).toBe(1);
    expect(taken.errors).toContain("plan/no-such-resource");
  });

  test("takes the configuration of the stack it is asked for", async () => {
    const site = built.project({
      "main.ts": `import * as coconut from "@coconut/coconut"; export const title = new coconut.Config().require("title");`,
      "coconut.json": `{ "name": "shop" }`,
      "coconut.prod.json": `{ "title": "For real" }`,
    });
    expect((await coco(site, "apply", "-y", "-s", "prod")).output).toContain(`title: "For real"`);
    const missing = await coco(site, "plan");
    expect(missing.status).toBe(64);
    expect(missing.errors).toContain("sdk/config-missing");
  });

  test.each([
    [["frob"], "cli/usage"],
    [["recover", "web"], "cli/usage"],
    [["plan", "-s", ":acmecorp"], "model/malformed-environment"],
  ])("refuses %j", async (parameters, code) => {
    const refused = await coco(built.project({ "main.ts": "" }), ...parameters);
    expect(refused.status).toBe(64);
    expect(refused.errors).toContain(code);
  });

  test("says where it looked for a program, and what is wrong with a file", async () => {
    const empty = await coco(built.project({}), "plan");
    expect(empty.status).toBe(64);
    expect(empty.errors).toContain("cli/no-program");
    expect(empty.errors).toContain("To create a project:\n      coco new");
    const broken = await coco(built.project({ "main.ts": "", "coconut.json": "{" }), "plan");
    expect(broken.status).toBe(64);
    expect(broken.errors).toContain("cli/malformed-file");
    const wrong = await coco(built.project({ "main.ts": "", "coconut.json": '{ "name": 3 }' }), "plan");
    expect(wrong.status).toBe(64);
    expect(wrong.errors).toMatch(/coconut\.json is not valid: "name" must be text/);
    const files = { "main.ts": "", "coconut.dev.json": '{ "password": { "secret": "hunter2" } }' };
    const exposed = await coco(built.project(files), "plan");
    expect(exposed.status).toBe(64);
    expect(exposed.errors).toContain("engine/config-plain-secret");
    expect(exposed.errors).not.toContain("hunter2");
  });

  test("has nothing to recover where nothing was cut off", async () => {
    const site = built.project({ "main.ts": "export const x = 1;" });
    expect((await coco(site, "recover", "web", "--absent")).errors).toContain("store/no-stack");
    await coco(site, "apply", "-y");
    const refused = await coco(site, "recover", "web", "--absent");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("engine/nothing-to-recover");
  });

  test("prints its version and its help", async () => {
    const here = built.project({ "main.ts": "" });
    expect((await coco(here, "version")).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await coco(here, "--help")).output).toContain("apply       Plan, ask for approval");
  });
});
