import { expect, vi } from "vitest";
import type { Run } from "../../src/engine/index.js";
import { scenario } from "../support/scenario.js";

/** The codes of what a run that succeeded warns about, with the resources that each warning names. */
function warnings({ diagnostics }: Run): readonly string[] {
  return diagnostics.map(({ code, severity, resource = "", related = [] }) =>
    [severity, code, ...[resource, ...related.map((each) => each.resource ?? "")].map(nameOf)].join(" "),
  );
}

function nameOf(urn: string): string {
  return urn.split("::").at(-1)!;
}

scenario("a create that returns the id of the object it replaces keeps that object", async (s) => {
  s.program(({ entry }) => entry("www", { zone: "a" }));
  await s.apply().succeeds();
  s.program(({ entry }) => entry("www", { zone: "b" }));
  const run = await s.apply().succeeds();
  s.story(`
    create entry www (replaces)
    delete entry www (replaced) as forget
  `);
  expect(warnings(run)).toEqual(["warning engine/object-in-use www www"]);
  s.cloud.has("entry www", { zone: "b" });
  await s.apply().changesNothing();
  await s.destroy().succeeds();
  s.cloud.lacks("entry www");
});

scenario("resources that are shifted by an insertion do not delete each other's objects", async (s) => {
  const program = (...names: string[]) =>
    s.program(({ entry }) => names.forEach((name, index) => entry(`entry ${index}`, { name })));
  program("a", "b", "c");
  await s.apply().succeeds();
  program("new", "a", "b", "c");
  const run = await s.apply().succeeds();
  for (const name of ["new", "a", "b", "c"]) s.cloud.has(`entry ${name}`);
  expect(warnings(run)).toEqual([
    "warning engine/object-in-use entry 0 entry 1",
    "warning engine/object-in-use entry 1 entry 2",
    "warning engine/object-in-use entry 2 entry 3",
  ]);
  await s.apply().changesNothing();
});

scenario("the object of a resource that left is kept if another one has it", async (s) => {
  s.program(({ entry }) => {
    entry("one", { name: "www" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.program(({ entry }) => entry("two", { name: "www" }));
  await s.plan().shows("forget entry one (in use by entry two)");
  await s.apply().succeeds();
  s.story("forget entry one");
  s.cloud.has("entry www");
});

scenario("a destroy deletes an object that two resources have, once", async (s) => {
  s.program(({ entry }) => {
    entry("one", { name: "www" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  const since = s.cloud.effects.length;
  await s.destroy().succeeds();
  expect(s.cloud.changes(since)).toEqual(["delete entry www"]);
  s.cloud.lacks("entry www");
});

scenario("a replacement whose old object another resource has deletes nothing", async (s) => {
  s.program(({ entry }) => {
    entry("one", { name: "www" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.program(({ entry }) => {
    entry("one", { name: "other" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.story(`
    create entry one (replaces)
    forget entry one (replaced)
  `);
  s.cloud.has("entry www");
  s.cloud.has("entry other");
});

scenario("so does one that would delete first", async (s) => {
  s.types({ Entry: { replaceOrder: "delete-first" } });
  s.program(({ entry }) => {
    entry("one", { name: "www" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.program(({ entry }) => {
    entry("one", { name: "other" });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.cloud.has("entry www");
  s.cloud.has("entry other");
});

scenario("what a killed run left behind is not deleted if it is the new object", async (s) => {
  const program = (zone: string) =>
    s.program(({ entry, task }) => task("job", { command: entry("www", { zone }).path }));
  program("a");
  await s.apply().succeeds();
  program("b");
  s.crashAfter("outcome create entry www");
  await s.apply().crashes();
  await s.plan().shows(`
    update task job (command, revision)
    forget entry www (in use by entry www)
  `);
  await s.apply().succeeds();
  s.cloud.has("entry www", { zone: "b" });
});

scenario("a create waits for a delete that may be about the same object", async (s) => {
  s.program(({ entry }) => entry("old", { name: "www" }));
  await s.apply().succeeds();
  const since = s.cloud.effects.length;
  s.cloud.hangs("delete entry www");
  s.program(({ entry }) => {
    entry("new", { name: "www" });
    entry("other");
  });
  const run = s.apply().succeeds();
  await s.cloud.hanging("delete entry www");
  await vi.waitFor(() => expect(s.cloud.changes(since)).toEqual(["create entry other"]), { timeout: 60_000 });
  s.cloud.releases("delete entry www");
  await run;
  expect(s.cloud.changes(since)).toEqual(["create entry other", "delete entry www", "create entry www"]);
});

scenario("a delete waits for a create that may return the same object", async (s) => {
  // The old one goes only when the task has moved: by then the create has begun.
  s.program(({ entry, task }) => task("job", { command: "run", image: entry("old", { name: "www" }).path }));
  await s.apply().succeeds();
  const since = s.cloud.effects.length;
  s.cloud.hangs("create entry www");
  s.cloud.hangs("update task job");
  s.program(({ entry, task }) => {
    entry("new", { name: "www" });
    task("job", { command: "run", image: "none" });
  });
  const run = s.apply().succeeds();
  await s.cloud.hanging("create entry www");
  await s.cloud.hanging("update task job");
  s.cloud.releases("update task job");
  await vi.waitFor(() => expect(s.cloud.changes(since)).toEqual(["update task job"]), { timeout: 60_000 });
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
  s.cloud.releases("create entry www");
  expect(warnings(await run)).toEqual(["warning engine/object-in-use old new"]);
  s.cloud.has("entry www");
});

scenario("an object that is deleted while another create returns it is missed at once", async (s) => {
  // Nothing says what tells its objects apart.
  s.types({ Entry: { replaceOn: [] } });
  s.program(({ entry }) => entry("old", { name: "www" }));
  await s.apply().succeeds();
  s.cloud.hangs("delete entry www");
  s.program(({ entry }) => entry("new", { name: "www" }));
  const run = s.apply().fails("engine/object-lost");
  await s.cloud.hanging("delete entry www");
  await vi.waitFor(() => expect(s.cloud.changes()).toHaveLength(2), { timeout: 60_000 });
  s.cloud.releases("delete entry www");
  await run;
  s.cloud.lacks("entry www");
  await s.apply().succeeds();
  s.cloud.has("entry www");
});

scenario("two objects whose ids say nothing about them are two objects", async (s) => {
  s.program(({ note }) => {
    note("one", { text: "hello" });
    note("two", { text: "hello" });
  });
  await s.apply().succeeds();
  s.program(({ note }) => note("two", { text: "hello" }));
  await s.plan().shows("delete note one");
  await s.apply().succeeds();
  s.cloud.lacks("note one");
  s.cloud.has("note two");
});

scenario(
  "the old object of a replacement goes although its id is the new one's, if ids say nothing",
  async (s) => {
    s.program(({ note }) => note("one", { text: "hello", board: "a" }));
    await s.apply().succeeds();
    s.program(({ note }) => note("one", { text: "hello", board: "b" }));
    await s.apply().succeeds();
    s.story(`
    create note one (replaces)
    delete note one (replaced)
  `);
    expect(s.cloud.objects("note one")).toHaveLength(1);
  },
);

scenario("an object that two resources have is deleted after what needs either of them", async (s) => {
  s.program(({ entry, task }) => {
    task("job", { command: entry("one", { name: "www" }).path });
    entry("two", { name: "www" });
  });
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete task job", "Busy");
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  s.cloud.has("entry www");
  await s.destroy().succeeds();
  s.story(`
    delete task job
    forget entry one
    delete entry two
  `);
  s.cloud.lacks("entry www");
});

scenario("of two resources with one object, the one that the other needs deletes it", async (s) => {
  s.program(({ entry, task }) => {
    const one = entry("one", { name: "www" });
    task("job", { command: one.path });
    entry("two", { name: "www" }, { dependsOn: one });
  });
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete task job", "Busy");
  await s.destroy({ continueOnError: true }).fails("provider/hook-failed");
  s.cloud.has("entry www");
  await s.destroy().succeeds();
  s.cloud.lacks("entry www");
});

scenario("an object that a create without an answer may have returned is not deleted", async (s) => {
  const program = (...names: string[]) =>
    s.program(({ entry }) => names.forEach((name, index) => entry(`entry ${index}`, { name })));
  program("a", "b");
  await s.apply().succeeds();
  program("b", "c");
  s.cloud.failsAfterEffect("create entry b");
  await s.apply({ continueOnError: true }).fails("engine/uncertain");
  s.cloud.has("entry b");
  await s.apply().succeeds();
  s.cloud.has("entry b");
  s.cloud.has("entry c");
  s.cloud.lacks("entry a");
});

scenario("an object is not deleted that a replacement left, and that this plan leaves alone", async (s) => {
  s.program(({ entry }) => entry("one", { name: "www" }));
  await s.apply().succeeds();
  s.program(({ entry }) => {
    entry("one", { name: "other" });
    entry("two", { name: "www" });
  });
  s.cloud.failsAfterEffect("create entry other");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  await s.destroy({ targets: ["two"] }).succeeds();
  s.cloud.has("entry www");
  await s.destroy().succeeds();
  s.cloud.lacks("entry www");
});

scenario("an object that was deleted is missed although its service still shows it", async (s) => {
  s.types({ Entry: { replaceOn: [], settlesWithinMs: 5000 } });
  s.program(({ entry }) => entry("old", { name: "www" }));
  await s.apply().succeeds();
  await s.time.pass(60_000);
  s.cloud.lags({ settlesAfterMs: 1000, now: () => s.time.nowMs });
  s.cloud.hangs("delete entry www");
  s.program(({ entry }) => entry("new", { name: "www" }));
  const run = s.apply().fails("engine/object-lost");
  await s.cloud.hanging("delete entry www");
  await vi.waitFor(() => expect(s.cloud.changes()).toHaveLength(2), { timeout: 60_000 });
  s.cloud.releases("delete entry www");
  await run;
  await s.apply().succeeds();
  s.cloud.has("entry www");
});
