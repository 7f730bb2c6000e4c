import { expect } from "vitest";
import * as v from "valibot";
import type { FakeOverrides } from "../../src/testing/index.js";
import { scenario } from "../support/scenario.js";

interface Fields {
  readonly inputs: { readonly [field: string]: unknown };
  readonly outputs: { readonly [field: string]: unknown };
}

/** The second version of a task calls its command `run`, and its status `state`. */
const second: FakeOverrides["Task"] = {
  inputs: { name: v.string(), run: v.string(), retries: v.optional(v.number(), 3) },
  outputs: { revision: v.string(), state: v.string() },
  equivalent: {},
  constraints: [],
  validate: async () => {},
  modifyPlan: () => {},
  migrations: [
    ({ inputs: { command, ...inputs }, outputs: { status, ...outputs } }: Fields) => ({
      inputs: { ...inputs, run: command },
      outputs: { ...outputs, state: status },
    }),
  ],
  create: async ({ inputs, client, idempotencyKey: token }: any) => {
    const { id } = await client.cloud.create({ kind: "task", name: inputs.name, properties: inputs, token });
    return { id, outputs: { revision: "none", state: "idle" } };
  },
  read: async ({ prior }: { prior: Fields }) => prior.outputs,
  update: async ({ inputs, prior, client, id }: any) => {
    await client.cloud.update({ kind: "task", id, properties: inputs });
    return prior.outputs;
  },
};

scenario("a plan brings older state up to date, and a migration alone is only recorded", async (s) => {
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({ Task: second });
  s.cloud.drifts("task build", { run: "go" });
  s.program(({ task }) => task("build", { run: "go" } as never));
  await s.plan().shows(`record task build (schema version)`);
  await s.apply().succeeds();
  s.story(`record task build`);
  const [object] = (await s.state()).objects.values();
  expect(object!.stored).toMatchObject({
    schemaVersion: 2,
    inputs: { run: "go" },
    outputs: { state: "idle" },
  });
  expect(object!.baseline).toMatchObject({ state: "idle" });
});

scenario("an update is given migrated values, and writes the new version", async (s) => {
  const seen: unknown[] = [];
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      ...second,
      update: async ({ inputs, prior, client, id }: any) => {
        seen.push(prior.inputs.run, prior.outputs.state);
        await client.cloud.update({ kind: "task", id, properties: inputs });
        return prior.outputs;
      },
    },
  });
  s.program(({ task }) => task("build", { run: "stop" } as never));
  await s.plan().shows(`update task build (run)`);
  await s.apply().succeeds();
  expect(seen).toEqual(["go", "idle"]);
});

scenario("a refresh reads with migrated values", async (s) => {
  const seen: unknown[] = [];
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      ...second,
      read: async ({ prior }: { prior: Fields }) => {
        seen.push(prior.inputs["run"]);
        return { ...prior.outputs, state: "busy" };
      },
    },
  });
  s.cloud.drifts("task build", { run: "go" });
  await s.refresh().succeeds();
  expect(seen).toEqual(["go"]);
  s.program(({ task }) => task("build", { run: "go" } as never));
  await s.plan().shows(`update task build (drift: state)`);
});

scenario("destroy deletes with migrated values", async (s) => {
  const seen: unknown[] = [];
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      ...second,
      delete: async ({ prior, client, id }: any) => {
        seen.push(prior.inputs.run, prior.outputs.state);
        await client.cloud.delete({ kind: "task", id });
      },
    },
  });
  await s.destroy().succeeds();
  expect(seen).toEqual(["go", "idle"]);
});

scenario("a replacement deletes the old object with migrated values", async (s) => {
  const seen: unknown[] = [];
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      ...second,
      replaceOn: ["run"],
      delete: async ({ prior, client, id }: any) => {
        seen.push(prior.inputs.run);
        await client.cloud.delete({ kind: "task", id });
      },
    },
  });
  s.program(({ task }) => task("build", { name: "build-2", run: "stop" } as never));
  await s.apply().succeeds();
  expect(seen).toEqual(["go"]);
});

for (const command of ["plan", "apply", "refresh", "destroy"] as const) {
  scenario(`state that is newer than the code is refused by name: ${command}`, async (s) => {
    s.types({ Task: second });
    s.program(({ task }) => task("build", { run: "go" } as never));
    await s.apply().succeeds();
    s.types({});
    s.program(({ task }) => task("build", { command: "go" }));
    const [problem] = await s[command]().fails("provider/newer-state");
    expect(problem!.detail).toContain("State contains schema version 2 of cloud:index:Task");
    s.cloud.has("task build");
  });
}

scenario("a migration that throws fails its resource, and nothing is written", async (s) => {
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.types({
    Task: {
      ...second,
      migrations: [
        () => {
          throw new Error("cannot");
        },
      ],
    },
  });
  s.program(({ task }) => task("build", { run: "go" } as never));
  const [problem] = await s.apply().fails("provider/hook-failed");
  expect(problem!.detail).toContain("migrations[0] of cloud:index:Task");
});

scenario(
  "a field that is gone from the schema leaves state at the next change, and is no change itself",
  async (s) => {
    s.program(({ task }) => task("build", { command: "go", image: "a" }));
    await s.apply().succeeds();
    s.types({
      Task: {
        inputs: { name: v.string(), command: v.string() },
        equivalent: {},
        constraints: [],
      },
    });
    s.program(({ task }) => task("build", { command: "go" }));
    await s.plan().shows(`record task build (inputs)`);
  },
);
