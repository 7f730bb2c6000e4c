import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("what is made by apply is known after apply, and the plan says so", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.id, title: logs.name });
  });
  const plan = await s.plan().shows(`
    create bucket logs
    create site www
  `);
  expect(plan.text()).toMatch(/bucket: +known after apply\n/);
  expect(plan.text()).toMatch(/title: +"logs"\n/);
  await s.apply({ plan }).succeeds();
  s.cloud.has("site www", { bucket: "bucket-1", title: "logs" });
});

scenario("a partly known object is sent to the provider whole, and its known parts are shown", async (s) => {
  const program = (owner: string) =>
    s.program(({ bucket }) => {
      const logs = bucket("logs");
      bucket("copy", { tags: { owner, source: logs.arn } });
    });
  program("ana");
  await s.apply().succeeds();
  program("ben");
  await s.plan().shows(`update bucket copy (tags.owner)`);
  await s.apply().succeeds();
  s.cloud.has("bucket copy", { tags: { owner: "ben", source: "arn:bucket-1" } });
});

scenario("only the unknown part of an object counts as changed", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket }) => {
      const logs = bucket("logs", { region });
      bucket("copy", { tags: { owner: "ana", source: logs.arn } });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    update bucket copy (tags.source)
  `);
  await s.apply().succeeds();
  s.cloud.has("bucket copy", { tags: { owner: "ana", source: "arn:bucket-3" } });
});

scenario("a field of a partly known object is known when that field is", async (s) => {
  let ran = 0;
  s.program(({ bucket, site, coconut }) => {
    const both = coconut.output({ fixed: "hello", arn: bucket("logs").arn });
    const title = both.fixed.apply((fixed) => {
      ran++;
      return fixed.toUpperCase();
    });
    site("www", { bucket: both.arn, title });
  });
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +"HELLO"\n/);
  expect(ran).toBe(1);
});

scenario("no callback ever runs on an unknown", async (s) => {
  const seen: unknown[] = [];
  s.program(({ bucket, site, coconut }) => {
    const logs = bucket("logs");
    const whole = coconut.all([logs.arn, logs.name]).apply((parts) => {
      seen.push(parts);
      return parts.join(" ");
    });
    site("www", { bucket: "none", title: whole });
  });
  await s.plan().succeeds();
  expect(seen).toEqual([]);
  await s.apply().succeeds();
  expect(seen).toContainEqual(["arn:bucket-1", "logs"]);
  s.cloud.has("site www", { title: "arn:bucket-1 logs" });
});

scenario("an update planned for a value that settles equal is skipped and said to be", async (s) => {
  const program = (command: string) =>
    s.program(({ task, site }) => {
      const { revision } = task("build", { command });
      site("www", { bucket: "none", title: revision.apply((text) => text.slice(0, 8)) });
    });
  program("one");
  await s.apply().succeeds();
  program("two");
  await s.plan().shows(`
    update task build (command, revision)
    update site www (title)
  `);
  const run = await s.apply().succeeds();
  s.story(`
    update task build
    update site www skipped
  `);
  expect(run.summary).toEqual({ update: 1, skipped: 1 });
});

scenario("an unknown value for a replace field counts as changed", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, disk }) => {
      disk("data", { size: 1, bucket: bucket("logs", { region }).id });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    replace disk data (bucket) delete-first
  `);
  await s.apply().succeeds();
  s.cloud.has("disk data", { bucket: "bucket-3" });
});

scenario("a replacement planned for a value that settles equal is not made", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, key }) => {
      const { arn } = bucket("logs", { region });
      key("k", { bits: arn.apply((text) => (text === "" ? 1024 : 4096)) });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    replace key k (bits)
  `);
  await s.apply().succeeds();
  expect(s.cloud.objects("key k").map(({ id }) => id)).toEqual(["key-2"]);
  expect(s.cloud.changes()).not.toContain("delete key k");
});

scenario("the inputs of something new are known to its dependents in the plan", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).region }));
  const plan = await s.plan().succeeds();
  expect(plan.text()).toContain('bucket: "us"');
});

scenario("a replaced resource shows its dependents its inputs and none of its old outputs", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, site }) => {
      const logs = bucket("logs", { region });
      site("by-input", { bucket: logs.name });
      site("by-output", { bucket: logs.acl });
      site("by-id", { bucket: logs.id });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    same site by-input
    update site by-output (bucket)
    update site by-id (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs (replaces)
    update site by-output skipped
    update site by-id
    delete bucket logs (replaced)
  `);
});

scenario("an update shows its dependents the outputs that it does not move", async (s) => {
  const program = (acl: string) =>
    s.program(({ bucket, site }) => {
      const logs = bucket("logs", { acl });
      site("by-arn", { bucket: logs.arn });
      site("by-acl", { bucket: logs.acl });
    });
  program("private");
  await s.apply().succeeds();
  program("public");
  await s.plan().shows(`
    update bucket logs (acl)
    same site by-arn
    update site by-acl (bucket)
  `);
  await s.apply().succeeds();
  s.cloud.has("site by-acl", { bucket: "public" });
});

scenario("a drifted field is known after apply for whoever reads it", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    site("www", { bucket: logs.acl, title: logs.arn });
  });
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { acl: "public" });
  await s.plan().shows(`
    update bucket logs (drift: acl)
    update site www (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    update bucket logs
    update site www skipped
  `);
});

scenario("a volatile output is read as it was recorded, so that nothing follows it about", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").size.apply(String) }));
  await s.apply().succeeds();
  s.cloud.drifts("bucket logs", { size: 7 });
  await s.plan().showsNothing();
  await s.apply().changesNothing();
  s.cloud.has("site www", { bucket: "0" });
});

scenario("an output that the plan modifier marks makes its dependents wait for apply", async (s) => {
  const program = (command: string) =>
    s.program(({ task, site }) => {
      const build = task("build", { command });
      site("by-revision", { bucket: build.revision });
      site("by-status", { bucket: build.status });
    });
  program("one");
  await s.apply().succeeds();
  program("two");
  await s.plan().shows(
    `
    update task build (command, revision)
    same site by-status
    update site by-revision (bucket)
  `.replace(/(same.*\n\s*)(update site.*)/, "$2\n$1"),
  );
  await s.apply().succeeds();
  s.cloud.has("site by-revision", { bucket: "revision of two" });
});

scenario("marking an output alone makes an update, though no input moved", async (s) => {
  s.program(({ task, site }) => site("www", { bucket: task("build", { command: "one" }).revision }));
  await s.apply().succeeds();
  let isStale = true;
  s.types({
    Task: {
      modifyPlan: ({ unknown }: { unknown: (field: string) => void }) => {
        if (isStale) unknown("revision");
      },
    },
  });
  const plan = await s.plan().shows(`
    update task build (revision)
    update site www (bucket)
  `);
  isStale = false;
  await s.apply({ plan }).succeeds();
  s.story(`
    update task build
    update site www skipped
  `);
});

scenario("the plan modifier sees what is unknown as unknown", async (s) => {
  const seen: unknown[] = [];
  s.types({
    Task: {
      modifyPlan: ({ change }: { change: (field: string) => string }) => {
        seen.push(["command", "image", "retries"].map(change));
      },
    },
  });
  const program = (region: string, image: string) =>
    s.program(({ bucket, task }) =>
      task("build", { command: bucket("logs", { region }).arn, image, retries: 5 }),
    );
  program("eu", "a");
  await s.apply().succeeds();
  program("us", "b");
  seen.length = 0;
  await s.plan().succeeds();
  expect(seen).toEqual([["unknown", "changed", "same"]]);
});

scenario(
  "an output that comes out other than promised fails the run, and its readers wait for a plan",
  async (s) => {
    s.types({ Task: { modifyPlan: () => {} } });
    const program = (command: string) =>
      s.program(({ task, site }) => site("www", { bucket: task("build", { command }).revision }));
    program("one");
    await s.apply().succeeds();
    program("two");
    await s.plan().shows(`update task build (command)`);
    const [problem] = await s.apply().fails("engine/broken-promise");
    expect(problem!.detail).toContain('revision: "revision of one" -> "revision of two"');
    expect(problem!.hint).toContain("it should mark revision as unknown in modifyPlan");
    s.cloud.has("site www", { bucket: "revision of one" });
    await s.apply().succeeds();
    s.story(`update site www`);
  },
);

scenario("whoever reads from an update that was skipped gets what is there", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, site }) => {
      const { arn } = bucket("logs", { region });
      const www = site("www", { bucket: "b", title: arn.apply((text) => text.slice(0, 3)) });
      site("mirror", { bucket: www.title });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    update site www (title)
    update site mirror (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs (replaces)
    update site www skipped
    delete bucket logs (replaced)
    update site mirror skipped
  `);
  s.cloud.has("site mirror", { bucket: "arn" });
});

scenario("an unknown value for a field whose changes are ignored is ignored too", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, disk }) => {
      disk("data", { size: 1, bucket: bucket("logs", { region }).id }, { ignoreChanges: ["bucket"] });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`replace bucket logs (region)`);
  await s.apply().succeeds();
  s.cloud.has("disk data", { bucket: "bucket-1" });
});

scenario("an unknown value where replaceOnChanges points counts as changed", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, key }) => {
      const { arn } = bucket("logs", { region });
      key("k", { passphrase: arn }, { replaceOnChanges: ["passphrase"] });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region)
    replace key k (passphrase)
  `);
  await s.apply().succeeds();
  s.cloud.has("key k", { passphrase: "arn:bucket-3" });
});
