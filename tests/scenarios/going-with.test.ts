import { expect } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A bucket, and a rule that goes when it goes. */
const ruleOfBucket =
  (region: string) =>
  ({ bucket, rule }: Words): void => {
    const logs = bucket("logs", { region });
    rule("web", { port: 80 }, { deletedWith: logs });
  };

scenario("what goes with another is replaced when that is replaced", async (s) => {
  s.program(ruleOfBucket("eu"));
  await s.apply().succeeds();
  s.program(ruleOfBucket("us"));
  await s.plan().shows(`
    replace bucket logs (region)
    replace rule web (deleted-with) delete-first
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("what goes with another is forgotten only after that is deleted", async (s) => {
  s.program(ruleOfBucket("eu"));
  await s.apply().succeeds();
  s.program(() => {});
  s.cloud.refusesOnce("delete bucket logs", "busy");
  await s.apply().ends();
  const left = [...(await s.state()).resources.values()].map(({ name }) => name);
  expect(left.sort()).toEqual(["logs", "web"]);
  await s.apply().succeeds();
  expect((await s.state()).resources.size).toBe(0);
});

scenario("a chain of resources that go with each other goes with the first", async (s) => {
  s.program(({ bucket, rule }) => {
    const logs = bucket("logs");
    const web = rule("web", { port: 80 }, { deletedWith: logs });
    rule("admin", { port: 81 }, { deletedWith: web });
  });
  await s.apply().succeeds();
  s.program(() => {});
  await s.apply().succeeds();
  expect(s.cloud.changes().filter((change) => change.startsWith("delete"))).toEqual(["delete bucket logs"]);
});

scenario("the option can be given in the same plan that deletes neither", async (s) => {
  s.program(({ bucket, rule }) => {
    bucket("logs");
    rule("web", { port: 80 });
  });
  await s.apply().succeeds();
  s.program(ruleOfBucket("eu"));
  await s.plan().shows(`record rule web (dependencies)`);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("children of a component go with what the component goes with", async (s) => {
  s.program(({ bucket, rule, group }) => {
    const logs = bucket("logs");
    group("firewall", (parent) => void rule("web", { port: 80 }, { parent }), { deletedWith: logs });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  expect(s.cloud.changes()).not.toContain("delete rule web");
});

scenario("what is protected keeps the other from being replaced with it", async (s) => {
  const program =
    (region: string) =>
    ({ bucket, rule }: Words): void => {
      rule("web", { port: 80 }, { deletedWith: bucket("logs", { region }), protect: true });
    };
  s.program(program("eu"));
  await s.apply().succeeds();
  s.program(program("us"));
  await s.plan().fails("engine/protected");
});

const replacedWith =
  (region: string, port = 80) =>
  ({ bucket, rule, task }: Words): void => {
    const logs = bucket("logs", { region });
    const web = rule("web", { port }, { replaceWith: [logs] });
    task("job", { command: "run" }, { replaceWith: [web] });
  };

scenario("a chain of resources that are replaced with each other follows the first", async (s) => {
  s.program(replacedWith("eu"));
  await s.apply().succeeds();
  s.program(replacedWith("us"));
  await s.plan().shows(`
    replace bucket logs (region)
    replace rule web (replace-with) delete-first
    replace task job (replace-with) delete-first
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("an update of the one does not replace the other", async (s) => {
  const program =
    (acl: string) =>
    ({ bucket, rule }: Words): void => {
      rule("web", { port: 80 }, { replaceWith: [bucket("logs", { acl })] });
    };
  s.program(program("private"));
  await s.apply().succeeds();
  s.program(program("public"));
  await s.plan().shows(`update bucket logs (acl)`);
});

scenario("being replaced with another and changed at the same time is one replacement", async (s) => {
  s.program(replacedWith("eu", 80));
  await s.apply().succeeds();
  s.program(replacedWith("us", 81));
  await s.apply().succeeds();
  expect(s.cloud.changes().filter((change) => change.includes("rule web"))).toEqual([
    "create rule web",
    "delete rule web",
    "create rule web",
  ]);
  s.cloud.has("rule web", { port: 81 });
});

scenario("what is replaced with another comes after it", async (s) => {
  s.program(replacedWith("eu"));
  await s.apply().succeeds();
  expect(s.cloud.changes()).toEqual(["create bucket logs", "create rule web", "create task job"]);
  s.cloud.refusesOnce("create bucket logs", "busy");
  s.program(replacedWith("us"));
  await s.apply().ends();
  s.cloud.has("rule web", { port: 80 });
  await s.apply().succeeds();
});

const triggered =
  (trigger: (words: Words) => unknown) =>
  (words: Words): void => {
    words.key("k", {}, { replaceTrigger: trigger(words) });
  };

scenario("a trigger that appears or goes replaces nothing", async (s) => {
  s.program(({ key }) => void key("k"));
  await s.apply().succeeds();
  s.program(triggered(() => "one"));
  await s.plan().shows(`record key k (options)`);
  await s.apply().succeeds();
  s.program(({ key }) => void key("k"));
  await s.plan().shows(`record key k (options)`);
});

scenario("a trigger is compared by its value, however deep and however secret", async (s) => {
  s.program(triggered(({ coconut }) => ({ list: [1, { token: coconut.secret("a") }] })));
  await s.apply().succeeds();
  s.program(triggered(({ coconut }) => ({ list: [1, { token: coconut.secret("a") }] })));
  await s.plan().showsNothing();
  s.program(triggered(({ coconut }) => ({ list: [1, { token: coconut.secret("b") }] })));
  await s.plan().shows(`replace key k (trigger)`);
});

scenario("a trigger whose value is the same without its mark replaces nothing", async (s) => {
  s.program(triggered(({ coconut }) => coconut.secret("a")));
  await s.apply().succeeds();
  s.program(triggered(() => "a"));
  const plan = await s.plan().succeeds();
  expect(plan.changes.map(({ action }) => action)).toEqual(["record"]);
});

scenario("a trigger that is known after apply counts as changed, and is looked at again then", async (s) => {
  const program = (region: string) => triggered(({ bucket }) => bucket("logs", { region }).arn);
  s.program(program("eu"));
  await s.apply().succeeds();
  s.program(program("us"));
  await s.plan().shows(`
    replace bucket logs (region)
    replace key k (trigger)
  `);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});

scenario("a trigger that comes out as it was replaces nothing, also where deletes come first", async (s) => {
  const program =
    (command: string) =>
    ({ task, disk }: Words): void => {
      const { revision } = task("warm", { command });
      disk("d", { size: 1 }, { replaceTrigger: revision.apply((text) => text.length) });
    };
  s.program(program("one"));
  await s.apply().succeeds();
  s.program(program("two"));
  await s.plan().shows(`
    update task warm (command, revision)
    replace disk d (trigger) delete-first
  `);
  await s.apply().succeeds();
  s.story(`
    delete disk d (replaced) skipped
    update task warm
    create disk d (replaces) skipped
  `);
  await s.apply().changesNothing();
});

scenario("a trigger that comes out otherwise than planned stops what it belongs to", async (s) => {
  s.types({ Task: { modifyPlan: undefined } });
  const program =
    (command: string) =>
    ({ task, bucket }: Words): void => {
      bucket("logs", { acl: command }, { replaceTrigger: task("warm", { command }).revision });
    };
  s.program(program("one"));
  await s.apply().succeeds();
  s.program(program("two"));
  await s.plan().shows(`
    update task warm (command)
    update bucket logs (acl)
  `);
  await s.apply().fails("engine/premise");
  await s.plan().shows(`replace bucket logs (trigger) delete-first`);
});

/** Keys of which the second is replaced with the first. */
const keyWithKey =
  (option: "replaceWith" | "deletedWith") =>
  (bits: number) =>
  ({ key }: Words): void => {
    const first = key("first", { bits });
    key("second", {}, option === "replaceWith" ? { replaceWith: [first] } : { deletedWith: first });
  };

for (const option of ["replaceWith", "deletedWith"] as const) {
  const program = keyWithKey(option);

  scenario(`a replacement by ${option} that failed is still to be done`, async (s) => {
    s.program(program(1024));
    await s.apply().succeeds();
    s.program(program(4096));
    s.cloud.refusesOnce("create key second", "busy");
    await s.apply().fails();
    await s.plan().shows(`
      replace key second (taint)
      delete key first
    `);
    await s.apply().succeeds();
    await s.apply().changesNothing();
  });

  scenario(`a replacement by ${option} is not lost with the run that was to do it`, async (s) => {
    s.program(program(1024));
    await s.apply().succeeds();
    s.program(program(4096));
    s.crashAfter("effect create key first");
    await s.apply().crashes();
    await s.plan().shows(`
      update key first (unfinished)
      replace key second (taint)
      delete key first
    `);
    await s.apply().succeeds();
    await s.apply().changesNothing();
  });
}

scenario("what is protected cannot go with another", async (s) => {
  s.program(({ bucket, rule }) => rule("open", { port: 1 }, { deletedWith: bucket("logs"), protect: true }));
  await s.apply().succeeds();
  s.program(() => {});
  const found = await s.plan().fails("engine/protected");
  expect(found.map(({ resource }) => resource)).toEqual([expect.stringContaining("::open")]);
  await s.destroy().fails("engine/protected");
});

scenario("what goes with something that is held back is held back too", async (s) => {
  s.program(({ rule, site, key, bucket }) => {
    const web = rule("web", { port: 80 });
    const www = site("www", { bucket: "none" }, { dependsOn: web });
    key("replaced", {}, { replaceWith: [www] });
    key("deleted", {}, { deletedWith: www });
    bucket("logs");
  });
  s.cloud.failsAfterEffect("create rule web");
  await s.apply({ continueOnError: true }).fails("provider/hook-failed");
  const problems = await s.apply().fails("engine/uncertain");
  expect(problems.map(({ code }) => code)).toEqual(["engine/uncertain"]);
  s.cloud.lacks("key replaced");
  await (await s.stack()).recover("web", { adopt: s.cloud.objects("rule web")[0]!.id });
  await s.apply().succeeds();
  s.cloud.has("key replaced");
  s.cloud.has("key deleted");
});
