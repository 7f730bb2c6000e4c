import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("what is needed comes first, and goes last", async (s) => {
  s.program(({ bucket, site, task }) => {
    const www = site("www", { bucket: bucket("logs").id });
    task("warm", { command: www.url });
  });
  await s.apply().succeeds();
  s.story(`
    create bucket logs
    create site www
    create task warm
  `);
  s.cloud.has("task warm", { command: "https://www.test" });
  await s.destroy().succeeds();
  s.story(`
    delete task warm
    delete site www
    delete bucket logs
  `);
});

scenario("a program may name what it needs after what needs it", async (s) => {
  s.program(({ bucket, site, coconut }) => {
    let resolve!: (id: unknown) => void;
    const later = new Promise((settle) => (resolve = settle));
    site("www", { bucket: coconut.output(later) as never });
    resolve(bucket("logs").id);
  });
  await s.apply().succeeds();
  s.story(`
    create bucket logs
    create site www
  `);
});

scenario("dependsOn orders resources that share no value", async (s) => {
  s.program(({ bucket, task }) => {
    const first = task("first", { command: "a" });
    bucket("logs", {}, { dependsOn: first });
  });
  await s.apply().succeeds();
  s.story(`
    create task first
    create bucket logs
  `);
  await s.destroy().succeeds();
  s.story(`
    delete bucket logs
    delete task first
  `);
});

scenario("depending on a component is depending on everything in it", async (s) => {
  s.program(({ group, bucket, task }) => {
    const storage = group("storage", (parent) => {
      bucket("a", {}, { parent });
      group("inner", (inner) => void bucket("b", {}, { parent: inner }), { parent });
    });
    task("index", { command: "go" }, { dependsOn: storage });
  });
  await s.apply().succeeds();
  const made = s.cloud.changes();
  expect(made.at(-1)).toBe("create task index");
  await s.destroy().succeeds();
  expect(s.cloud.changes(s.cloud.effects.length - 20)).toContain("delete task index");
});

scenario("a component is recorded, its children are made, and both leave together", async (s) => {
  s.program(({ group, bucket }) => {
    const web = group("web", (parent) => ({ arn: bucket("logs", {}, { parent }).arn }));
    return { arn: (web as never as { arn: never }).arn };
  });
  await s.apply().succeeds();
  s.story(`
    record group web
    create bucket logs
  `);
  s.program(() => {});
  await s.apply().succeeds();
  s.story(`
    delete bucket logs
    forget group web
  `);
});

scenario("a dependent follows a value that changes", async (s) => {
  s.program(({ task, site }) => {
    const build = task("build", { command: "one" });
    site("www", { bucket: "none", title: build.revision });
  });
  await s.apply().succeeds();
  s.program(({ task, site }) => {
    const build = task("build", { command: "two" });
    site("www", { bucket: "none", title: build.revision });
  });
  await s.plan().shows(`
    update task build (command, revision)
    update site www (title)
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    update site www
  `);
  s.cloud.has("site www", { title: "revision of two" });
});

scenario("a dependent of a value that does not change is left alone", async (s) => {
  s.program(({ task, site }) =>
    site("www", { bucket: task("build", { command: "one", retries: 1 }).status }),
  );
  await s.apply().succeeds();
  s.program(({ task, site }) =>
    site("www", { bucket: task("build", { command: "one", retries: 2 }).status }),
  );
  await s.plan().shows(`update task build (retries)`);
  await s.apply().succeeds();
  s.story(`update task build`);
});

scenario("an update that turns out to change nothing is not made", async (s) => {
  s.program(({ bucket, site, coconut }) => {
    const logs = bucket("logs");
    site("www", { bucket: "none", title: logs.arn.apply((arn) => (arn === "" ? "empty" : "full")) });
    return { coconut: typeof coconut };
  });
  await s.apply().succeeds();
  s.program(({ bucket, site }) => {
    const logs = bucket("logs", { region: "us" });
    site("www", { bucket: "none", title: logs.arn.apply((arn) => (arn === "" ? "empty" : "full")) });
    return { coconut: "object" };
  });
  await s.plan().shows(`
    replace bucket logs (region)
    update site www (title)
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs (replaces)
    update site www skipped
    delete bucket logs (replaced)
  `);
});

scenario("an edge that goes away is recorded without a call", async (s) => {
  s.program(({ bucket, task }) => task("index", { command: "go" }, { dependsOn: bucket("logs") }));
  await s.apply().succeeds();
  s.program(({ bucket, task }) => {
    bucket("logs");
    task("index", { command: "go" });
  });
  await s.plan().shows(`record task index (dependencies)`);
  await s.apply().succeeds();
  s.story(`record task index`);
  s.program(({ task }) => task("index", { command: "go" }));
  await s.apply().succeeds();
  s.story(`delete bucket logs`);
});

scenario("resources that need each other are a circle with a name", async (s) => {
  s.program(({ bucket, site, coconut }) => {
    let resolve!: (id: unknown) => void;
    const later = new Promise((settle) => (resolve = settle));
    const a = site("a", { bucket: coconut.output(later) as never });
    const b = bucket("b", { acl: a.url });
    resolve(b.id);
  });
  await s.plan().fails("engine/cycle");
  expect(s.cloud.effects).toEqual([]);
});

scenario("many that depend on one are made side by side and taken away before it", async (s) => {
  s.program(({ bucket, site }) => {
    const logs = bucket("logs");
    for (const name of ["a", "b", "c", "d", "e"]) site(name, { bucket: logs.id });
  });
  await s.apply({ parallel: 2 }).succeeds();
  await s.destroy({ parallel: 64 }).succeeds();
  expect(s.cloud.changes().at(-1)).toBe("delete bucket logs");
});

scenario("a resource may be handed over where its id is wanted", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs") as never }));
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: "bucket-1" });
});
