import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("what is asked to be replaced is, by any of its names and by patterns", async (s) => {
  s.program(({ key, bucket }) => [key("one"), key("two"), bucket("logs")]);
  await s.apply().succeeds();
  await s.plan({ replace: ["one"] }).shows("replace key one (request)");
  await s.plan({ replace: ["key-2"] }).shows("replace key two (request)");
  await s.apply({ replace: ["*::cloud:index:Key::*"] }).succeeds();
  s.story(`
    create key one (replaces)
    create key two (replaces)
    delete key one (replaced)
    delete key two (replaced)
  `);
});

scenario("a replacement of nothing is refused before anything is done", async (s) => {
  s.program(({ bucket }) => [bucket("logs"), bucket("new")]);
  await s.apply({ replace: ["lugs"] }).fails("plan/no-such-resource");
  expect(s.cloud.objects()).toEqual([]);
});

scenario(
  "a component stands for all in it that can be replaced, and nothing is passed over silently",
  async (s) => {
    s.program(({ group, key, account }) => [
      group("web", (parent) => void key("login", {}, { parent })),
      key("other"),
      account("elsewhere", {}),
    ]);
    await s.apply().succeeds();
    await s.plan({ replace: ["web"] }).shows(`replace key login (request)`);
    await s.plan({ replace: ["elsewhere"] }).fails("plan/not-replaceable");
  },
);

scenario("what leaves the program cannot be replaced", async (s) => {
  let all = true;
  s.program(({ bucket }) => void (all && bucket("logs")));
  await s.apply().succeeds();
  all = false;
  await s.apply({ replace: ["logs"] }).fails("plan/no-such-resource");
});

scenario("of what is asked to be replaced, targets are", async (s) => {
  s.program(({ key }) => [key("one"), key("two")]);
  await s.apply().succeeds();
  await s.apply({ replace: ["*"], targets: ["two"] }).succeeds();
  s.story(`
    create key two (replaces)
    delete key two (replaced)
  `);
  await s.apply({ replace: ["one"], targets: ["two"] }).fails("plan/replace-not-targeted");
});

scenario(
  "an object that something left alone refers to stays, also behind what is deleted first",
  async (s) => {
    let edit = 1;
    s.program(({ disk, bucket, site }) => {
      const data = disk("data", { size: edit });
      const logs = bucket("logs", { region: `r${edit}` }, { dependsOn: data });
      site("www", { bucket: logs.id });
    });
    await s.apply().succeeds();
    edit = 2;
    await s.apply({ targets: ["data", "logs"] }).succeeds();
    s.story(`
    delete disk data (replaced)
    create disk data (replaces)
    create bucket logs (replaces)
  `);
    await s.apply().succeeds();
    s.story(`
    update site www
    delete bucket logs
  `);
  },
);

scenario("an object that something left alone refers to stays until that has moved", async (s) => {
  let region = "eu";
  s.program(({ bucket, site }) => void site("www", { bucket: bucket("logs", { region }).id }));
  await s.apply().succeeds();
  region = "us";
  await s.apply({ targets: ["logs"] }).succeeds();
  s.story("create bucket logs (replaces)");
  expect(s.cloud.objects("bucket logs")).toHaveLength(2);
  await s.apply({ targets: ["logs"] }).changesNothing();
  await s.apply().succeeds();
  s.story(`
    update site www
    delete bucket logs
  `);
});

scenario("what a replacement left of a resource that is no target stays too", async (s) => {
  let region = "eu";
  s.program(({ bucket }) => [bucket("logs", { region }), bucket("other")]);
  await s.apply().succeeds();
  region = "us";
  s.cloud.refusesOnce("delete bucket logs", "InUse");
  await s.apply().fails("provider/hook-failed");
  await s.apply({ targets: ["other"] }).changesNothing();
  await s.apply({ targets: ["logs"] }).succeeds();
  s.story("delete bucket logs");
});

scenario("what is deleted first cannot leave behind what refers to it and is left alone", async (s) => {
  let size = 1;
  s.program(({ disk, task }) => void task("mount", { command: disk("data", { size }).device }));
  await s.apply().succeeds();
  size = 2;
  const [found] = await s.apply({ targets: ["data"] }).fails("engine/still-needed");
  expect(found!.related?.[0]?.resource).toMatch(/::mount$/);
  s.cloud.has("disk data", { size: 1 });
  await s.apply({ targets: ["data"], dependents: true }).succeeds();
});

scenario("order alone does not hold a replacement back", async (s) => {
  let size = 1;
  s.program(
    ({ disk, task }) => void task("mount", { command: "run" }, { dependsOn: disk("data", { size }) }),
  );
  await s.apply().succeeds();
  size = 2;
  await s.apply({ targets: ["data"] }).succeeds();
  s.story(`
    delete disk data (replaced)
    create disk data (replaces)
  `);
});

scenario("what goes with a replaced resource has to be a target with it", async (s) => {
  let region = "eu";
  s.program(({ bucket, task }) => {
    const logs = bucket("logs", { region });
    task("warm", { command: "run" }, { deletedWith: logs });
  });
  await s.apply().succeeds();
  region = "us";
  await s.apply({ targets: ["logs"] }).fails("engine/still-needed");
  await s.apply({ targets: ["logs", "warm"] }).succeeds();
});

scenario("something owed is made by a run that it is a target of", async (s) => {
  let size = 1;
  s.program(({ disk, bucket, task }) => {
    const data = disk("data", { size });
    task("mount", { command: "run" }, { dependsOn: data });
    bucket("beside");
  });
  await s.apply().succeeds();
  size = 2;
  s.cloud.refusesOnce("create disk data", "QuotaExceeded");
  await s.apply({ targets: ["data"] }).fails("provider/hook-failed");
  await s.apply({ targets: ["beside"] }).changesNothing();
  await s.apply({ targets: ["mount"] }).fails("engine/missing-dependency");
  await s.apply({ targets: ["data"] }).succeeds();
  s.story("create disk data");
});

scenario("outputs follow what was touched; those of what was not made keep their last value", async (s) => {
  let round = 1;
  s.program(({ bucket, task }) => {
    const logs = bucket("logs", { acl: round === 1 ? "private" : "public" });
    const late = round === 1 ? undefined : task("late", { command: "run" });
    return {
      acl: logs.acl,
      late: late?.revision ?? "none yet",
      ...(round === 2 && { added: late!.status, plain: "new" }),
    };
  });
  await s.apply().succeeds();
  round = 2;
  await s.apply({ targets: ["logs"] }).succeeds();
  expect(await s.outputs()).toEqual({ acl: "public", late: "none yet", plain: "new" });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({
    acl: "public",
    late: "revision of run",
    added: "idle",
    plain: "new",
  });
});

scenario("a plan with targets is applied as it was shown", async (s) => {
  s.program(({ bucket }) => [bucket("a"), bucket("b")]);
  const plan = await s.plan({ targets: ["a"] }).shows("create bucket a");
  await s.apply({ plan }).succeeds();
  s.story("create bucket a");
});

scenario("a target that a callback makes is one", async (s) => {
  s.program(({ bucket }) => {
    const logs = bucket("logs");
    logs.region.apply((region) => void bucket(`copy-${region}`));
    bucket("beside");
  });
  await s.apply({ targets: ["logs"] }).succeeds();
  s.story("create bucket logs");
  await s.apply({ targets: ["copy-eu"] }).succeeds();
  s.story("create bucket copy-eu");
});

scenario("a callback over what is not made does not run, and what it made before stays", async (s) => {
  let isThere = true;
  s.program(({ bucket }) => {
    const logs = bucket(isThere ? "logs" : "newer");
    logs.arn.apply(() => void bucket("copy"));
    bucket("beside");
  });
  await s.apply({ rounds: 2 }).succeeds();
  isThere = false;
  await s.apply({ targets: ["beside"] }).succeeds();
  s.cloud.has("bucket copy");
  s.cloud.has("bucket logs");
});
