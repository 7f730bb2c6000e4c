import { beforeAll, describe, expect, test } from "vitest";
import { buildProcess, CrashWorld } from "./crash-world.js";

beforeAll(buildProcess);

describe("killed while it creates", () => {
  /** What the run after the kill finds out about the bucket, if there is anything to find out. */
  const kills: readonly (readonly [place: string, found: string | undefined])[] = [
    ["before intent create bucket logs", undefined],
    ["after intent create bucket logs", "created"],
    ["effect create bucket logs", "adopted"],
    ["before outcome create bucket logs", "adopted"],
    ["after outcome create bucket logs", undefined],
    ["before end", undefined],
  ];

  test.each(kills)("%s: one bucket in the end", async (place, found) => {
    const world = await CrashWorld.make();
    await world.killed(place, "shop");
    const run = await world.settles("shop");
    const settled = run.events.flatMap((event) =>
      event.kind === "settled" && event.urn.endsWith("Bucket::logs") ? [event.result] : [],
    );
    expect(settled).toEqual(found === undefined ? [] : [found]);
    expect(created(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
    expect(run.outputs).toEqual({ url: "https://www.test" });
  });

  test.each([
    "effect create site www",
    "after identified create site www",
    "effect finish site www",
    "before outcome create site www",
  ])("%s: the half that was missing is done", async (place) => {
    const world = await CrashWorld.make();
    await world.killed(place, "shop");
    await world.settles("shop");
    expect(created(world)).toEqual(["create bucket logs", "create key spare", "create site www"]);
  });
});

/** Everything that was ever made, in the order of the alphabet. */
function created({ cloud }: CrashWorld): readonly string[] {
  return cloud
    .changes()
    .filter((line) => line.startsWith("create "))
    .sort();
}
