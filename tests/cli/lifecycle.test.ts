import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const box = (name: string) => `export const ${name} = new Box("${name}", { label: "${name}" });\n`;

describe.concurrent("plan and apply", { timeout: 60_000 }, () => {
  test("a saved plan is applied as it is, once, and without a yes", async () => {
    const shop = projects.project(imports + box("a"));
    const file = join(shop.files.folder, "saved.plan");
    const saved = await shop.coco("plan", "--out", file);
    expect(saved).toMatchObject({ status: 0, errors: "" });
    expect(saved.output).toContain("coco apply saved.plan");
    expect(statSync(file).mode & 0o077).toBe(0);
    const applied = await shop.coco("apply", file);
    expect(applied).toMatchObject({ status: 0, errors: "" });
    expect(applied.output).toMatch(/created +\S+ a {2}\d+ ms[^]*Done\.[^]*State: \.coconut\/dev\.db\n/);
    expect(shop.shelf()).toEqual(["a"]);
    const twice = await shop.coco("apply", file);
    expect(twice.status).toBe(8);
    expect(twice.errors).toContain("engine/plan-file-used");
    const missing = await shop.coco("apply", "nowhere.plan");
    expect(missing).toMatchObject({ status: 64, output: "" });
    expect(missing.errors).toContain("cli/file-access");
    expect(missing.errors).toContain("nowhere.plan");
    const unwritable = await shop.coco("plan", "--out", join(shop.files.folder, "no/folder/plan"));
    expect(unwritable.status).toBe(64);
    expect(unwritable.errors).toContain("cli/file-access");
  });

  test("targets, excludes, replacement and what is not looked at", async () => {
    const shop = projects.project(imports + box("a") + box("b") + box("c"));
    const first = await shop.coco("apply", "-y", "-t", "a", "--target", "c", "--parallel", "2");
    expect(first.status).toBe(0);
    expect(first.output).toMatch(/^New stack dev /);
    expect(shop.shelf()).toEqual(["a", "c"]);
    const replaced = await shop.coco("plan", "--replace", "a", "--exclude", "b");
    expect(replaced.output).toContain("1 to replace");
    expect(replaced.output).not.toMatch(/New stack|to create/);
    rmSync(shop.files.path("shelf/a.json"));
    expect((await shop.coco("plan", "--no-refresh", "--exclude", "b")).output).not.toContain("to create");
    const unknown = await shop.coco("plan", "-t", "zebra");
    expect(unknown).toMatchObject({ status: 1, output: "" });
    expect(unknown.errors).toContain("plan/no-such-resource");
    const undecided = await shop.coco("apply", "-t", "a*");
    expect(undecided.status).toBe(4);
    expect(undecided.output).toContain(`coco apply --yes -t 'a*' -C ${shop.files.folder}`);
  });

  test("much that is gone at once is for a person to decide", async () => {
    const shop = projects.project(imports + box("a") + box("b") + box("c"));
    expect((await shop.coco("apply", "-y")).status).toBe(0);
    for (const name of ["a", "b", "c"]) rmSync(shop.files.path(`shelf/${name}.json`));
    for (const command of ["plan", "apply", "refresh"]) {
      const refused = await shop.coco(command, ...(command === "plan" ? [] : ["-y"]));
      expect(refused.status).toBe(4);
      expect(refused.errors).toContain("engine/many-missing");
    }
    expect(shop.shelf()).toEqual([]);
    expect((await shop.coco("apply", "-y", "--accept-gone")).status).toBe(0);
    expect(shop.shelf()).toEqual(["a", "b", "c"]);
  });

  test("a failure stops the rest, unless it goes on", async () => {
    const shop = projects.project(`${imports}
      const bad = new Box("bad", { label: "refused" });
      new Box("after", { label: "after" }, { dependsOn: [bad] });
      new Box("late", { label: "late" });`);
    const failed = await shop.coco("apply", "-y", "--continue-on-error", "-p", "1");
    expect(failed.status).toBe(1);
    expect(failed.output).toMatch(/failed +\S+ bad[^]*Not all changes were made\./);
    expect(failed.errors).toContain("there is no room");
    expect(shop.shelf()).toEqual(["late"]);
  });

  test("rounds go on with what callbacks ask for", async () => {
    const shop = projects.project(`${imports}
      const { weight } = new Box("a", { label: "a" });
      weight.apply((known) => void new Box("b", { label: "b" + known }));`);
    const { status, output } = await shop.coco("apply", "-y", "--rounds", "2");
    expect(status).toBe(0);
    expect(shop.shelf()).toEqual(["a", "b10"]);
    // What is done without asking again is shown all the same, before it is done.
    expect(output).toMatch(/created +\S+ a [^]*\n\+ shelf:\S+ "b"[^]*Plan: 1 to create[^]*created +\S+ b /);
    await shop.coco("destroy", "-y");
    const { rounds } = JSON.parse((await shop.coco("apply", "-y", "--rounds", "2", "--json")).output) as {
      rounds: { changes: { urn: string }[] }[];
    };
    expect(rounds.map(({ changes }) => changes.map(({ urn }) => urn.split("::").at(-1)))).toEqual([
      expect.arrayContaining(["b"]),
    ]);
  });

  test("a destroy is planned, and done to a target alone", async () => {
    const shop = projects.project(imports + box("a") + box("b"));
    await shop.coco("apply", "-y");
    expect((await shop.coco("plan", "--destroy")).output).toContain("2 to delete");
    expect((await shop.coco("destroy", "-y", "-t", "a")).status).toBe(0);
    expect(shop.shelf()).toEqual(["b"]);
  });
});

describe.concurrent("the world and state", { timeout: 60_000 }, () => {
  test("a refresh shows what state would take, and takes it", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    writeFileSync(shop.files.path("shelf/a.json"), `{ "label": "a", "size": 7 }`);
    expect((await shop.coco("plan", "--refresh-only")).output).toMatch(/weight: +was 10, now 70\n/);
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
    expect(again).toMatchObject({ status: 0, errors: "" });
    expect(again.output).toContain("already manages this object");
    const missing = await shop.coco("import", "shelf:index:Box", "other", "nowhere");
    expect(missing).toMatchObject({ status: 1, output: "" });
    expect(missing.errors).toContain("engine/not-found");
  });

  test("a resource is explained, looked at, and listened to", async () => {
    const program = (owner: string, size: number) => `${imports}
      class Shelf extends coconut.ProviderResource {}
      const own = new Shelf("shelf", "own", { owner: "${owner}" });
      export const a = new Box("a", { label: "a", size: ${size} }, { provider: own });
      new Plain("p", { label: "p" });`;
    const shop = projects.project(program("ana", 1));
    await shop.coco("apply", "-y");
    const logs = await shop.coco("logs", "a");
    expect(logs).toMatchObject({ status: 0, errors: "" });
    expect(logs.output).toBe(
      "2024-05-01T10:00:00.000Z a put down\n2024-05-02T10:00:00.000Z [lid] a opened by ana\n",
    );
    expect((await shop.coco("stats", "a")).output).toBe("opened  12\nweight  10 g\n");

    shop.files.write({ "main.ts": program("bo", 2) });
    const since = await shop.coco("logs", "a", "--since", "2024-05-02");
    expect(since.output).toBe("2024-05-02T10:00:00.000Z [lid] a opened by bo\n");
    const explained = await shop.coco("explain", "a");
    expect(explained).toMatchObject({ status: 0, errors: "" });
    expect(explained.output).toMatch(/"a" will be updated[^]*size/);
    expect((await shop.coco("logs", "p")).errors).toContain("engine/not-supported");
    const unknown = await shop.coco("explain", "zebra");
    expect(unknown).toMatchObject({ status: 1, output: "" });
    expect(unknown.errors).toContain("plan/no-such-resource");
  });

  test("logs are followed until someone interrupts", async () => {
    const shop = projects.project(imports + box("a"));
    await shop.coco("apply", "-y");
    const following = shop.start("logs", "a", "--follow");
    await following.said("waiting");
    following.kill("SIGINT");
    expect(await following.finished).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(shop.files.path("shelf/a.json"))).toBe(true);
  });
});
