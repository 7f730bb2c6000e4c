import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a replacement that would be refused deletes nothing", async (s) => {
  s.types({ Task: { replaceOn: ["command"], replaceOrder: "delete-first" } });
  s.program(({ task }) => task("clean", { command: "rm" }));
  await s.apply().succeeds();
  s.program(({ bucket, task }) => {
    const logs = bucket("logs");
    task("clean", { command: logs.id.apply(() => "explode") });
  });
  await s.apply().fails("provider/invalid-input");
  s.cloud.has("task clean", { command: "rm" });
  expect(s.cloud.changes()).not.toContain("delete task clean");
});

scenario("an input of another type is refused by name", async (s) => {
  s.program(({ disk }) => disk("data", { size: "large" as never }));
  const [problem] = await s.plan().fails("provider/invalid-input");
  expect(problem).toMatchObject({ path: "size" });
});

scenario("a spelling that means the same replaces nothing", async (s) => {
  s.types({ Task: { replaceOn: ["name", "image"] } });
  s.program(({ task }) => task("clean", { command: "rm", image: "Debian" }));
  await s.apply().succeeds();
  s.program(({ task }) => task("clean", { command: "rm", image: "DEBIAN" }));
  await s.plan().shows(`record task clean (inputs)`);
});

/** Counts how often the check of a type runs, and in which half of a run. */
function counting(more: object = {}) {
  const counted: string[] = [];
  const checked = (text: string) => {
    counted.push(text);
  };
  const types = {
    Task: {
      validate: async ({ inputs }: { inputs: { name: string; command: string } }) =>
        checked(`${inputs.name} ${inputs.command}`),
      ...more,
    },
  };
  return { types, took: () => counted.splice(0) };
}

scenario("a check runs once when a step is planned and once before it is performed", async (s) => {
  const { types, took } = counting({ replaceOn: ["image"], replaceOrder: "delete-first" });
  s.types(types);
  const program = (command: string, image: string, replaceTrigger = 1) =>
    s.program(({ task }) => task("job", { command, image }, { replaceTrigger }));
  const counts = async () => {
    const plan = await s.plan().succeeds();
    const planned = took();
    await s.apply({ plan }).succeeds();
    // The scenario plans once more, and finds nothing to do.
    return { planned, performed: took() };
  };
  const once = (text: string) => ({ planned: [text], performed: [text] });
  program("make", "a");
  expect(await counts(), "a create").toEqual(once("job make"));
  program("make all", "a");
  expect(await counts(), "an update").toEqual(once("job make all"));
  program("make all", "b");
  expect(await counts(), "a replacement").toEqual(once("job make all"));
  program("make all", "b", 2);
  expect(await counts(), "a forced replacement").toEqual(once("job make all"));
});

scenario("a check runs once before what is deleted first, in a cascade too", async (s) => {
  const { types, took } = counting({ replaceOn: ["image"], replaceOrder: "delete-first" });
  s.types(types);
  const program = (image: string) =>
    s.program(({ task }) => {
      const first = task("first", { command: "make", image });
      const second = task("second", { command: "make", image, minimum: 1 }, { dependsOn: first });
      task("third", { command: "make", image, minimum: 2 }, { dependsOn: second });
    });
  program("a");
  await s.apply().succeeds();
  program("b");
  const plan = await s.plan().succeeds();
  took();
  await s.apply({ plan }).succeeds();
  expect(took().toSorted()).toEqual(["first make", "second make", "third make"]);
});
