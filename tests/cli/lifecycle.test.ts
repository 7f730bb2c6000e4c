import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const box = (name: string, label = name, size = 1) =>
  `export const ${name} = new Box("${name}", { label: "${label}", size: ${size} });\n`;

describe("plan and apply", () => {
  test("a saved plan is applied as it is, once, and without a yes", async () => {
    const shop = projects.project(imports + box("a"));
    const file = join(shop.files.folder, "saved.plan");
    const saved = await shop.coco("plan", "--out", file);
    expect(saved).toMatchObject({ status: 0, errors: "" });
    expect(saved.output).toContain(`coco apply ${file}`);
    expect(statSync(file).mode & 0o077).toBe(0);
    const decided = await shop.coco("apply", file, "--target", "a");
    expect(decided).toMatchObject({ status: 64 });
    expect(decided.errors).toContain("--target was decided when it was made");
    expect(existsSync(shop.files.path("shelf/a.json"))).toBe(false);
    const applied = await shop.coco("apply", file);
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toMatch(/create a \(\d+ ms\)[^]*Done\.[^]*State is kept in \.coconut\/dev\.db\./);
    expect(existsSync(shop.files.path("shelf/a.json"))).toBe(true);
    const twice = await shop.coco("apply", file);
    expect(twice.status).toBe(8);
    expect(twice.errors).toContain("engine/plan-file-used");
    const missing = await shop.coco("apply", "nowhere.plan");
    expect(missing.status).toBe(64);
    expect(missing.errors).toMatch(/cli\/unreadable-file[^]*nowhere\.plan/);
    const unwritable = await shop.coco("plan", "--out", join(shop.files.folder, "no/folder/plan"));
    expect(unwritable.status).toBe(1);
    expect(unwritable.errors).toContain("cli/unreadable-file");
  });

  test("targets, excludes, replacement and what is not looked at", async () => {
    const shop = projects.project(imports + box("a") + box("b") + box("c"));
    const first = await shop.coco("apply", "-y", "-t", "a", "--target", "c", "--parallel", "2");
    expect(first.status).toBe(0);
    expect(["a", "b", "c"].map((id) => existsSync(shop.files.path(`shelf/${id}.json`)))).toEqual([
      true,
      false,
      true,
    ]);
    expect((await shop.coco("plan", "--exclude", "b")).output).not.toContain("1 to create");
    expect((await shop.coco("plan", "--replace", "a", "--exclude", "b")).output).toContain("1 to replace");
    rmSync(shop.files.path("shelf/a.json"));
    expect((await shop.coco("plan", "--no-refresh", "--exclude", "b")).output).not.toContain("to create");
    const unknown = await shop.coco("plan", "-t", "zebra");
    expect(unknown.status).toBe(1);
    expect(unknown.errors).toContain("plan/no-such-resource");
    const undecided = await shop.coco("apply", "-t", "a");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain(`coco apply --yes -t a -C ${shop.files.folder}`);
  });

  test("a failure stops the rest, unless it goes on", async () => {
    const program = `${imports}const bad = new Box("bad", { label: "refused" });\nnew Box("after", { label: "after" }, { dependsOn: [bad] });\n`;
    const shop = projects.project(
      `${program}new Box("late", { label: coconut.output(new Promise<string>((done) => setTimeout(() => done("late"), 300))) });`,
    );
    const failed = await shop.coco("apply", "-y", "--continue-on-error", "-p", "1");
    expect(failed.status).toBe(1);
    expect(failed.output).toMatch(/create failed bad[^]*Not everything was done\./);
    expect(failed.errors).toContain("there is no room");
    expect(existsSync(shop.files.path("shelf/late.json"))).toBe(true);
    expect(existsSync(shop.files.path("shelf/after.json"))).toBe(false);
  });

  test("rounds go on with what callbacks ask for", async () => {
    const shop = projects.project(
      `${imports}const a = new Box("a", { label: "a" });\na.weight.apply((weight) => void new Box("b", { label: "b" + weight }));\n`,
    );
    const open = await shop.coco("apply", "-y");
    expect(open.status).toBe(4);
    expect(open.output).toContain("1 more resources were asked for meanwhile");
    expect((await shop.coco("destroy", "-y")).status).toBe(0);
    expect((await shop.coco("apply", "-y", "--rounds", "2")).status).toBe(0);
    expect(existsSync(shop.files.path("shelf/b10.json"))).toBe(true);
  });

  test("a destroy is planned, asked for, and done to a target alone", async () => {
    const shop = projects.project(imports + box("a") + box("b"));
    await shop.coco("apply", "-y");
    expect((await shop.coco("plan", "--destroy")).output).toContain("2 to delete");
    const undecided = await shop.coco("destroy");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain("coco destroy --yes");
    expect((await shop.coco("destroy", "-y", "-t", "a")).status).toBe(0);
    expect(["a", "b"].map((id) => existsSync(shop.files.path(`shelf/${id}.json`)))).toEqual([false, true]);
  });

  test("a stack is said to be new, by its name, until something was done", async () => {
    const shop = projects.project(imports + box("a"));
    expect((await shop.coco("plan")).output).toMatch(/^The stack dev is new/);
    expect((await shop.coco("plan", "-s", "prod")).output).not.toContain("is new");
    await shop.coco("apply", "-y");
    expect((await shop.coco("plan")).output).toBe("Plan: 1 unchanged.\n");
  });
});

describe("the world and state", () => {
  test("a refresh shows what state would take, and takes it", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    writeFileSync(shop.files.path("shelf/a.json"), `{ "label": "a", "size": 7 }`);
    expect((await shop.coco("plan", "--refresh-only")).output).toMatch(/weight/);
    const undecided = await shop.coco("refresh");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain("coco refresh --yes");
    expect((await shop.coco("refresh", "-y")).status).toBe(0);
    expect((await shop.coco("state", "show", "a")).output).toContain("weight: 70");
    expect(readFileSync(shop.files.path("shelf/a.json"), "utf8")).toContain("7");
  });

  test("an import prints the code that asks for the object", async () => {
    const old = { "shelf/old.json": `{ "label": "old", "size": 3 }` };
    const packages = { "coconut.json": `{ "packages": { "shelf": "./shelf.ts" } }` };
    const shop = projects.project("", { ...old, ...packages });
    const imported = await shop.coco("import", "shelf:index:Box", "mine", "old");
    expect(imported).toMatchObject({ status: 0, errors: "" });
    expect(imported.output).toContain("Imported urn:pulumi:dev::shop::shelf:index:Box::mine");
    expect(imported.output).toMatch(/new Box\(\s*"mine",\s*\{ label: "old", size: 3 \}/);
    expect((await shop.coco("state", "ls")).output).toContain("(protected)");
    const again = await shop.coco("import", "shelf:index:Box", "mine", "old");
    expect(again).toMatchObject({ status: 0 });
    expect(again.output).toContain("manages it already");
    const missing = await shop.coco("import", "shelf:index:Box", "other", "nowhere");
    expect(missing.status).toBe(1);
    expect(missing.errors).toContain("engine/not-found");
  });

  test("a rename changes state alone, and is written down for other stacks", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    shop.files.write({ "main.ts": imports + box("b", "a") });
    const renamed = await shop.coco("rename", "a", "b");
    expect(renamed).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(shop.files.path("coconut.moves.json"))).toBe(true);
    expect((await shop.coco("plan")).output).not.toMatch(/to (create|delete)/);
    const unknown = await shop.coco("rename", "zebra", "c");
    expect(unknown.status).toBe(1);
    expect(unknown.errors).toContain("plan/no-such-resource");
  });

  test("a resource is explained, looked at, and listened to", async () => {
    const provider = (owner: string) =>
      `const own = new coconut.ProviderResource("shelf", "own", { owner: "${owner}" });\n`;
    const program = (owner: string, size: number) =>
      `${imports}${provider(owner)}export const a = new Box("a", { label: "a", size: ${size} }, { provider: own });\nnew Plain("p", { label: "p" });\n`;
    const shop = projects.project(program("ana", 1));
    await shop.coco("apply", "-y");
    const logs = await shop.coco("logs", "a");
    expect(logs).toMatchObject({ status: 0, errors: "" });
    expect(logs.output).toBe(
      "2024-05-01T10:00:00.000Z a put down by ana\n2024-05-02T10:00:00.000Z [lid] a opened\n",
    );
    expect((await shop.coco("stats", "a")).output).toBe("opened: 12\nweight: 10 g\n");

    shop.files.write({ "main.ts": program("bo", 2) });
    const since = await shop.coco("logs", "a", "--since", "2024-05-02");
    expect(since.output).toBe("2024-05-02T10:00:00.000Z [lid] a opened\n");
    expect((await shop.coco("logs", "a")).output).toContain("put down by bo");
    const explained = await shop.coco("explain", "a");
    expect(explained).toMatchObject({ status: 0, errors: "" });
    expect(explained.output).toMatch(/a[^]*size/);

    for (const [command, code] of [
      [["logs", "p"], "engine/not-offered"],
      [["stats", "p"], "engine/not-offered"],
      [["logs", "own"], "engine/not-offered"],
      [["stats", "zebra"], "plan/no-such-resource"],
      [["explain", "zebra"], "plan/no-such-resource"],
    ] as const) {
      const refused = await shop.coco(...command);
      expect(refused).toMatchObject({ status: 1, output: "" });
      expect(refused.errors).toContain(code);
    }
  });

  test("logs are followed until someone interrupts", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    const following = shop.start("logs", "a", "--follow");
    await following.said("waiting");
    following.kill("SIGINT");
    expect(await following.finished).toMatchObject({ status: 130, errors: "" });
  });
});
