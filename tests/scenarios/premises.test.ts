import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-premises-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the user's. What a plan says of it is taken for granted until it is sent. */
function file(name: string, text: string) {
  const path = join(folder, name);
  const write = (next: string) => writeFileSync(path, next);
  write(text);
  return { path, write };
}

/** Tasks that are made from a file. */
function tasksFromFiles(s: Scenario, overrides: object = {}): void {
  const inputs = {
    name: v.string(),
    command: v.string(),
    source: v.optional(v.any()),
    image: v.optional(v.string()),
  };
  s.types({ Task: { inputs, constraints: [], ...overrides } });
}

scenario(
  "a file that changes after the plan stops its create before the call, and both are shown",
  async (s) => {
    tasksFromFiles(s);
    const source = file("create.txt", "one");
    s.program(({ task, coconut }) =>
      task("build", { command: "make", source: new coconut.asset.FileAsset(source.path) } as never),
    );
    const plan = await s.plan().shows(`create task build`);
    source.write("two");
    const [problem] = await s.apply({ plan }).fails("engine/premise");
    s.story(`create task build failed: engine/premise`);
    expect(problem!.detail).toMatch(/^ {2}source.*: .+ -> .+$/m);
    expect(problem!.detail).not.toContain("command");
    expect(s.cloud.effects).toEqual([]);

    await s.apply().succeeds();
  },
);

scenario("a file that changes after the plan stops an update before the call", async (s) => {
  tasksFromFiles(s);
  const source = file("update.txt", "one");
  const program = (command: string) =>
    s.program(({ task, coconut }) =>
      task("build", { command, source: new coconut.asset.FileAsset(source.path) } as never),
    );
  program("make");
  await s.apply().succeeds();
  program("make all");
  const plan = await s.plan().shows(`update task build (command, revision)`);
  source.write("two");
  await s.apply({ plan }).fails("engine/premise");
  s.cloud.has("task build", { command: "make" });
});

scenario("a secret that came out differently is named, and neither value shown", async (s) => {
  tasksFromFiles(s);
  const source = file("secret.txt", "one");
  s.program(({ task, coconut }) =>
    task("build", {
      command: "make",
      source: coconut.secret(new coconut.asset.FileAsset(source.path)),
    } as never),
  );
  const plan = await s.plan().shows(`create task build`);
  source.write("two");
  const [problem] = await s.apply({ plan }).fails("engine/premise");
  expect(problem!.detail).toMatch(/^ {2}source.*: \[secret\] -> \[secret\]$/m);
});

scenario("a value that came out in another spelling is no other value", async (s) => {
  tasksFromFiles(s, { equivalent: { source: () => true } });
  const source = file("spelling.txt", "one");
  s.program(({ task, coconut }) =>
    task("build", { command: "make", source: new coconut.asset.FileAsset(source.path) } as never),
  );
  const plan = await s.plan().shows(`create task build`);
  source.write("ONE");
  await s.apply({ plan }).succeeds();
  s.story(`create task build`);
});

scenario(
  "what was planned as the same and came out differently fails the run and keeps its record",
  async (s) => {
    tasksFromFiles(s);
    const source = file("same.txt", "one");
    const program = (acl: string) =>
      s.program(({ bucket, task, coconut }) => {
        const logs = bucket("logs", { acl });
        const asset = new coconut.asset.FileAsset(source.path);
        task("build", { command: "make", source: asset } as never, { dependsOn: logs });
      });
    program("private");
    await s.apply().succeeds();
    const recorded = [...(await s.state()).objects.values()].find(({ stored }) =>
      stored.type.endsWith("Task"),
    );
    program("public");
    const plan = await s.plan().shows(`update bucket logs (acl)`);
    source.write("two");
    await s.apply({ plan }).fails("engine/premise");
    s.story(`
    update bucket logs
    confirm task build failed: engine/premise
  `);
    const after = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Task"));
    expect(after!.stored).toEqual(recorded!.stored);

    await s.plan().shows(`update task build (source)`);
    await s.apply().succeeds();
  },
);

scenario("a plan is refused whole when the stack has moved, and nothing is called", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  const plan = await s.plan().shows(`
    create bucket a
    create bucket b
  `);
  const other = s.beside();
  other.program(({ bucket }) => bucket("a"));
  await other.apply().succeeds();
  const since = s.cloud.effects.length;
  await s.apply({ plan }).fails("engine/plan-outdated");
  expect(s.cloud.effects.slice(since)).toEqual([]);
  expect(s.cloud.changes()).toEqual(["create bucket a"]);
});

scenario("a plan is applied once", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  const plan = await s.plan().succeeds();
  await s.apply({ plan }).succeeds();
  await s.apply({ plan }).fails("engine/plan-outdated");
});

scenario("a plan does not grow: what the program asks for later is not in it", async (s) => {
  s.program(({ bucket }) => bucket("a"));
  const plan = await s.plan().succeeds();
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  await plan.apply();
  s.cloud.has("bucket a");
  s.cloud.lacks("bucket b");
});

/** Changes the status of a task behind the back of whoever plans. */
const restlessStatus = {
  modifyPlan: () => {},
  update: async ({ inputs, client, id }: never) => {
    const { cloud, account } = client as { cloud: Scenario["cloud"]; account: string };
    await cloud.update({ kind: "task", id, properties: { ...(inputs as object), status: "busy" }, account });
    return { revision: "revision of one", status: "busy" };
  },
};

scenario("a provider that breaks its promise is named, and what it did is kept", async (s) => {
  const program = (retries: number) =>
    s.program(({ task, site, bucket }) => {
      const build = task("build", { command: "one", retries });
      site("www", { bucket: build.status });
      bucket("after", {}, { dependsOn: build });
    });
  program(1);
  await s.apply().succeeds();
  s.types({ Task: restlessStatus });
  program(2);
  await s.plan().shows(`update task build (retries)`);
  const [problem] = await s.apply().fails("engine/broken-promise");
  expect(problem!.resource).toMatch(/Task::build$/);
  expect(problem!.detail).toContain('status: "idle" -> "busy"');
  expect(problem!.hint).toContain("The provider has a bug");
  s.story(`
    update task build failed: engine/broken-promise
    confirm site www not started
    confirm bucket after not started
  `);
  const task = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Task"));
  expect(task!.stored.outputs["status"]).toBe("busy");

  s.types({});
  await s.plan().shows(`update site www (bucket)`);
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: "busy" });
});

scenario("with continue-on-error a broken promise still holds its dependents back", async (s) => {
  const program = (retries: number) =>
    s.program(({ task, site, bucket }) => {
      site("www", { bucket: task("build", { command: "one", retries }).status });
      bucket("free", { tags: { retries: `${retries}` } });
    });
  program(1);
  await s.apply().succeeds();
  s.types({ Task: restlessStatus });
  program(2);
  await s.apply({ continueOnError: true }).fails("engine/broken-promise");
  s.cloud.has("bucket free", { tags: { retries: "2" } });
  s.cloud.has("site www", { bucket: "idle" });
});
