import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A bucket whose steps are written down by hooks around them. */
function watched(log: string[], region = "eu", acl = "private") {
  const note = (what: string) => (event: { readonly id: string | undefined }) => {
    log.push(event.id === undefined ? what : `${what} ${event.id}`);
  };
  return ({ bucket }: Words): void => {
    bucket(
      "logs",
      { region, acl },
      {
        hooks: {
          beforeCreate: [note("before create")],
          afterCreate: [note("after create")],
          beforeUpdate: [note("before update")],
          afterUpdate: [note("after update")],
          beforeDelete: [note("before delete")],
          afterDelete: [note("after delete")],
        },
      },
    );
  };
}

scenario("hooks run around the steps of their resource, and of nothing else", async (s) => {
  const log: string[] = [];
  s.program(watched(log));
  await s.plan().succeeds();
  expect(log).toEqual([]);
  await s.apply().succeeds();
  expect(log.splice(0)).toEqual(["before create", "after create bucket-1"]);
  await s.apply().changesNothing();
  expect(log).toEqual([]);
  s.program(watched(log, "eu", "public"));
  await s.apply().succeeds();
  expect(log.splice(0)).toEqual(["before update bucket-1", "after update bucket-1"]);
  await s.destroy().succeeds();
  expect(log).toEqual(["before delete bucket-1", "after delete bucket-1"]);
});

scenario("a replacement has the hooks of both its halves", async (s) => {
  const log: string[] = [];
  s.program(watched(log));
  await s.apply().succeeds();
  log.splice(0);
  s.program(watched(log, "us"));
  await s.apply().succeeds();
  expect(log).toEqual([
    "before create",
    "after create bucket-2",
    "before delete bucket-1",
    "after delete bucket-1",
  ]);
});

scenario("a hook sees what was and what is to be", async (s) => {
  const seen: unknown[] = [];
  const program =
    (acl: string) =>
    ({ bucket }: Words): void => {
      bucket("logs", { acl }, { hooks: { afterUpdate: [(event) => void seen.push(event)] } });
    };
  s.program(program("private"));
  await s.apply().succeeds();
  s.program(program("public"));
  await s.apply().succeeds();
  expect(seen).toMatchObject([
    {
      name: "logs",
      type: "cloud:index:Bucket",
      oldInputs: { acl: "private" },
      newInputs: { acl: "public" },
      oldOutputs: { acl: "private" },
      newOutputs: { acl: "public" },
    },
  ]);
});

scenario("a hook that fails before keeps the step from being begun", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket(
      "logs",
      {},
      { hooks: { beforeCreate: [() => Promise.reject(new Error("not today"))] } },
    );
    site("index", { bucket: logs.arn });
  });
  const [problem] = await s.apply().fails("engine/hook-failed");
  expect(problem?.detail).toContain("not today");
  expect(s.cloud.changes()).toEqual([]);
});

scenario("a hook that fails after fails the run, and what the step did is kept", async (s) => {
  let isBroken = true;
  s.program(({ bucket, site }) => {
    const logs = bucket(
      "logs",
      {},
      {
        hooks: {
          afterCreate: [
            () => {
              if (isBroken) throw new Error("no");
            },
          ],
        },
      },
    );
    site("index", { bucket: logs.arn });
  });
  await s.apply().fails("engine/hook-failed");
  s.cloud.has("bucket logs");
  s.cloud.lacks("site index");
  isBroken = false;
  await s.apply().succeeds();
  s.story(`create site index`);
});

scenario("an error hook may ask for another attempt, which has the key of the first", async (s) => {
  const attempts: number[] = [];
  s.program(({ bucket }) =>
    bucket(
      "logs",
      {},
      {
        hooks: {
          onError: [
            ({ attempt, error }) => {
              attempts.push(attempt);
              expect(error).toContain("busy");
              return attempt < 3 ? "retry" : "fail";
            },
          ],
        },
      },
    ),
  );
  s.cloud.refusesOnce("create bucket logs", "busy");
  await s.apply().succeeds();
  expect(attempts).toEqual([1]);
  const [refused, made] = s.cloud.effects.filter(({ action }) => action === "create");
  expect([refused?.result, made?.result]).toEqual(["refused", "done"]);
  expect(made?.token).toBe(refused?.token);
});

scenario("a run that is being stopped attempts nothing again", async (s) => {
  const stop = new AbortController();
  const stopping = () => {
    stop.abort();
    return "retry" as const;
  };
  s.program(({ bucket }) => bucket("logs", {}, { hooks: { onError: [stopping] } }));
  s.cloud.refusesOnce("create bucket logs", "busy");
  await s.apply({ signal: stop.signal }).ends();
  s.cloud.lacks("bucket logs");
  await s.apply().succeeds();
});

scenario("others run while an error hook waits before another attempt", async (s) => {
  const others = new Set<string>();
  const afterOthers = async () => {
    while (others.size < 3) await new Promise((resolve) => setImmediate(resolve));
    return "retry" as const;
  };
  s.program(({ bucket }) => {
    bucket("logs", {}, { hooks: { onError: [afterOthers] } });
    for (const name of ["a", "b", "c"])
      bucket(name, {}, { hooks: { afterCreate: [() => void others.add(name)] } });
  });
  s.cloud.refusesOnce("create bucket logs", "busy");
  await s.apply({ parallel: 1 }).succeeds();
  expect(s.cloud.changes()).toEqual(["a", "b", "c", "logs"].map((name) => `create bucket ${name}`));
});

scenario("an error hook that gives up leaves the failure as it is", async (s) => {
  s.program(({ bucket }) => bucket("logs", {}, { hooks: { onError: [() => undefined, () => "fail"] } }));
  s.cloud.refusesOnce("create bucket logs", "busy");
  await s.apply().ends();
  s.cloud.lacks("bucket logs");
  await s.apply().succeeds();
});

scenario("after a step that failed no hook runs", async (s) => {
  const log: string[] = [];
  s.program(watched(log));
  s.cloud.refusesOnce("create bucket logs", "busy");
  await s.apply().fails();
  expect(log).toEqual(["before create"]);
});

scenario("a call that nobody knows the outcome of is not attempted again", async (s) => {
  let asked = 0;
  const hooks = { onError: [() => (++asked === 1 ? "retry" : "fail") as "retry"] };
  s.cloud.hangs("create bucket logs");
  s.program(({ bucket }) => bucket("logs", {}, { hooks, customTimeouts: { create: "20ms" } }));
  const run = s.apply();
  await s.cloud.hanging("create bucket logs");
  await s.time.pass(20);
  await run.fails("apply/timed-out");
  expect(asked).toBe(0);
  await s.apply().succeeds();
});

scenario("updates and deletes are attempted again too", async (s) => {
  const program =
    (acl: string) =>
    ({ bucket }: Words): void => {
      bucket("logs", { acl }, { hooks: { onError: [() => "retry"] } });
    };
  s.program(program("private"));
  await s.apply().succeeds();
  s.cloud.refusesOnce("update bucket logs", "busy");
  s.program(program("public"));
  await s.apply().succeeds();
  s.cloud.refusesOnce("delete bucket logs", "busy");
  await s.destroy().succeeds();
});

scenario(
  "hooks around a deletion that the program does not have any more are told of, and not run",
  async (s) => {
    const log: string[] = [];
    s.program(watched(log));
    await s.apply().succeeds();
    log.splice(0);
    s.program(() => {});
    const plan = await s.plan().succeeds();
    expect(plan.plan.warnings).toMatchObject([{ code: "engine/delete-hooks-missing", severity: "warning" }]);
    await s.apply().succeeds();
    expect(log).toEqual([]);
  },
);

scenario("hooks on a component have no effect, and that is told", async (s) => {
  s.program(({ group }) => group("web", () => {}, { hooks: { afterCreate: [() => {}] } }));
  const plan = await s.plan().succeeds();
  expect(plan.plan.warnings).toMatchObject([{ code: "sdk/inapplicable-option" }]);
});

scenario("a transform may add hooks", async (s) => {
  const log: string[] = [];
  s.program(({ bucket }) =>
    bucket(
      "logs",
      {},
      {
        transforms: [
          ({ args, options }) => ({
            args,
            options: { ...options, hooks: { afterCreate: [({ name }) => void log.push(name)] } },
          }),
        ],
      },
    ),
  );
  await s.apply().succeeds();
  expect(log).toEqual(["logs"]);
});

scenario("what a hook throws over a secret is not shown", async (s) => {
  const passphrase = s.secret("open sesame");
  const throwing =
    (what: "newInputs" | "newOutputs") => (event: { readonly [key in typeof what]: unknown }) => {
      throw new Error(`bad ${JSON.stringify(event[what])}`);
    };
  s.program(({ key, coconut }) =>
    key(
      "login",
      { passphrase: coconut.secret(passphrase) },
      { hooks: { beforeCreate: [throwing("newInputs")] } },
    ),
  );
  const [problem] = await s.apply().fails("engine/hook-failed");
  expect(problem?.detail).toContain("It received a secret");
  s.program(({ key }) => key("login", {}, { hooks: { afterCreate: [throwing("newOutputs")] } }));
  await s.apply().fails("engine/hook-failed");
});

scenario("a destroy runs the hooks of what the program has under another name by now", async (s) => {
  const log: string[] = [];
  s.program(watched(log));
  await s.apply().succeeds();
  s.program(({ bucket }) =>
    bucket(
      "files",
      { name: "logs" },
      { aliases: [{ name: "logs" }], hooks: { beforeDelete: [() => void log.push("now")] } },
    ),
  );
  log.splice(0);
  const plan = await s.plan({ destroy: true }).succeeds();
  expect(plan.plan.warnings).toEqual([]);
  await s.destroy().succeeds();
  expect(log).toEqual(["now"]);
});
