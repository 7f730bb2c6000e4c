import { scenario } from "../support/scenario.js";

/** A task whose revision comes out as it was, although the plan cannot know that. */
const steady = {
  Task: {
    modifyPlan: ({ change, unknown }: { change: (f: string) => string; unknown: (f: string) => void }) => {
      if (change("retries") !== "same") unknown("revision");
    },
  },
};

scenario("a replacement for a value that came out as it was is left undone", async (s) => {
  s.types(steady);
  const program = (retries: number) =>
    s.program(({ task, bucket }) => {
      const build = task("build", { command: "make", retries });
      bucket("logs", { region: build.revision });
    });
  program(3);
  await s.apply().succeeds();
  program(4);
  await s.plan().shows(`
    update task build (retries, revision)
    replace bucket logs (region)
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    create bucket logs (replaces) skipped
    delete bucket logs (replaced) skipped
  `);
  s.cloud.has("bucket logs", { region: "revision of make" });
});

scenario("what would be deleted first is not deleted if it can stay", async (s) => {
  s.types(steady);
  const program = (retries: number) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command: "make", retries });
      disk("data", { size: 1, bucket: build.revision });
    });
  program(3);
  await s.apply().succeeds();
  program(4);
  await s.plan().shows(`
    update task build (retries, revision)
    replace disk data (bucket) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk data (replaced) skipped
    create disk data (replaces) skipped
  `);
});

scenario("where anything else changed, the replacement is done as it was approved", async (s) => {
  s.types(steady);
  const program = (retries: number, label: string) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command: "make", retries });
      disk("data", { size: 1, bucket: build.revision, label });
    });
  program(3, "old");
  await s.apply().succeeds();
  program(4, "new");
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk data (replaced)
    create disk data (replaces)
  `);
  s.cloud.has("disk data", { label: "new" });
});
