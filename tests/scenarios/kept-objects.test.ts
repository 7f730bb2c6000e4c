import * as v from "valibot";
import { expect } from "vitest";
import { managed } from "../../src/testing/managed-object.js";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

interface Modifying {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly replace: (field: string) => void;
  readonly change: (field: string) => string;
  readonly unknown: (field: string) => void;
}

/** A task whose revision comes out as it was, although the plan cannot know that. */
const steady = {
  Task: {
    modifyPlan: ({ change, unknown }: Modifying) => {
      if (change("retries") !== "same") unknown("revision");
    },
  },
};

scenario("a replacement for a value that came out as it was is left undone", async (s) => {
  s.types(steady);
  const program = (retries: number) =>
    s.program(({ task, bucket }) => {
      const build = task("build", { command: "make", retries });
      bucket("logs", { region: build.revision });
    });
  program(3);
  await s.apply().succeeds();
  program(4);
  await s.plan().shows(`
    update task build (retries, revision)
    replace bucket logs (region)
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    create bucket logs (replaces) skipped
    delete bucket logs (replaced) skipped
  `);
  s.cloud.has("bucket logs", { region: "revision of make" });
});

scenario("what would be deleted first is not deleted if it can stay", async (s) => {
  s.types(steady);
  const program = (retries: number) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command: "make", retries });
      disk("data", { size: 1, bucket: build.revision });
    });
  program(3);
  await s.apply().succeeds();
  program(4);
  await s.plan().shows(`
    update task build (retries, revision)
    replace disk data (bucket) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk data (replaced) skipped
    create disk data (replaces) skipped
  `);
});

scenario("where only other fields changed, the object is updated in place: deleted first", async (s) => {
  s.types(steady);
  const program = (retries: number, label: string) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command: "make", retries });
      disk("data", { size: 1, bucket: build.revision, label });
    });
  program(3, "old");
  await s.apply().succeeds();
  const [before] = s.cloud.objects("disk data");
  program(4, "new");
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk data (replaced) skipped
    create disk data (replaces) as update
  `);
  s.cloud.has("disk data", { label: "new" });
  expect(s.cloud.objects("disk data")[0]!.id).toBe(before!.id);
});

scenario("where only other fields changed, the object is updated in place: created first", async (s) => {
  s.types(steady);
  const program = (retries: number, acl: string) =>
    s.program(({ task, bucket }) => {
      const build = task("build", { command: "make", retries });
      bucket("logs", { region: build.revision, acl });
    });
  program(3, "private");
  await s.apply().succeeds();
  program(4, "public");
  await s.apply().succeeds();
  s.story(`
    update task build
    create bucket logs (replaces) as update
    delete bucket logs (replaced) skipped
  `);
  s.cloud.has("bucket logs", { acl: "public", region: "revision of make" });
});

scenario("a value that came out as it was costs no object, however the service creates", async (s) => {
  s.types(steady);
  const program = (retries: number, note: string) =>
    s.program(({ task, entry }) => {
      const build = task("build", { command: "make", retries });
      entry("www", { zone: build.revision, note });
    });
  program(3, "old");
  await s.apply().succeeds();
  program(4, "new");
  await s.apply().succeeds();
  s.cloud.has("entry www", { note: "new" });
});

scenario("a value that did change replaces as it was approved", async (s) => {
  const program = (command: string, label: string) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command });
      disk("data", { size: 1, bucket: build.revision, label });
    });
  program("make", "old");
  await s.apply().succeeds();
  program("make all", "new");
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk data (replaced)
    create disk data (replaces)
  `);
});

/** A disk whose bucket is not known while it is planned, and two that need it. */
const cascade =
  (retries: number, label = "old") =>
  ({ task, disk, site }: Words): void => {
    const build = task("build", { command: "make", retries });
    const first = disk("first", { size: 1, bucket: build.revision, label });
    const second = disk("second", { size: 1, bucket: first.id });
    site("www", { bucket: second.id });
  };

scenario("nothing of a cascade is deleted before its leader is known to go", async (s) => {
  s.types(steady);
  s.program(cascade(3));
  await s.apply().succeeds();
  s.program(cascade(4, "new"));
  await s.plan().shows(`
    update task build (retries, revision)
    replace disk first (bucket, label) delete-first
    replace disk second (bucket) delete-first
    update site www (bucket)
  `);
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk second (replaced) skipped
    delete disk first (replaced) skipped
    create disk first (replaces) as update
    create disk second (replaces) skipped
    update site www skipped
  `);
  expect(s.cloud.changes().filter((line) => line.startsWith("delete"))).toEqual([]);
});

scenario("a cascade whose leader has to go is carried out as it was approved", async (s) => {
  const program = (command: string) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command });
      const first = disk("first", { size: 1, bucket: build.revision });
      disk("second", { size: 1, bucket: first.id });
    });
  program("make");
  await s.apply().succeeds();
  program("make all");
  await s.apply().succeeds();
  s.story(`
    update task build
    delete disk second (replaced)
    delete disk first (replaced)
    create disk first (replaces)
    create disk second (replaces)
  `);
});

scenario(
  "what has to go for a reason of its own goes, although the leader of its cascade stays",
  async (s) => {
    s.types(steady);
    const program = (retries: number, size: number) =>
      s.program(({ task, disk }) => {
        const build = task("build", { command: "make", retries });
        const first = disk("first", { size: 1, bucket: build.revision });
        disk("second", { size, bucket: first.id });
      });
    program(3, 1);
    await s.apply().succeeds();
    program(4, 2);
    await s.apply().succeeds();
    s.story(`
    update task build
    delete disk second (replaced)
    delete disk first (replaced) skipped
    create disk first (replaces) skipped
    create disk second (replaces)
  `);
    s.cloud.has("disk second", { size: 2 });
  },
);

scenario("what would have to be deleted first after all is left for another plan", async (s) => {
  // Its device moves with its label: what needs it is not known to stay when it turns out to be updated only.
  s.types({
    ...steady,
    Disk: {
      outputs: { device: v.string() },
      modifyPlan: ({ change, unknown }: Modifying) => {
        if (change("label") !== "same") unknown("device");
      },
      ...managed({
        kind: "disk",
        unique: ({ name }) => name,
        outputs: ({ name, properties }) => ({ device: `/dev/${name}/${String(properties["label"])}` }),
      }),
    },
  });
  const program = (retries: number, label: string) =>
    s.program(({ task, disk }) => {
      const build = task("build", { command: "make", retries });
      const first = disk("first", { size: 1, bucket: build.revision, label });
      disk("second", { size: 1, bucket: first.device });
    });
  program(3, "a");
  await s.apply().succeeds();
  program(4, "b");
  await s.apply().fails("engine/premise");
  s.story(`
    update task build
    delete disk second (replaced) skipped
    delete disk first (replaced) skipped
    create disk first (replaces) as update
    create disk second (replaces) failed: engine/premise
  `);
  s.cloud.has("disk second", { bucket: "/dev/first/a" });
  await s.apply().succeeds();
  s.cloud.has("disk second", { bucket: "/dev/first/b" });
});

scenario("what is replaced with another stays if that one does", async (s) => {
  s.types(steady);
  const program = (retries: number) =>
    s.program(({ task, bucket, key }) => {
      const build = task("build", { command: "make", retries });
      const logs = bucket("logs", { region: build.revision });
      key("k", {}, { replaceWith: [logs] });
    });
  program(3);
  await s.apply().succeeds();
  program(4);
  await s.plan().shows(`
    update task build (retries, revision)
    replace bucket logs (region)
    replace key k (replace-with)
  `);
  await s.apply().succeeds();
  expect(s.cloud.changes().filter((line) => line.startsWith("delete"))).toEqual([]);
});

scenario("a delete waits for values that come from another cascade", async (s) => {
  const program = (retries: number, size: number) =>
    s.program(({ task, disk }) => {
      const other = disk("other", { size });
      const build = task("build", { command: "make", retries, image: other.id });
      disk("data", { size: 1, bucket: build.revision });
    });
  s.types(steady);
  program(3, 1);
  await s.apply().succeeds();
  program(4, 2);
  await s.apply().succeeds();
  s.story(`
    delete disk other (replaced)
    create disk other (replaces)
    update task build
    delete disk data (replaced) skipped
    create disk data (replaces) skipped
  `);
});

scenario("a value that would replace an object that the plan shows as updated stops the step", async (s) => {
  // Only a known command says whether the site can follow.
  s.types({
    Site: {
      modifyPlan: ({ inputs, change, replace }: Modifying) => {
        if (change("title") === "changed" && inputs["title"] === "revision of move") replace("title");
      },
    },
  });
  const program = (command: string) =>
    s.program(({ task, site }) => {
      const build = task("build", { command });
      site("www", { bucket: "b", title: build.revision });
    });
  program("make");
  await s.apply().succeeds();
  program("move");
  await s.plan().shows(`
    update task build (command, revision)
    update site www (title)
  `);
  await s.apply().fails("engine/premise");
  s.cloud.has("site www", { title: "revision of make" });
  await s.plan().shows("replace site www (title)");
});

scenario("a forced replacement deletes first where nothing may tell old and new object apart", async (s) => {
  s.types({ Task: { ...steady.Task, replaceOn: ["name"] } });
  const program = (name: string) =>
    s.program(({ task, bucket }) => {
      const build = task("build", { name, command: "make" });
      // Its region comes out as it was, and no two buckets have one name in one region.
      bucket("logs", { region: build.revision }, { replaceWith: [build] });
    });
  program("build-1");
  await s.apply().succeeds();
  program("build-2");
  await s.plan().shows(`
    replace task build (name)
    replace bucket logs (replace-with; region) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    create task build (replaces)
    delete bucket logs (replaced)
    create bucket logs (replaces)
    delete task build (replaced)
  `);
});
