import { expect } from "vitest";
import { scenario } from "../support/scenario.js";

scenario("a new bucket is made, dependents move, then the old one goes", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "eu" }).id }));
  await s.apply().succeeds();
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).id }));
  await s.plan().shows(`
    replace bucket logs (region)
    update site www (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    create bucket logs (replaces)
    update site www
    delete bucket logs (replaced)
  `);
  s.cloud.has("bucket logs", { region: "us" });
  s.cloud.has("site www", { bucket: "bucket-3" });
});

scenario("a replacement that cannot be created leaves the old bucket in place", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "eu" }).id }));
  await s.apply().succeeds();

  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).id }));
  s.cloud.refusesOnce("create bucket logs", "QuotaExceeded");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    create bucket logs   (replaces)  failed: QuotaExceeded
    update site www                  not started
    delete bucket logs   (replaced)  not started
  `);
  s.cloud.has("bucket logs", { region: "eu" });

  await s.apply().succeeds();
  s.cloud.has("bucket logs", { region: "us" });
});

scenario("a disk is deleted before it is made again", async (s) => {
  s.program(({ disk }) => disk("data", { size: 10 }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 20 }));
  await s.plan().shows(`replace disk data (size) delete-first`);
  await s.apply().succeeds();
  s.story(`
    delete disk data (replaced)
    create disk data (replaces)
  `);
  s.cloud.has("disk data", { size: 20 });
});

scenario("a delete-first replacement takes dependents that cannot stay with it", async (s) => {
  s.types({ Bucket: { replaceOrder: "delete-first" } });
  const program = (region: string) =>
    s.program(({ bucket, disk }) => disk("data", { size: 10, bucket: bucket("logs", { region }).id }));
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`
    replace bucket logs (region) delete-first
    replace disk data (bucket) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    delete disk data (replaced)
    delete bucket logs (replaced)
    create bucket logs (replaces)
    create disk data (replaces)
  `);
});

scenario("a delete-first replacement does not take those that only wait for it", async (s) => {
  s.types({ Bucket: { replaceOrder: "delete-first" } });
  const program = (region: string) =>
    s.program(({ bucket, disk }) => disk("data", { size: 10 }, { dependsOn: bucket("logs", { region }) }));
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.plan().shows(`replace bucket logs (region) delete-first`);
  await s.apply().succeeds();
  s.story(`
    delete bucket logs (replaced)
    create bucket logs (replaces)
  `);
});

scenario("a create that is still owed is done by the next run, and no delete twice", async (s) => {
  s.program(({ disk }) => disk("data", { size: 10 }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 20 }));
  s.cloud.refusesOnce("create disk data", "OutOfSpace");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    delete disk data (replaced)
    create disk data (replaces) failed: OutOfSpace
  `);
  s.cloud.lacks("disk data");

  await s.plan().shows(`create disk data (owed)`);
  await s.apply().succeeds();
  s.story(`create disk data`);
  expect(s.cloud.changes()).toEqual(["create disk data", "delete disk data", "create disk data"]);
});

scenario("a create that is owed and no longer wanted is let go", async (s) => {
  s.program(({ disk }) => disk("data", { size: 10 }));
  await s.apply().succeeds();
  s.program(({ disk }) => disk("data", { size: 20 }));
  s.cloud.refusesOnce("create disk data", "OutOfSpace");
  await s.apply().fails("provider/hook-failed");
  s.program(() => {});
  await s.plan().shows(`forget disk data`);
  await s.apply().succeeds();
  expect((await s.state()).resources.size).toBe(0);
});

scenario("an old bucket that cannot be deleted is deleted by a later run", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "eu" }).id }));
  await s.apply().succeeds();
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region: "us" }).id }));
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.apply().fails("provider/hook-failed");
  s.story(`
    create bucket logs (replaces)
    update site www
    delete bucket logs (replaced) failed: NotEmpty
  `);
  await s.plan().shows(`delete bucket logs`);
  await s.apply().succeeds();
  s.story(`delete bucket logs`);
  s.cloud.has("bucket logs", { region: "us" });
});

scenario("a replacement is replaced before its old half is gone", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }));
  s.cloud.refusesOnce("delete bucket logs", "NotEmpty");
  await s.apply().fails();
  s.program(({ bucket }) => bucket("logs", { region: "as" }));
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { region: "as" });
  expect(s.cloud.objects()).toHaveLength(1);
});

scenario("a trigger replaces by deleting first what cannot exist twice", async (s) => {
  s.program(({ task }) => task("clean", { command: "rm" }, { replaceTrigger: 1 }));
  await s.apply().succeeds();
  s.program(({ task }) => task("clean", { command: "rm" }, { replaceTrigger: 2 }));
  await s.plan().shows(`replace task clean (trigger) delete-first`);
  await s.apply().succeeds();
  s.story(`
    delete task clean (replaced)
    create task clean (replaces)
  `);
});

scenario("a trigger replaces by creating first what can exist twice", async (s) => {
  s.program(({ key }) => key("login", {}, { replaceTrigger: 1 }));
  await s.apply().succeeds();
  s.program(({ key }) => key("login", {}, { replaceTrigger: 2 }));
  await s.plan().shows(`replace key login (trigger)`);
  await s.apply().succeeds();
  s.story(`
    create key login (replaces)
    delete key login (replaced)
  `);
});

scenario("the program may say which half comes first", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }, { deleteBeforeReplace: true }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }, { deleteBeforeReplace: true }));
  await s.plan().shows(`replace bucket logs (region) delete-first`);
  await s.apply().succeeds();
  s.story(`
    delete bucket logs (replaced)
    create bucket logs (replaces)
  `);
});

scenario("a replacement is asked for by name", async (s) => {
  s.program(({ key }) => key("login"));
  await s.apply().succeeds();
  const [row] = (await s.state()).resources.values();
  await s.plan({ replace: [row!.urn] }).shows(`replace key login (request)`);
  await s.apply({ replace: [row!.urn] }).succeeds();
  s.story(`
    create key login (replaces)
    delete key login (replaced)
  `);
});

scenario("what is replaced with another is replaced when that is", async (s) => {
  const program = (bits: number) =>
    s.program(({ key, task }) => {
      const login = key("login", { bits });
      task("clean", { command: "rm" }, { replaceWith: [login] });
    });
  program(2048);
  await s.apply().succeeds();
  program(4096);
  await s.plan().shows(`
    replace key login (bits)
    replace task clean (replace-with) delete-first
  `);
  await s.apply().succeeds();
});

scenario("a chain of replacements moves from end to end", async (s) => {
  s.types({ Site: { replaceOn: ["name", "bucket"], coexists: true, replaceOrder: "delete-first" } });
  const program = (region: string) =>
    s.program(({ bucket, site, task }) => {
      const www = site("www", { bucket: bucket("logs", { region }).id });
      task("warm", { command: www.id });
    });
  program("eu");
  await s.apply().succeeds();
  program("us");
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: s.cloud.objects("bucket logs")[0]!.id });
  s.cloud.has("task warm", { command: s.cloud.objects("site www")[0]!.id });
});

scenario("a renamed resource is another resource", async (s) => {
  s.program(({ bucket }) => bucket("old"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("new"));
  await s.plan().shows(`
    create bucket new
    delete bucket old
  `);
  await s.apply().succeeds();
});
