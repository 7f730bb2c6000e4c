import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** What a task came to is known after apply whenever its command changes: here, a list of words. */
const zones = (command: string, { task }: Pick<Words, "task">) =>
  task("zones", { command }).revision.apply((text) => text.replace("revision of ", "").split(" "));

const bucketPerZone =
  (command: string) =>
  (words: Words): void => {
    words.coconut.forEach(
      zones(command, words),
      (zone) => zone,
      (zone, key) => words.bucket(`logs-${key}`, { acl: zone }),
    );
  };

scenario("members of a list that is known after apply are made in a further round", async (s) => {
  s.program(bucketPerZone("a b"));
  const plan = await s.plan().shows(`create task zones`);
  expect(plan.text()).toMatch(/waiting for cloud:index:Task "zones": using the members of the last run\n/);
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.has("bucket logs-a", { acl: "a" });
  s.cloud.has("bucket logs-b", { acl: "b" });
  await s.apply().changesNothing();
});

scenario(
  "while the list is not known, the members of the last run are planned, and marked as such",
  async (s) => {
    s.program(bucketPerZone("a b"));
    await s.apply({ rounds: 2 }).succeeds();
    s.program(bucketPerZone("a b c"));
    await s.plan().shows(`
    update task zones (command, revision)
    update bucket logs-a (acl; as in the last run)
    update bucket logs-b (acl; as in the last run)
  `);
    const run = await s.apply().ends();
    s.story(`
    update task zones
    update bucket logs-a skipped
    update bucket logs-b skipped
  `);
    expect(run?.unplanned).toEqual([expect.stringContaining("logs-c")]);
    await s.apply().succeeds();
    s.cloud.has("bucket logs-c");
    await s.apply().changesNothing();
  },
);

scenario(
  "a member that turns out to be none is left alone, and deleted by the plan that knows",
  async (s) => {
    s.program(bucketPerZone("a b"));
    await s.apply({ rounds: 2 }).succeeds();
    s.program(bucketPerZone("a"));
    const run = await s.apply().ends();
    expect(run?.unplanned).toEqual([expect.stringContaining("logs-b")]);
    s.cloud.has("bucket logs-b");
    await s.plan().shows(`delete bucket logs-b`);
    await s.apply().succeeds();
    s.cloud.lacks("bucket logs-b");
    await s.apply().changesNothing();
  },
);

scenario("with rounds, what left is deleted and what came is made in the same run", async (s) => {
  s.program(bucketPerZone("a b"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(bucketPerZone("b c"));
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.lacks("bucket logs-a");
  s.cloud.has("bucket logs-b");
  s.cloud.has("bucket logs-c");
  await s.apply().changesNothing();
});

scenario("a plan names the place whose members are not known, not one around it", async (s) => {
  const program = (command: string) => (words: Words) => {
    words.coconut.when(true, () => bucketPerZone(command)(words));
  };
  s.program(program("a"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(program("a b"));
  const text = (await s.plan().succeeds()).text().replaceAll(/\s+/g, " ");
  const [, place] = /the collection at (\S+) is known after apply/.exec(text) ?? [];
  expect(text).toContain(
    ` ${place}, waiting for cloud:index:Task "zones": using the members of the last run`,
  );
});

scenario("nothing is computed for a member that turned out to be none", async (s) => {
  const seen: unknown[] = [];
  const program = (command: string) => (words: Words) => {
    const { coconut } = words;
    coconut.forEach(
      zones(command, words).apply((names) => names.map((name) => ({ name, acl: `acl-${name}` }))),
      (zone) => zone.name,
      (zone, key) => {
        const shown = zone.apply((element) => seen.push(element) && element.acl.toUpperCase());
        words.group(`group-${key}`, (parent) => {
          words.bucket(`logs-${key}`, { acl: coconut.interpolate`${zone.acl}, ${shown}` }, { parent });
          return { shown };
        });
      },
    );
  };
  s.program(program("a b"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(program("b c"));
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.has("bucket logs-b", { acl: "acl-b, ACL-B" });
  s.cloud.has("bucket logs-c", { acl: "acl-c, ACL-C" });
  s.cloud.lacks("bucket logs-a");
  expect(seen).not.toContain(undefined);
  await s.apply().changesNothing();
});

scenario("no member is ever deleted because the list is not known", async (s) => {
  s.program(bucketPerZone("a b"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(bucketPerZone("x y"));
  const plan = await s.plan().succeeds();
  expect(plan.changes.filter(({ action }) => action === "delete")).toEqual([]);
});

scenario("a list that is known is planned with exactly its members", async (s) => {
  s.program(bucketPerZone("a b"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program((words) => {
    words.coconut.forEach(
      words.coconut.output(["b", "c"]),
      (zone) => zone,
      (_, key) => words.bucket(`logs-${key}`, { acl: "z" }),
    );
  });
  await s.plan().shows(`
    update bucket logs-b (acl)
    create bucket logs-c
    delete task zones
    delete bucket logs-a
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

const guarded =
  (command: string) =>
  (words: Words): void => {
    const { task, site, coconut } = words;
    const isPublic = task("flag", { command }).revision.apply((text) => text === "revision of public");
    coconut.when(isPublic, () => site("front", { bucket: "b" }));
  };

scenario("what a condition guards is kept as it was while the condition is not known", async (s) => {
  s.program(guarded("public"));
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.has("site front");
  s.program(guarded("private"));
  await s.plan().shows(`update task flag (command, revision)`);
  const run = await s.apply().ends();
  expect(run?.unplanned).toEqual([expect.stringContaining("front")]);
  s.cloud.has("site front");
  await s.plan().shows(`delete site front`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("a condition that held and still holds changes nothing of what it guards", async (s) => {
  s.program(guarded("public"));
  await s.apply({ rounds: 2 }).succeeds();
  await s.apply().changesNothing();
});

scenario("what a condition made can be read, and is nothing where it does not hold", async (s) => {
  const program =
    (holds: boolean) =>
    ({ coconut, bucket }: Words) => ({
      name: coconut.when(coconut.output(holds), () => bucket("logs").name),
    });
  s.program(program(true));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ name: "logs" });
  s.program(program(false));
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({});
});

scenario("members inside members keep apart", async (s) => {
  const program = (command: string) => (words: Words) => {
    const { coconut, bucket } = words;
    const list = zones(command, words);
    coconut.forEach(
      list,
      (zone) => zone,
      (_, outer) =>
        coconut.forEach(
          list,
          (zone) => zone,
          (zone, inner) => bucket(`${outer}-${inner}`, { acl: zone }),
        ),
    );
  };
  s.program(program("a b"));
  await s.apply({ rounds: 3 }).succeeds();
  s.program(program("b a"));
  await s.plan().shows(`
    update task zones (command, revision)
    update bucket a-a (acl; as in the last run)
    update bucket a-b (acl; as in the last run)
    update bucket b-a (acl; as in the last run)
    update bucket b-b (acl; as in the last run)
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("what one member has inside of it is not assumed of another", async (s) => {
  const program = (command: string) => (words: Words) => {
    const list = zones(command, words);
    words.coconut.forEach(
      list,
      (zone) => zone,
      (_, outer) =>
        words.coconut.forEach(
          list.apply((all) => all.filter((zone) => zone >= outer)),
          (zone) => zone,
          (zone, inner) => words.bucket(`${outer}-${inner}`, { acl: zone }),
        ),
    );
  };
  s.program(program("a b"));
  await s.apply({ rounds: 3 }).succeeds();
  s.program(program("b a"));
  await s.plan().shows(`
    update task zones (command, revision)
    update bucket a-a (acl; as in the last run)
    update bucket a-b (acl; as in the last run)
    update bucket b-b (acl; as in the last run)
  `);
  await s.apply().succeeds();
});

scenario("members of a component belong to it, and go with it", async (s) => {
  const program = (words: Words) => {
    words.group("web", (group) => {
      words.coconut.forEach(
        zones("a b", words),
        (zone) => zone,
        (_, key) => words.bucket(`logs-${key}`, {}, { parent: group }),
      );
    });
  };
  s.program(program);
  await s.apply({ rounds: 2 }).succeeds();
  const urns = [...(await s.state()).resources.values()].map(({ urn }) => urn);
  expect(urns).toContainEqual(expect.stringContaining("test:index:Group$cloud:index:Bucket::logs-a"));
  s.program(() => {});
  await s.apply().succeeds();
  await s.destroy().succeeds();
});

scenario("elements that share a key are refused, and so are secret keys", async (s) => {
  s.program(({ coconut, bucket }) =>
    coconut.forEach(
      coconut.output(["a", "a"]),
      (zone) => zone,
      (_, key) => bucket(key),
    ),
  );
  await s.plan().fails("sdk/wrong-keys");
  s.program(({ coconut, bucket }) =>
    coconut.forEach(
      coconut.secret(["a"]),
      (zone) => zone,
      (_, key) => bucket(key),
    ),
  );
  await s.plan().fails("program/secret-members");
});

scenario("a run that was cut off after the list settled goes on with what is known then", async (s) => {
  s.program(bucketPerZone("a b"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(bucketPerZone("b"));
  s.crashAfter("outcome update task zones");
  await s.apply().crashes();
  await s.plan().shows(`delete bucket logs-a`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});
