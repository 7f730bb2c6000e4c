import { expect } from "vitest";
import * as v from "valibot";
import { scenario } from "../support/scenario.js";

scenario("a default that a later version adds is no change", async (s) => {
  s.program(({ rule }) => rule("web", { port: 80 }));
  await s.apply().succeeds();
  s.types({
    Rule: { inputs: { name: v.string(), port: v.number(), protocol: v.optional(v.string(), "tcp") } },
  });
  const plan = await s.plan().succeeds();
  expect(plan.changes.map(({ action }) => action)).not.toContain("update");
  s.program(({ rule }) => rule("web", { port: 80, protocol: "udp" } as never));
  await s.plan().shows(`update rule web (protocol)`);
});

scenario("writing the default out is no change, and neither is leaving it out again", async (s) => {
  s.program(({ task }) => task("build", { command: "go" }));
  await s.apply().succeeds();
  s.program(({ task }) => task("build", { command: "go", retries: 3 }));
  await s.plan().showsNothing();
  s.program(({ task }) => task("build", { command: "go", retries: 5 }));
  await s.apply().succeeds();
  s.program(({ task }) => task("build", { command: "go" }));
  await s.plan().shows(`update task build (retries)`);
  await s.apply().succeeds();
  s.cloud.has("task build", { retries: 3 });
});

scenario("null and absence are one, undefined is dropped", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: null as never, tags: undefined as never }));
  await s.plan().showsNothing();
});

scenario(
  "an input that is an output too is known after apply while it is left out, then stays",
  async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").acl }));
    const plan = await s.plan().succeeds();
    expect(plan.text()).toContain("bucket: known after apply");
    await s.apply().succeeds();
    s.cloud.has("site www", { bucket: "private" });
    await s.apply().changesNothing();

    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { acl: "public" }).acl }));
    await s.apply().succeeds();
    s.cloud.has("site www", { bucket: "public" });
    await s.apply().changesNothing();
  },
);

scenario("a new spelling of the same is recorded, and the provider is not asked", async (s) => {
  s.program(({ task }) => task("build", { command: "go", image: "Alpine" }));
  await s.apply().succeeds();
  s.cloud.drifts("task build", { image: "alpine" });
  s.program(({ task }) => task("build", { command: "go", image: "alpine" }));
  await s.plan().shows(`record task build (inputs)`);
  await s.apply().succeeds();
  s.story(`record task build`);
});

scenario("a new spelling beside a real change is part of one update", async (s) => {
  s.types({ Task: { replaceOn: ["name", "image"] } });
  s.program(({ task }) => task("build", { command: "go", image: "Alpine" }));
  await s.apply().succeeds();
  s.program(({ task }) => task("build", { command: "stop", image: "alpine" }));
  await s.plan().shows(`update task build (command, revision)`);
  await s.apply().succeeds();
  s.cloud.has("task build", { command: "stop", image: "alpine" });
});

scenario("a change that is ignored is not acted on, and the recorded value is kept", async (s) => {
  const program = (acl: string, owner: string) =>
    s.program(({ bucket }) =>
      bucket("logs", { acl, tags: { owner, stage: acl } }, { ignoreChanges: ["acl", "tags.owner"] }),
    );
  program("private", "ana");
  await s.apply().succeeds();
  program("private", "ben");
  await s.plan().showsNothing();
  program("public", "ben");
  await s.plan().shows(`update bucket logs (tags.stage)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "private", tags: { owner: "ana", stage: "public" } });
});

scenario("drift is put back although changes of the field in the program are ignored", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }, { ignoreChanges: ["acl"] }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.plan().shows(`update bucket logs (drift: acl)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { acl: "private" });
});

scenario("replaceOnChanges replaces for a field that its type would update", async (s) => {
  const program = (stage: string, owner: string) =>
    s.program(({ key }) =>
      key("k", { passphrase: `${stage} ${owner}` }, { replaceOnChanges: ["passphrase"] }),
    );
  program("test", "ana");
  await s.apply().succeeds();
  program("test", "ben");
  await s.plan().shows(`replace key k (passphrase)`);
  await s.apply().succeeds();
  expect(s.cloud.objects("key k").map(({ id }) => id)).toEqual(["key-2"]);
});

scenario("constraints see all that is known, together, before anything happens", async (s) => {
  s.program(({ bucket, task }) => {
    task("a", { command: "go", minimum: 3, maximum: 2, image: bucket("logs").arn });
    task("b", { command: "go", minimum: 9, maximum: 1 });
  });
  const problems = await s.plan().fails("provider/constraint");
  expect(problems.map(({ detail }) => detail)).toEqual([
    "minimum is more than maximum.",
    "minimum is more than maximum.",
  ]);
  expect(s.cloud.effects).toEqual([]);
});

scenario("a constraint over an unknown waits for apply, and is kept there", async (s) => {
  s.program(({ bucket, task }) => {
    const minimum = bucket("logs").arn.apply((arn) => arn.length);
    task("a", { command: "go", minimum, maximum: 2 });
  });
  await s.plan().succeeds();
  await s.apply().fails("provider/constraint");
  s.cloud.has("bucket logs");
  s.cloud.lacks("task a");
});

scenario("validation refuses before approval when all is known", async (s) => {
  s.program(({ task }) => task("build", { command: "explode" }));
  const [problem] = await s.plan().fails();
  expect(problem!.detail).toContain("This would explode.");
  expect(s.cloud.effects).toEqual([]);
});

scenario("validation of what is known after apply runs before the call", async (s) => {
  s.program(({ bucket, task }) => {
    task("build", { command: bucket("logs").arn.apply(() => "explode") });
  });
  await s.plan().succeeds();
  const [problem] = await s.apply().fails();
  expect(problem!.detail).toContain("This would explode.");
  s.cloud.lacks("task build");
});

scenario("nothing is validated that stays the same or goes away", async (s) => {
  s.program(({ task }) => [task("a", { command: "go" }), task("b", { command: "go" })]);
  await s.apply().succeeds();
  const seen: string[] = [];
  s.types({
    Task: {
      validate: async ({ inputs }: { inputs: { name: string } }) => {
        seen.push(inputs.name);
        return "never";
      },
    },
  });
  s.program(({ task }) => task("a", { command: "go" }));
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(seen).toEqual([]);
});

scenario("a replacement that is not valid deletes nothing", async (s) => {
  let isValid = true;
  s.types({ Disk: { validate: async () => (isValid ? undefined : "The quota is used up.") } });
  const program = (size: number) =>
    s.program(({ disk, bucket }) => disk("data", { size, label: bucket("logs").arn }));
  program(1);
  await s.apply().succeeds();
  program(2);
  const plan = await s.plan().shows(`replace disk data (size) delete-first`);
  isValid = false;
  const [problem] = await s.apply({ plan }).fails();
  expect(problem!.detail).toContain("The quota is used up.");
  s.cloud.has("disk data", { size: 1 });
});

scenario("in a delete-first cascade everything is validated before the first delete", async (s) => {
  let isValid = true;
  s.types({
    Disk: {
      validate: async ({ inputs }: { inputs: { name: string } }) =>
        isValid || inputs.name !== "outer" ? undefined : "The quota is used up.",
    },
  });
  const program = (size: number) =>
    s.program(({ disk }) => {
      const outer = disk("outer", { size });
      disk("inner", { size: 1, bucket: outer.device });
    });
  program(1);
  await s.apply().succeeds();
  program(2);
  const plan = await s.plan().shows(`
    replace disk outer (size) delete-first
    replace disk inner (bucket) delete-first
  `);
  isValid = false;
  await s.apply({ plan }).fails();
  s.cloud.has("disk outer", { size: 1 });
  s.cloud.has("disk inner");
});

scenario("a volatile output may move for ever without anything being done", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  for (const size of [1, 2, 3]) {
    s.cloud.drifts("bucket logs", { size });
    await s.apply().changesNothing();
  }
});

scenario("all that is wrong with a program is said at once", async (s) => {
  s.program(({ bucket, task, rule }) => {
    bucket("logs", { acl: 1 as never });
    task("build", { comand: "go" } as never);
    rule("web", { port: 80 });
  });
  const problems = await s.plan().fails("provider/no-such-input");
  expect(problems.map(({ code }) => code)).toEqual([
    "provider/invalid-input",
    "provider/no-such-input",
    "provider/invalid-input",
  ]);
  expect(s.cloud.effects).toEqual([]);
});
