import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A bucket, and what a callback makes when it knows the bucket's address. */
const withIndex = (region: string, makesIndex = true) =>
  function program({ bucket, site }: Words): void {
    const logs = bucket("logs", { region });
    logs.arn.apply((arn) => {
      if (makesIndex) site("index", { bucket: arn });
    });
  };

scenario("a resource made in a callback whose value is known is planned like any other", async (s) => {
  s.program(({ bucket, site }) => {
    bucket("logs").name.apply((name) => void site("index", { bucket: name }));
  });
  await s.plan().shows(`
    create bucket logs
    create site index
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("one whose value is known after apply needs another round, and the run says so", async (s) => {
  s.program(withIndex("eu"));
  await s.plan().shows(`create bucket logs`);
  const run = await s.apply().ends();
  expect(run).toMatchObject({ ok: false, diagnostics: [] });
  expect(run?.unplanned).toEqual([expect.stringContaining("cloud:index:Site::index")]);
  s.cloud.has("bucket logs");
  s.cloud.lacks("site index");

  await s.plan().shows(`create site index`);
  await s.apply().succeeds();
  s.cloud.has("site index", { bucket: "arn:bucket-1" });
});

scenario("rounds that were asked for are planned and applied in the same run", async (s) => {
  s.program(({ bucket, site, task }) => {
    bucket("logs").arn.apply((arn) => {
      site("index", { bucket: arn }).url.apply((url) => void task("ping", { command: url }));
    });
  });
  await s.apply({ rounds: 3 }).succeeds();
  expect(s.cloud.changes()).toEqual([
    "create bucket logs",
    "create site index",
    "finish site index",
    "create task ping",
  ]);
  await s.apply().changesNothing();
});

scenario("while its callback cannot run, what it made is undetermined and stays untouched", async (s) => {
  s.program(withIndex("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(withIndex("us"));
  const plan = await s.plan().shows(`
    replace bucket logs (region)
    undetermined site index (callback did not run)
  `);
  expect(plan.plan.skipped).toMatchObject([
    { waitsFor: [expect.stringContaining("cloud:index:Bucket::logs")], givesMembers: false },
  ]);
  expect(plan.text()).toMatch(
    /waiting for cloud:index:Bucket "logs": 1 resource it created is left unchanged\n/,
  );
  await s.apply({ rounds: 2 }).succeeds();
  expect(s.cloud.changes()).not.toContain("delete site index");
  s.cloud.has("site index", { bucket: "arn:bucket-3" });
});

scenario("what is deleted first while something undetermined uses it is warned of", async (s) => {
  const within = (region: string) =>
    function program({ bucket, site }: Words): void {
      const logs = bucket("logs", { region }, { deleteBeforeReplace: true });
      logs.arn.apply(() => void site("index", { bucket: logs.arn }));
    };
  s.program(within("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(within("us"));
  const { plan } = await s.plan().shows(`
    replace bucket logs (region) delete-first
    undetermined site index (callback did not run)
  `);
  expect(plan.warnings).toMatchObject([
    {
      code: "engine/replaced-while-in-use",
      severity: "warning",
      resource: expect.stringContaining("cloud:index:Bucket::logs"),
      detail: expect.stringContaining("cloud:index:Site::index"),
    },
  ]);
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.has("site index", { bucket: "arn:bucket-3" });
});

scenario("it is deleted only when its callback ran and did not ask for it", async (s) => {
  s.program(withIndex("eu"));
  await s.apply({ rounds: 2 }).succeeds();

  s.program(withIndex("us", false));
  await s.plan().shows(`
    replace bucket logs (region)
    undetermined site index (callback did not run)
  `);
  await s.apply().succeeds();
  s.cloud.has("site index", { bucket: "arn:bucket-1" });
  expect(s.cloud.objects("bucket logs")).toHaveLength(2);

  await s.plan().shows(`
    delete bucket logs
    delete site index
  `);
  await s.apply().succeeds();
  s.cloud.lacks("site index");
});

scenario("a callback that was taken out of the program leaves nothing undetermined", async (s) => {
  s.program(withIndex("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.plan().shows(`delete site index`);
  await s.apply().succeeds();
});

scenario("destroy takes away what callbacks made, without running them", async (s) => {
  s.program(withIndex("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario("a callback that throws on a value of apply fails the run; what was done is kept", async (s) => {
  let isBroken = true;
  s.program(({ bucket, site }) => {
    const title = bucket("logs").arn.apply((arn) => {
      if (isBroken) throw new Error("cannot read it");
      return arn;
    });
    site("www", { bucket: "none", title });
  });
  await s.plan().succeeds();
  const [problem] = await s.apply().fails("program/callback-failed");
  expect(problem!.detail).toContain("cannot read it");
  s.cloud.has("bucket logs");
  s.cloud.lacks("site www");
  isBroken = false;
  await s.apply().succeeds();
  s.story(`create site www`);
});

scenario("a callback nobody reads still runs, and its failure fails the plan", async (s) => {
  s.program(({ bucket }) => {
    bucket("logs").name.apply((name) => {
      throw new Error(`I do not like ${name}`);
    });
  });
  const [problem] = await s.plan().fails("program/callback-failed");
  expect(problem!.detail).toContain("I do not like logs");
});

scenario("a callback may be asynchronous, and may return the Output of another resource", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    const copy = bucket("copy");
    const arn = logs.name.apply(async (name) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return name === "logs" ? copy.arn : "none";
    });
    site("www", { bucket: arn });
  });
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: "arn:bucket-2" });
  const www = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Site"));
  expect(www!.edges).toHaveLength(2);
});

scenario("a resource made in an asynchronous callback belongs to the program", async (s) => {
  s.program(({ bucket, site }) => {
    bucket("logs").name.apply(async (name) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      site("index", { bucket: name });
    });
  });
  await s.apply().succeeds();
  await s.apply().changesNothing();
  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`delete site index`);
});

scenario("a callback runs once for one value, plan and apply together", async (s) => {
  let ran = 0;
  s.program(({ bucket, site }) => {
    const title = bucket("logs").name.apply((name) => {
      ran++;
      return name;
    });
    site("www", { bucket: title, title });
  });
  const plan = await s.plan().succeeds();
  await plan.apply();
  expect(ran).toBe(1);
});

scenario("what is made in callbacks in callbacks waits for the outermost", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, site, task }) => {
      bucket("logs", { region }).arn.apply((arn) => {
        site("index", { bucket: arn }).url.apply((url) => void task("ping", { command: url }));
      });
    });
  program("eu");
  await s.apply({ rounds: 3 }).succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    undetermined site index (callback did not run)
    undetermined task ping (callback did not run)
  `);
  await s.apply({ rounds: 3 }).succeeds();
  expect(s.cloud.objects("task ping").map(({ id }) => id)).toEqual(["task-3"]);
});

scenario("what others do to something undetermined is left for a plan that can tell", async (s) => {
  s.program(withIndex("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.drifts("site index", { title: "moved" });
  s.program(withIndex("us"));
  await s.plan().shows(`
    replace bucket logs (region)
    undetermined site index (callback did not run)
  `);
  const run = await s.apply().ends();
  expect(run?.unplanned).toHaveLength(1);
  s.cloud.has("site index", { title: "moved", bucket: "arn:bucket-1" });
  await s.apply().succeeds();
  s.cloud.has("site index", { title: "untitled", bucket: "arn:bucket-3" });
});

scenario("destroy runs no callback, whatever it would ask for", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket, coconut }) => {
    coconut.output("more").apply((name) => void bucket(name));
    coconut.output("worse").apply(() => {
      throw new Error("never");
    });
    return { left: "over" };
  });
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
  expect(await s.outputs()).toEqual({});
});
