import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const disk =
  (size: number) =>
  (words: Words): void => {
    words.disk("data", { size });
  };

/** A disk whose successor could not be made: it is gone, and one is owed. */
async function owed(s: Parameters<Parameters<typeof scenario>[1]>[0]): Promise<void> {
  s.program(disk(1));
  await s.apply().succeeds();
  s.program(disk(2));
  s.cloud.refusesOnce("create disk data", "QuotaExceeded");
  await s.apply().ends();
  s.cloud.lacks("disk data");
}

scenario("a successor that is owed is made with what the program asks for by then", async (s) => {
  await owed(s);
  s.program(disk(3));
  await s.plan().shows(`create disk data (owed)`);
  await s.apply().succeeds();
  s.cloud.has("disk data", { size: 3 });
  await s.apply().changesNothing();
});

scenario("a successor that is owed is made although the program went back", async (s) => {
  await owed(s);
  s.program(disk(1));
  await s.apply().succeeds();
  s.cloud.has("disk data", { size: 1 });
});

scenario("a successor that is owed is let go by a program that does not want it", async (s) => {
  await owed(s);
  s.program(() => {});
  await s.plan().shows(`forget disk data`);
  await s.apply().succeeds();
  expect((await s.state()).resources.size).toBe(0);
});

scenario("a destroy has nothing to delete where a successor is owed", async (s) => {
  await owed(s);
  await s.destroy().succeeds();
  expect(s.cloud.changes()).toEqual(["create disk data", "delete disk data"]);
});

scenario("a refresh leaves what is owed as it is", async (s) => {
  await owed(s);
  await s.refresh().succeeds();
  await s.plan().shows(`create disk data (owed)`);
});

scenario("dependents of what is owed wait for it, and are not touched by its failure", async (s) => {
  const program =
    (size: number) =>
    (words: Words): void => {
      words.site("www", { bucket: words.disk("data", { size }).id });
    };
  s.program(program(1));
  await s.apply().succeeds();
  s.program(program(2));
  s.cloud.refusesOnce("create disk data", "QuotaExceeded");
  await s.apply().ends();
  await s.plan().shows(`
    create disk data (owed)
    update site www (bucket)
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

const bucket =
  (region: string) =>
  (words: Words): void => {
    words.bucket("logs", { region });
  };

/** A bucket that was replaced, with the old one still there because it could not be deleted. */
async function doomed(s: Parameters<Parameters<typeof scenario>[1]>[0]): Promise<void> {
  s.program(bucket("eu"));
  await s.apply().succeeds();
  s.program(bucket("us"));
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.apply().ends();
  expect(s.cloud.objects("bucket logs")).toHaveLength(2);
}

scenario("what a replacement left behind is deleted by the next apply, of whatever program", async (s) => {
  await doomed(s);
  s.program(({ bucket: make, site }) => site("www", { bucket: make("logs", { region: "us" }).id }));
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
  await s.apply().changesNothing();
});

scenario("a destroy deletes both what is there and what a replacement left behind", async (s) => {
  await doomed(s);
  await s.destroy().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(0);
});

scenario("several replacements may leave several behind, and all of them go", async (s) => {
  await doomed(s);
  s.program(bucket("ap"));
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.apply().ends();
  await s.apply().succeeds();
  expect(s.cloud.objects("bucket logs")).toHaveLength(1);
  s.cloud.has("bucket logs", { region: "ap" });
  await s.apply().changesNothing();
});

scenario("what was left behind and is gone meanwhile is forgotten without a call", async (s) => {
  await doomed(s);
  const [old] = s.cloud.objects("bucket logs");
  s.cloud.loses("bucket logs", old!.id);
  await s.apply().succeeds();
  expect(s.cloud.changes().filter((change) => change === "delete bucket logs")).toEqual([]);
  await s.apply().changesNothing();
});
