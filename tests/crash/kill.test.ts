import { beforeAll, describe, expect, test } from "vitest";
import { labelOfUrn } from "../../src/testing/scenario/label.js";
import { buildProcess, CrashWorld, type FinishedRun } from "./crash-world.js";

beforeAll(buildProcess);

describe("killed while it creates", () => {
  /** What the run after the kill finds out about the bucket, if there is anything to find out. */
  const kills: readonly (readonly [place: string, found: readonly string[]])[] = [
    ["before intent create bucket logs", []],
    ["after intent create bucket logs", ["bucket logs: created"]],
    ["effect create bucket logs", ["bucket logs: adopted"]],
    ["before outcome create bucket logs", ["bucket logs: adopted"]],
    ["after outcome create bucket logs", []],
    ["before end", []],
  ];

  test.each(kills)("%s: one bucket in the end", async (place, found) => {
    const world = await CrashWorld.make();
    await world.killed(place, "shop");
    const run = await world.settles("shop");
    expect(settled(run).filter((line) => line.startsWith("bucket"))).toEqual(found);
    expect(made(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
    expect(run.outputs).toEqual({ url: "https://www.test" });
  });

  test.each([
    "effect create site www",
    "after identified create site www",
    "effect finish site www",
    "before outcome create site www",
  ])("%s: adopted, and brought to its end", async (place) => {
    const world = await CrashWorld.make();
    await world.killed(place, "shop");
    const run = await world.settles("shop");
    expect(settled(run)).toContain("site www: adopted");
    expect(made(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
  });

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
  test.each([
    "before intent update site www",
    "after intent update site www",
    "effect update site www",
    "after outcome update site www",
  ])("%s: the site has the new title", async (place) => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed(place, "shop with another title");
    await world.settles("shop with another title");
    world.cloud.has("site www", { title: "Shop" });
    expect(made(world)).toHaveLength(3);
  });

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
    ["before intent delete site www", []],
    ["after intent delete site www", ["site www: is still there"]],
    ["effect delete site www", ["site www: is gone"]],
    ["after outcome delete site www", []],
  ] as const)("%s: the site is gone", async (place, found) => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed(place, "shop without its site");
    const run = await world.settles("shop without its site");
    expect(settled(run)).toEqual(found);
    expect(changed(world).filter((line) => line.startsWith("delete"))).toEqual(["delete site www"]);
  });

  test.each(["effect delete site www", "after intent delete bucket logs", "effect delete bucket logs"])(
    "%s of a destroy: the next one has nothing twice to do",
    async (place) => {
      const world = await CrashWorld.make();
      await world.settles("shop");
      await world.killed(place, "shop", "destroy");
      expect((await world.run("shop", "destroy")).ok).toBe(true);
      expect(world.cloud.objects()).toEqual([]);
      expect(changed(world).filter((line) => line.startsWith("delete"))).toHaveLength(3);
    },
  );
});

describe("killed in the middle of a replacement", () => {
  test.each([
    "after intent create bucket logs",
    "effect create bucket logs",
    "after outcome create bucket logs",
    "effect update site www",
    "after outcome update site www",
    "after intent delete bucket logs",
    "effect delete bucket logs",
    "after outcome delete bucket logs",
  ])("new one first, %s: one bucket remains, the new one", async (place) => {
    const world = await CrashWorld.make();
    await world.settles("shop");
    await world.killed(place, "shop elsewhere");
    await world.settles("shop elsewhere");
    world.cloud.has("bucket logs", { region: "us" });
    world.cloud.has("site www", { bucket: "arn:bucket-4" });
    expect(changed(world).filter((line) => line.includes("bucket"))).toEqual([
      "create bucket logs",
      "create bucket logs",
      ...adoptionUpdate(place),
      "delete bucket logs",
    ]);
  });

  test.each([
    "after intent delete disk data",
    "effect delete disk data",
    "after outcome delete disk data",
    "after intent create disk data",
    "effect create disk data",
    "after outcome create disk data",
  ])("old one first, %s: one disk remains, the new one", async (place) => {
    const world = await CrashWorld.make();
    await world.settles("disk");
    await world.killed(place, "larger disk");
    await world.settles("larger disk");
    world.cloud.has("disk data", { size: 2 });
    expect(changed(world).filter((line) => line.includes("disk"))).toEqual([
      "create disk data",
      "delete disk data",
      "create disk data",
      ...adoptionUpdate(place).map(() => "update disk data"),
    ]);
  });

  /** What was adopted is brought to its inputs. */
  function adoptionUpdate(place: string): readonly string[] {
    return place.startsWith("effect create") ? ["update bucket logs"] : [];
  }

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

describe("killed while it settles what another one left", () => {
  test("before and after it repeats a create", async () => {
    const world = await CrashWorld.make();
    await world.killed("after intent create bucket b", "two buckets");
    await world.killed("effect create bucket b", "two buckets");
    await world.killed("after outcome create bucket b", "two buckets");
    await world.settles("two buckets");
    expect(made(world)).toEqual(["create bucket a", "create bucket b"]);
  });

  test("as soon as it has taken over", async () => {
    const world = await CrashWorld.make();
    await world.killed("effect create bucket b", "two buckets");
    await world.killed("before outcome create bucket b", "two buckets");
    await world.killed("before outcome create bucket b", "two buckets");
    await world.settles("two buckets");
    expect(made(world)).toEqual(["create bucket a", "create bucket b"]);
  });
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
