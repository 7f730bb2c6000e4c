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
