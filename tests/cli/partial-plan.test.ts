import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const box = (name: string, size: number) =>
  `export const ${name} = new Box("${name}", { label: "${name}", size: ${size} });\n`;

/** Three boxes, of which one cannot be read any more, and the program asks for larger ones. */
async function partlyReadable(): Promise<CocoProject> {
  const shop = projects.project(imports + box("a", 1) + box("b", 1) + box("c", 1));
  expect((await shop.coco("apply", "-y")).status).toBe(0);
  writeFileSync(shop.files.path("shelf/a.json"), "{");
  writeFileSync(shop.files.path("main.ts"), imports + box("a", 2) + box("b", 2) + box("c", 1));
  return shop;
}

const sizeOf = (shop: CocoProject, name: string): number =>
  (JSON.parse(readFileSync(shop.files.path(`shelf/${name}.json`), "utf8")) as { size: number }).size;

interface PlanDocument {
  readonly exitCode: number;
  readonly plan: {
    readonly isEmpty: boolean;
    readonly changes: readonly { readonly name: string; readonly action: string }[];
    readonly held: readonly { readonly code: string }[];
  };
  readonly diagnostics: readonly { readonly code: string }[];
}

describe.concurrent("where one resource cannot be read", { timeout: 60_000 }, () => {
  test("plan shows the rest, and exits with 1", async () => {
    const shop = await partlyReadable();
    for (const options of [[], ["--detailed-exitcode"]]) {
      const planned = await shop.coco("plan", ...options);
      expect(planned.status).toBe(1);
      expect(planned.output).toContain(`x shelf:index:Box "a"  (could not be planned`);
      expect(planned.output).toContain(`~ shelf:index:Box "b"`);
      expect(planned.output).toContain("provider/hook-failed");
      expect(planned.output).toContain("Plan: 1 to update, 1 unchanged, 1 could not be planned.");
      expect(planned.errors).toContain("engine/partly-planned");
      expect(planned.errors).toContain("coco apply --continue-on-error");
    }
    const { exitCode, plan, diagnostics } = JSON.parse(
      (await shop.coco("plan", "--json")).output,
    ) as PlanDocument;
    expect([exitCode, plan.isEmpty]).toEqual([1, false]);
    expect(plan.changes.map(({ name, action }) => `${action} ${name}`)).toEqual([
      "failed a",
      "update b",
      "same c",
    ]);
    expect(plan.held.map(({ code }) => code)).toEqual(["provider/hook-failed"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["engine/partly-planned"]);
    const explained = await shop.coco("explain", "a");
    expect(explained).toMatchObject({ status: 0, errors: "" });
    expect(explained.output).toMatch(/"a" could not be planned[^]*its provider failed/);
  });

  test("no plan file is written", async () => {
    const shop = await partlyReadable();
    const file = join(shop.files.folder, "saved.plan");
    const saved = await shop.coco("plan", "--out", file);
    expect(saved.status).toBe(1);
    expect(saved.output).toContain("1 to update");
    expect(saved.errors).toContain("engine/partly-planned");
    expect(existsSync(file)).toBe(false);
  });

  test("apply refuses without a question, unless it may go on after errors", async () => {
    const shop = await partlyReadable();
    for (const options of [[], ["--yes"]]) {
      const refused = await shop.coco("apply", ...options);
      expect(refused.status).toBe(1);
      expect(refused.output).toContain("1 to update");
      expect(refused.output).not.toContain("To do this");
      expect(refused.errors).toContain("engine/partly-planned");
      expect(sizeOf(shop, "b")).toBe(1);
    }
    const undecided = await shop.coco("apply", "--continue-on-error");
    expect(undecided.status).toBe(4);
    const applied = await shop.coco("apply", "--yes", "--continue-on-error");
    expect(applied.status).toBe(1);
    expect(applied.output).toMatch(/updated +\S+ b/);
    expect(applied.output).toContain("Not all changes were made.");
    expect(applied.errors).toContain("provider/hook-failed");
    expect(sizeOf(shop, "b")).toBe(2);
  });

  test("destroy deletes the rest if it may go on, and refresh takes the rest", async () => {
    const shop = await partlyReadable();
    const refreshed = await shop.coco("refresh", "--yes");
    expect(refreshed.status).toBe(1);
    expect(refreshed.errors).toContain("provider/hook-failed");
    const refused = await shop.coco("destroy", "--yes");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("coco destroy --continue-on-error");
    expect(shop.shelf()).toEqual(["a", "b", "c"]);
    expect((await shop.coco("destroy", "--yes", "--continue-on-error")).status).toBe(1);
    expect(shop.shelf()).toEqual(["a"]);
    writeFileSync(shop.files.path("shelf/a.json"), `{"size":1}`);
    expect((await shop.coco("destroy", "--yes")).status).toBe(0);
    expect(shop.shelf()).toEqual([]);
  });
});
