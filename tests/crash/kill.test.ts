import { beforeAll, describe, expect, test } from "vitest";
import { labelOfUrn } from "../support/scenario/label.js";
import { CrashWorld, type FinishedRun } from "./crash-world.js";
import { buildProcess } from "./started-process.js";

// What a run finds out about a kill, and what else can be asked for after it. Kills in every place: matrix.test.ts.

beforeAll(buildProcess);

describe("killed while it creates", () => {
  /** What the run after the kill finds out about the bucket, if there is anything to find out. */
  const kills: readonly (readonly [place: string, found: readonly string[]])[] = [
    ["before intent create bucket logs", []],
    ["after intent create bucket logs", ["bucket logs: created"]],
    ["before outcome create bucket logs", ["bucket logs: adopted"]],
    ["after outcome create bucket logs", []],
  ];

  test.each(kills)("%s: one bucket in the end", async (place, found) => {
    const world = await CrashWorld.make();
    await world.killed(place, "shop");
    const run = await world.settles("shop");
    expect(settled(run).filter((line) => line.startsWith("bucket"))).toEqual(found);
    expect(made(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
    expect(run.outputs).toEqual({ url: "https://www.test" });
  });

  test.each(["effect create site www", "after identified create site www", "effect finish site www"])(
    "%s: adopted, and brought to its end",
    async (place) => {
      const world = await CrashWorld.make();
      await world.killed(place, "shop");
      const run = await world.settles("shop");
      expect(settled(run)).toContain("site www: adopted");
      expect(made(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
    },
  );

  test("what it was asked for has changed meanwhile: repeated as recorded, then updated", async () => {
    const world = await CrashWorld.make();
    await world.killed("after intent create site www", "shop");
    await world.settles("shop with another title");
    world.cloud.has("site www", { title: "Shop" });
    expect(changed(world)).toContain("update site www");
    expect(made(world).filter((line) => line.includes("site"))).toEqual(["create site www"]);
  });

  test("nobody asks for it any more: it does not stay behind", async () => {
    const world = await CrashWorld.make();
    await world.killed("effect create site www", "shop");
    await world.settles("shop without its site");
    world.cloud.lacks("site www");
  });

  test("destroyed instead of applied again: it does not stay behind", async () => {
    const world = await CrashWorld.make();
    await world.killed("effect create site www", "shop");
    expect((await world.run("shop", "destroy")).ok).toBe(true);
    expect(world.cloud.objects()).toEqual([]);
  });
});

describe("killed while it updates", () => {
  test("the old title is asked for again: the site gets it back", async () => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed("effect update site www", "shop with another title");
    await world.settles("shop");
    world.cloud.has("site www", { title: "untitled" });
  });
});

describe("killed while it deletes", () => {
  test.each([
    ["after intent delete site www", "site www: is still there"],
    ["effect delete site www", "site www: is gone"],
  ])("%s: the next run finds that %s", async (place, found) => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed(place, "shop without its site");
    const run = await world.settles("shop without its site");
    expect(settled(run)).toEqual([found]);
    expect(changed(world).filter((line) => line.startsWith("delete"))).toEqual(["delete site www"]);
  });
});

describe("killed in the middle of a replacement", () => {
  test("the old bucket is asked for again while it is still there: refused by the cloud, nothing lost", async () => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed("after outcome create bucket logs", "shop elsewhere");
    const run = await world.run("shop");
    expect(run.diagnostics).toMatchObject([{ detail: expect.stringContaining("NameTaken") as string }]);
    expect(world.cloud.objects("bucket logs")).toHaveLength(2);
    await world.settles("shop elsewhere");
    await world.settles("shop");
    world.cloud.has("bucket logs", { region: "eu" });
  });
});

test("killed three times while it settles what another one left: one bucket in the end", async () => {
  const world = await CrashWorld.make();
  await world.killed("after intent create bucket b", "two buckets");
  await world.killed("effect create bucket b", "two buckets");
  await world.killed("before outcome create bucket b", "two buckets");
  await world.killed("after outcome create bucket b", "two buckets");
  await world.settles("two buckets");
  expect(made(world)).toEqual(["create bucket a", "create bucket b"]);
});

describe("a rule, which cannot be found again", () => {
  test.each(["after intent create rule open", "effect create rule open"])(
    "killed %s: it is held back with what needs it, and nothing else",
    async (place) => {
      const world = await CrashWorld.make();
      await world.killed(place, "firewall");
      const rules = world.cloud.objects("rule open").length;
      for (const attempt of [1, 2]) {
        const run = await world.run("firewall");
        expect(run.ok, `attempt ${attempt}`).toBe(false);
        expect(run.diagnostics).toMatchObject([
          {
            code: "engine/uncertain",
            detail: expect.stringContaining("held back") as string,
            hint: expect.stringMatching(
              /coco recover open --adopt <id>\n.*\n.*coco recover open --absent/,
            ) as string,
          },
        ]);
        expect(settled(run)).toEqual(expect.arrayContaining(["rule open: uncertain"]));
        expect(world.cloud.objects("rule open")).toHaveLength(rules);
        world.cloud.has("bucket logs");
        world.cloud.lacks("task after");
      }
      expect((await world.run("firewall", "refresh")).diagnostics).toMatchObject([
        { code: "engine/uncertain" },
      ]);
      const destroyed = await world.run("firewall", "destroy");
      expect(destroyed.diagnostics).toMatchObject([{ code: "engine/uncertain" }]);
      world.cloud.lacks("bucket logs");
      expect(world.cloud.objects("rule open")).toHaveLength(rules);
    },
  );

  test("killed when its outcome is kept: nothing is uncertain", async () => {
    const world = await CrashWorld.make();
    await world.killed("after outcome create rule open", "firewall");
    await world.settles("firewall");
    expect(made(world).filter((line) => line.includes("rule"))).toEqual(["create rule open"]);
  });
});

/** Everything that was ever made, in the order of the alphabet. */
function made(world: CrashWorld): readonly string[] {
  return changed(world)
    .filter((line) => line.startsWith("create "))
    .sort();
}

function changed({ cloud }: CrashWorld): readonly string[] {
  return cloud.changes();
}

/** What a run found out about operations that were cut off: `bucket logs: adopted`. */
function settled({ events }: FinishedRun): readonly string[] {
  return events.flatMap((event) =>
    event.kind === "settled" ? [`${labelOfUrn(event.urn)}: ${event.result}`] : [],
  );
}
