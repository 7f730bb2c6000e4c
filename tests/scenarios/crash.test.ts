import { expect } from "vitest";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** The keys that creates of an object were sent with, in order. */
function keysOf(s: Scenario, kind: string): readonly (string | undefined)[] {
  return s.cloud.effects
    .filter((effect) => effect.action === "create" && effect.kind === kind)
    .map(({ token }) => token);
}

async function openKeys(s: Scenario): Promise<readonly string[]> {
  return [...(await s.state()).open.values()].map(({ key }) => key);
}

scenario(
  "a create that was announced and never sent is sent by the next run with the same key",
  async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    s.crashAfter("intent create bucket logs");
    await s.apply().crashes();
    s.cloud.lacks("bucket logs");
    const announced = await openKeys(s);

    await s.apply().succeeds();
    s.story(``);
    expect(keysOf(s, "bucket")).toEqual(announced);
    s.cloud.has("bucket logs");
  },
);

scenario("a create that was not announced was not made", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashBefore("intent create bucket logs");
  await s.apply().crashes();
  expect(s.cloud.effects).toEqual([]);
  expect((await s.state()).resources.size).toBe(0);
  await s.apply().succeeds();
  s.story(`create bucket logs`);
});

scenario("an object whose create was never answered is adopted, not made twice", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();
  s.cloud.has("bucket logs");

  await s.apply().succeeds();
  s.story(`
    update bucket logs
    create site www
  `);
  expect(keysOf(s, "bucket")).toHaveLength(1);
  s.cloud.has("site www", { bucket: "bucket-1" });
});

scenario("an answer that was not written down is asked for again, and the object adopted", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashBefore("outcome create bucket logs");
  await s.apply().crashes();
  await s.apply().succeeds();
  expect(keysOf(s, "bucket")).toHaveLength(1);
});

scenario("a create that got as far as its id is found by the id and finished", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.crashAfter("identified create site www");
  await s.apply().crashes();
  expect(s.cloud.objects("site www")[0]!.ready).toBe(false);

  await s.plan().shows(`update site www (unfinished)`);
  await s.apply().succeeds();
  s.story(`update site www`);
  expect(s.cloud.objects("site www")[0]!.ready).toBe(true);
  expect(s.cloud.effects.some(({ action }) => action === "find")).toBe(false);
  expect(keysOf(s, "site")).toHaveLength(1);
});

scenario("a create that was cut off before its id was known is found by its key and finished", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.crashBefore("identified create site www");
  await s.apply().crashes();
  await s.apply().succeeds();
  expect(s.cloud.objects("site www")[0]!.ready).toBe(true);
  expect(keysOf(s, "site")).toHaveLength(1);
});

scenario("an object that was identified and then lost is made again by the same create", async (s) => {
  s.program(({ site }) => site("www", { bucket: "none" }));
  s.crashAfter("identified create site www");
  await s.apply().crashes();
  s.cloud.loses("site www");
  await s.apply().succeeds();
  s.story(``);
  expect(new Set(keysOf(s, "site"))).toHaveProperty("size", 1);
  s.cloud.has("site www");
});

scenario("a create whose outcome was written is not repeated", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  s.crashAfter("outcome create bucket logs");
  await s.apply().crashes();
  // What it released was written down with it, and nobody has been called for that.
  expect([...(await s.state()).open.values()].map(({ rid }) => rid)).toEqual([2]);
  await s.plan().shows(`create site www (repeated)`);
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "create site www", "finish site www"]);
});

scenario("what the program asks for meanwhile comes after what was begun", async (s) => {
  s.program(({ bucket }) => bucket("logs", { acl: "private" }));
  s.crashAfter("intent create bucket logs");
  await s.apply().crashes();

  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "update bucket logs"]);
  s.cloud.has("bucket logs", { acl: "public" });
});

scenario("an object that is no longer wanted when it is found is adopted and deleted", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  s.crashAfter("effect create bucket logs");
  await s.apply().crashes();

  s.program(() => {});
  await s.plan().shows(`delete bucket logs`);
  await s.apply().succeeds();
  s.cloud.lacks("bucket logs");
});

for (const place of ["intent", "effect"]) {
  scenario(`an update that was cut off after its ${place} is made again`, async (s) => {
    s.program(({ bucket }) => bucket("logs"));
    await s.apply().succeeds();
    s.program(({ bucket }) => bucket("logs", { acl: "public" }));
    s.crashAfter(`${place} update bucket logs`);
    await s.apply().crashes();

    await s.plan().shows(`update bucket logs (acl${place === "effect" ? "; drift: acl" : ""})`);
    await s.apply().succeeds();
    s.story(`update bucket logs`);
    s.cloud.has("bucket logs", { acl: "public" });
  });
}

scenario("an update that was cut off and is no longer wanted is taken back", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { tags: { stage: "test" } }));
  s.crashAfter("effect update bucket logs");
  await s.apply().crashes();

  s.program(({ bucket }) => bucket("logs"));
  await s.plan().shows(`update bucket logs (unfinished)`);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: undefined });
});

scenario("an update whose outcome was written is not repeated", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { acl: "public" }));
  s.crashAfter("outcome update bucket logs");
  await s.apply().crashes();
  await s.apply().changesNothing();
});

scenario("a delete that was announced and never sent is sent by the next run", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {});
  s.crashAfter("intent delete bucket logs");
  await s.apply().crashes();
  s.cloud.has("bucket logs");
  await s.apply().succeeds();
  s.story(`delete bucket logs`);
  s.cloud.lacks("bucket logs");
});

scenario("a delete that was cut off and is no longer wanted is not made", async (s) => {
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  s.program(() => {});
  s.crashAfter("intent delete bucket logs");
  await s.apply().crashes();
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs"]);
});

scenario("an object that is not there after its delete was cut off counts as deleted", async (s) => {
  s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
  await s.apply().succeeds();
  s.crashAfter("effect delete site www");
  await s.destroy().crashes();
  await s.destroy().succeeds();
  s.story(`delete bucket logs`);
  expect(s.cloud.effects.filter(({ action, kind }) => action === "delete" && kind === "site")).toHaveLength(
    1,
  );
});

scenario("a run that was killed before its end has lost nothing but its end", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  s.crashBefore("end");
  await s.apply().crashes();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
  await s.apply().changesNothing();
});

scenario("outputs that were not written before a crash are written by the next run", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
  s.crashBefore("record outputs");
  await s.apply().crashes();
  expect(await s.outputs()).toEqual({});
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
});

scenario(
  "state in a file survives the death of its process",
  async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs").id }));
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    s.crashAfter("intent create site www");
    await s.apply().crashes();
    await s.apply().succeeds();
    expect(keysOf(s, "bucket")).toHaveLength(1);
    expect(keysOf(s, "site")).toHaveLength(1);
  },
  { store: "sqlite" },
);

scenario(
  "a replacement that exists already when its create is looked up takes over, and the old one goes",
  async (s) => {
    const program = (region: string) =>
      s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region }).id }));
    program("eu");
    await s.apply().succeeds();
    program("us");
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    expect(s.cloud.objects("bucket logs")).toHaveLength(2);

    await s.plan().shows(`
    update bucket logs (unfinished)
    update site www (bucket)
    delete bucket logs
  `);
    await s.apply().succeeds();
    s.story(`
    update bucket logs
    update site www
    delete bucket logs
  `);
    s.cloud.has("bucket logs", { region: "us" });
    expect(keysOf(s, "bucket")).toHaveLength(2);
  },
);

scenario(
  "what a replacement left behind is deleted after its dependents have moved, runs later too",
  async (s) => {
    const program = (region: string) =>
      s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region }).id }));
    program("eu");
    await s.apply().succeeds();
    program("us");
    s.crashAfter("outcome create bucket logs");
    await s.apply().crashes();
    const doomed = [...(await s.state()).objects.values()].filter(({ status }) => status === "doomed");
    expect(doomed.map(({ stored }) => stored.id)).toEqual(["bucket-1"]);

    await s.apply().succeeds();
    s.story(`
    update site www
    delete bucket logs
  `);
    s.cloud.has("bucket logs", { region: "us" });
  },
);

scenario("a doomed object whose delete was cut off is not deleted twice", async (s) => {
  s.program(({ bucket }) => bucket("logs", { region: "eu" }));
  await s.apply().succeeds();
  s.program(({ bucket }) => bucket("logs", { region: "us" }));
  s.crashAfter("effect delete bucket logs");
  await s.apply().crashes();
  await s.apply().succeeds();
  s.story(``);
  expect(s.cloud.effects.filter(({ action }) => action === "delete")).toHaveLength(1);
  s.cloud.has("bucket logs", { region: "us" });
});

scenario("a delete-first replacement that was killed between its halves still owes its create", async (s) => {
  const program = (size: number) =>
    s.program(({ disk, task }) => task("mount", { command: disk("data", { size }).device }));
  program(10);
  await s.apply().succeeds();
  program(20);
  s.crashAfter("effect delete disk data");
  await s.apply().crashes();
  s.cloud.lacks("disk data");

  await s.plan().shows(`
    create disk data (owed)
    update task mount (command, revision)
  `);
  await s.apply().succeeds();
  s.story(`
    create disk data
    update task mount skipped
  `);
  s.cloud.has("disk data", { size: 20 });
  expect(s.cloud.effects.filter(({ action }) => action === "delete")).toHaveLength(1);
});

const replacement = {
  "create-first": {
    type: "bucket logs",
    places: [
      "intent create",
      "effect create",
      "outcome create",
      "intent delete",
      "effect delete",
      "outcome delete",
    ],
  },
  "delete-first": {
    type: "disk data",
    places: [
      "intent delete",
      "effect delete",
      "outcome delete",
      "intent create",
      "effect create",
      "outcome create",
    ],
  },
};

for (const [order, { type, places }] of Object.entries(replacement)) {
  for (const place of places) {
    scenario(`a ${order} replacement that is killed after ${place} ends as if it had not been`, async (s) => {
      const program = (next: boolean) =>
        s.program(({ bucket, disk, site }) => {
          const [used, other] =
            order === "create-first"
              ? [bucket("logs", { region: next ? "us" : "eu" }), disk("data", { size: 10 })]
              : [disk("data", { size: next ? 20 : 10 }), bucket("logs")];
          site("www", { bucket: used.id, title: other.urn });
        });
      program(false);
      await s.apply().succeeds();
      program(true);
      s.crashAfter(`${place} ${type}`);
      await s.apply().crashes();

      await s.apply().succeeds();
      const [kind] = type.split(" ");
      const done = s.cloud.effects.filter((effect) => effect.kind === kind && effect.result === "done");
      expect(done.filter(({ action }) => action === "create")).toHaveLength(2);
      expect(done.filter(({ action }) => action === "delete")).toHaveLength(1);
      s.cloud.has("site www", { bucket: s.cloud.objects(type)[0]!.id });
    });
  }
}
