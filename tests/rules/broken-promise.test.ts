import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

/** The revision of a task moves with its command, and this version of the type forgets to say so. */
const silent = { Task: { modifyPlan: undefined } };

scenario("an output that was planned as known and came out different fails the run", async (s) => {
  s.types(silent);
  const program = (command: string) =>
    s.program(({ task, bucket }) => {
      const { revision } = task("build", { command });
      bucket("reads it", { acl: revision });
      bucket("reads that", { acl: bucket("between", { acl: revision }).name });
      bucket("other");
    });
  program("make");
  await s.apply().succeeds();
  program("make all");
  await s.plan().shows(`update task build (command)`);

  const [problem] = await s.apply().fails("engine/broken-promise");
  expect(problem!.detail).toContain(`revision: "revision of make" -> "revision of make all"`);
  expect(problem!.hint).toContain("modifyPlan");
  expect(problem!.related!.map(({ message }) => message.replace(/urn:.*::/, ""))).toEqual([
    "reads it needs a new plan",
    "between needs a new plan",
  ]);
  s.story(`
    update task build failed: engine/broken-promise
    confirm bucket reads it not started
    confirm bucket between not started
  `);
  s.cloud.has("task build", { command: "make all" });

  await s.apply().succeeds();
  s.story(`
    update bucket between
    update bucket reads it
  `);
  s.cloud.has("bucket reads it", { acl: "revision of make all" });
});

scenario("also with --continue-on-error: who read the value is not started, others are", async (s) => {
  s.types(silent);
  const program = (command: string) =>
    s.program(({ task, bucket }) => {
      bucket("reads it", { acl: task("build", { command }).revision });
      bucket("other", { acl: command });
    });
  program("make");
  await s.apply().succeeds();
  program("make all");
  await s.apply({ continueOnError: true }).fails("engine/broken-promise");
  s.cloud.has("bucket reads it", { acl: "revision of make" });
  s.cloud.has("bucket other", { acl: "make all" });
});
