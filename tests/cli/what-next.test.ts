import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const box = (name: string) => `new Box("${name}", { label: "one" });\n`;

describe.concurrent("what is said about what to do next", { timeout: 60_000 }, () => {
  test("a suggested command is for the stack and the folder that were asked about", async () => {
    const shop = projects.project(imports + box("a"));
    const { folder } = shop.files;
    const first = await shop.coco("apply", "-y", "-s", "staging");
    expect(first.output).toMatch(/^New stack staging\.\n\n/);
    await shop.coco("apply", "-y");
    shop.files.write({ "main.ts": imports + box("b") });
    const plan = await shop.coco("plan", "-s", "staging");
    expect(plan.output).toContain(`\n      coco rename a b -s staging -C ${folder}\n`);
    const saved = await shop.coco("plan", "-s", "staging", "--out", join(folder, "a.plan"));
    expect(saved.output).toContain(`\n    coco apply a.plan -s staging -C ${folder}\n`);
    const unknown = await shop.coco("plan", "-s", "staging", "-t", "zebra");
    expect(unknown.errors).toContain(`\n      coco state ls -s staging -C ${folder}\n`);
    const typed = "rename a b -s staging".split(" ");
    expect((await shop.coco(...typed)).status).toBe(0);
    expect((await shop.coco("plan", "-s", "staging")).output).toBe("Plan: 1 unchanged.\n");
  });

  test("an apply with nothing to do is short, and what was asked for is repeated where nobody could answer", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    expect((await shop.coco("apply", "-y")).output).toBe(
      "Plan: 1 unchanged.\n\nDone.\nState: .coconut/dev.db\n",
    );
    expect((await shop.coco("state", "rm", "a")).output).toMatch(
      /^Remove "a" from state\?.*\nNo changes were made: approval is needed\./,
    );
  });

  test("where a resource stands is told from here", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    expect((await shop.coco("state", "show", "a")).output).toMatch(/^declared at: main\.ts:3:1$/m);
  });

  test("a deployment is handed over through a pipe", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    const { output } = await shop.coco("stack", "export");
    const taken = await shop.cocoWith(
      { input: output },
      "stack",
      "import",
      "-",
      "--allow-modules",
      "-s",
      "copy",
    );
    expect(taken).toMatchObject({ status: 0, errors: "" });
    expect(taken.output).toMatch(/^Imported 1 resource into stack copy\./);
    expect((await shop.coco("plan", "-s", "copy")).output).toBe("Plan: 1 unchanged.\n");
  });
});
