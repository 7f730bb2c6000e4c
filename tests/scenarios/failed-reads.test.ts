import { describe, expect } from "vitest";
import { exitCodeOf, exitCodeOfRun } from "../../src/runner/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { isDiagnosticError } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

const goOn = { continueOnError: true, parallel: 1 } as const;

/** The resources of the state, by name. */
async function names(s: Scenario): Promise<readonly string[]> {
  return [...(await s.state()).resources.values()].map(({ name }) => name).sort();
}

describe("one failing read", () => {
  scenario("fails that resource, and the rest is planned and shown", async (s) => {
    let acl = "private";
    s.program(({ bucket }) => [bucket("a", { acl }), bucket("b", { acl }), bucket("c")]);
    await s.apply().succeeds();
    acl = "public";
    s.cloud.refuses("read bucket a", "AccessDenied");
    const plan = await s.plan().shows(`
      failed bucket a (provider failed)
      update bucket b (acl)
    `);
    expect(plan.plan.held).toMatchObject([{ code: "provider/hook-failed", severity: "error" }]);
    expect(plan.plan.held[0]!.position?.file).toContain("words.ts");
    expect(plan.isEmpty).toBe(false);
    expect(plan.steps.map(({ id }) => id)).toEqual([expect.stringMatching(/^update .*::b$/)]);
  });

  scenario("is enough to say that a plan is not empty", async (s) => {
    s.program(({ bucket }) => [bucket("a"), bucket("b")]);
    await s.apply().succeeds();
    s.cloud.refuses("read bucket a", "AccessDenied");
    const plan = await s.plan().shows(`failed bucket a (provider failed)`);
    expect([plan.steps, plan.isEmpty]).toEqual([[], false]);
  });

  scenario("keeps a plan from being saved, and says why", async (s) => {
    s.program(({ bucket }) => [bucket("a"), bucket("b")]);
    await s.apply().succeeds();
    s.cloud.refuses("read bucket a", "AccessDenied");
    const plan = await s.plan().succeeds();
    const refusal = refusalOf(() => plan.file());
    expect(refusal).toMatchObject({ code: "engine/partly-planned" });
    expect(refusal!.detail).toMatch(/Bucket::a/);
  });

  scenario("keeps a plan from being applied unless the run may go on after errors", async (s) => {
    let acl = "private";
    s.program(({ bucket, site }) => {
      site("www", { bucket: bucket("a", { acl }).acl });
      bucket("b", { acl });
    });
    await s.apply().succeeds();
    acl = "public";
    s.cloud.refuses("read bucket a", "AccessDenied");
    const runs = (await (await s.store()).history()).length;
    const since = s.cloud.effects.length;
    const plan = await s.plan().succeeds();
    const [problem] = await s.apply({ plan }).fails("engine/partly-planned");
    expect(problem!.hint).toContain("--continue-on-error");
    expect((await (await s.store()).history()).length).toBe(runs);
    const found = await s.apply().fails("engine/partly-planned");
    expect(found.map(({ code }) => code)).toContain("provider/hook-failed");
    expect(exitCodeOf(found)).toBe(1);
    expect(s.cloud.changes(since)).toEqual([]);

    const run = await s.apply({ plan: await s.plan().succeeds(), ...goOn }).ends();
    expect(run).toMatchObject({ ok: false, diagnostics: [{ code: "provider/hook-failed" }] });
    expect(exitCodeOfRun(run!)).toBe(1);
    s.story(`update bucket b`);
    s.cloud.recovers();
    await s.apply().succeeds();
    s.story(`
      update bucket a
      update site www
    `);
  });

  scenario("fails what needs it by any edge, near and far", async (s) => {
    s.program(({ bucket, site, task, rule, key }) => {
      const a = bucket("a");
      const www = site("www", { bucket: a.arn });
      task("behind", { command: www.url });
      rule("ordered", { port: 80 }, { dependsOn: a });
      key("child", {}, { parent: a });
      bucket("free");
    });
    await s.apply().succeeds();
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.plan().shows(`
      failed bucket a (provider failed)
      failed site www (needs bucket a)
      failed task behind (needs site www)
      failed rule ordered (needs bucket a)
      failed key child (needs bucket a)
    `);
  });

  scenario("fails what is new and needs it", async (s) => {
    let isMore = false;
    s.program(({ bucket, site, rule }) => {
      const a = bucket("a");
      if (!isMore) return;
      site("www", { bucket: a.id });
      rule("ordered", { port: 80 }, { dependsOn: a });
      bucket("free");
    });
    await s.apply().succeeds();
    isMore = true;
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`create bucket free`);
  });

  scenario("of an object of others fails what reads it", async (s) => {
    const id = s.cloud.adds("bucket shared", { acl: "public" });
    s.program(({ types, task, bucket }) => {
      task("use", { command: types.Bucket.get("shared", id).acl });
      bucket("free");
    });
    s.cloud.refuses("read bucket shared", "AccessDenied");
    await s.plan().shows(`
      failed bucket shared (provider failed)
      failed task use (needs bucket shared)
      create bucket free
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`create bucket free`);
  });

  scenario("of an object that is to be adopted fails that adoption", async (s) => {
    const id = s.cloud.adds("bucket old");
    s.program(({ bucket }) => [bucket("old", {}, { import: id }), bucket("free")]);
    s.cloud.refuses("read bucket old", "AccessDenied");
    await s.plan().shows(`
      failed bucket old (provider failed)
      create bucket free
    `);
  });

  scenario("that takes too long is one", async (s) => {
    s.program(({ bucket }) => [bucket("a"), bucket("b")]);
    await s.apply().succeeds();
    s.cloud.hangs("read bucket a");
    const planning = s.plan();
    await s.cloud.hanging("read bucket a");
    await s.time.pass(600_000);
    const { plan } = await planning.shows(`failed bucket a (provider failed)`);
    expect(plan.held).toMatchObject([{ code: "engine/no-answer" }]);
  });

  scenario("does not count as gone", async (s) => {
    const program = ["a", "b", "c", "d", "e"];
    s.program(({ bucket }) => program.map((name) => bucket(name)));
    await s.apply().succeeds();
    for (const name of program.slice(0, 4)) s.cloud.refuses(`read bucket ${name}`, "AccessDenied");
    s.cloud.loses("bucket e");
    await s.plan().shows(`
      failed bucket a (provider failed)
      failed bucket b (provider failed)
      failed bucket c (provider failed)
      failed bucket d (provider failed)
      create bucket e (gone)
    `);
  });

  scenario("outside of the targets is of no concern, and one inside is", async (s) => {
    let acl = "private";
    s.program(({ bucket }) => [bucket("a", { acl }), bucket("b", { acl })]);
    await s.apply().succeeds();
    acl = "public";
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.plan({ targets: ["b"] }).shows(`update bucket b (acl)`);
    await s.plan({ targets: ["a"] }).shows(`failed bucket a (provider failed)`);
  });
});

describe("outputs of the stack", () => {
  scenario("that come from a function which fails refuse the plan: no resource is to blame", async (s) => {
    const id = s.cloud.adds("bucket shared");
    s.program(({ bucket, functions, coconut }) => {
      bucket("free");
      return { acl: coconut.invokeOutput(functions.bucketInfo, { id }).acl };
    });
    s.cloud.refuses("read bucket shared", "Overloaded");
    await s.plan().fails("provider/hook-failed");
  });

  scenario(
    "that come from what failed keep their last value; the others are planned and recorded",
    async (s) => {
      let tags = { version: "1" };
      s.program(({ bucket, coconut }) => {
        const [a, b] = [bucket("a", { tags }), bucket("b", { tags })];
        return { a: a.arn, b: b.tags, both: coconut.interpolate`${a.arn} ${b.arn}` };
      });
      await s.apply().succeeds();
      tags = { version: "2" };
      s.cloud.refuses("read bucket a", "AccessDenied");
      const { outputChanges } = (await s.plan().succeeds()).plan;
      expect(outputChanges.map(({ name, after }) => [name, after])).toEqual([["b", { version: "2" }]]);
      await s.apply(goOn).fails("provider/hook-failed");
      s.story(`update bucket b`);
      const both = "arn:bucket-1 arn:bucket-2";
      expect(await s.outputs()).toEqual({ a: "arn:bucket-1", b: { version: "2" }, both });
    },
  );
});

describe("components", () => {
  scenario("are planned although a child of theirs failed, with their other children", async (s) => {
    let acl = "private";
    s.program(({ group, bucket, task }) => {
      const web = group("web", (parent) => {
        const a = bucket("a", { acl }, { parent });
        bucket("b", { acl }, { parent });
        return { arn: a.arn };
      });
      task("after", { command: acl }, { dependsOn: web });
      task("free", { command: acl });
    });
    await s.apply().succeeds();
    acl = "public";
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.plan().shows(`
      same group web
      failed bucket a (provider failed)
      update bucket b (acl)
      failed task after (needs bucket a)
      update task free (command, revision)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`
      update bucket b
      update task free
    `);
  });
});

describe("callbacks", () => {
  scenario("that are given what failed have not run: what they made stays", async (s) => {
    s.program(({ bucket, rule }) => {
      const a = bucket("a");
      a.arn.apply((arn) => void rule(`rule-of-${arn}`, { port: 80 }));
      bucket("free");
    });
    await s.apply({ rounds: 2 }).succeeds();
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.plan().shows(`
      failed bucket a (provider failed)
      undetermined rule rule-of-arn:bucket-1 (callback did not run)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.cloud.has("rule rule-of-arn:bucket-1");
    s.cloud.recovers();
    await s.apply().changesNothing();
  });

  scenario("that make members of what failed have not run either", async (s) => {
    s.program(({ bucket, task, coconut }) => {
      const logs = bucket("logs", { tags: { a: "1" } });
      coconut.forEach(
        logs.arn.apply((arn) => [`${arn}-1`, `${arn}-2`]),
        (key: string) => key,
        (_, key) => task(key, { command: "make" }),
      );
    });
    await s.apply({ rounds: 2 }).succeeds();
    s.cloud.refuses("read bucket logs", "AccessDenied");
    await s.apply(goOn).fails("provider/hook-failed");
    s.cloud.has("task arn:bucket-1-1");
    s.cloud.has("task arn:bucket-1-2");
  });
});

describe("functions", () => {
  scenario("that fail, fail what is made from their answers", async (s) => {
    const id = s.cloud.adds("bucket shared");
    s.program(({ bucket, task, functions, coconut }) => {
      const acl = coconut.invokeOutput(functions.bucketInfo, { id }).acl.apply((found) => found ?? "none");
      task("one", { command: coconut.interpolate`show ${acl}` });
      task("two", { command: coconut.interpolate`hide ${acl}` });
      bucket("free");
    });
    s.cloud.refuses("read bucket shared", "Overloaded");
    await s.plan().shows(`
      failed task one (provider failed)
      failed task two (provider failed)
      create bucket free
    `);
  });
});

describe("what leaves", () => {
  scenario("stays if it could not be read, with what it needs, and the rest leaves", async (s) => {
    let isOld = true;
    s.program(({ bucket, site, task }) => {
      bucket("kept");
      if (!isOld) return;
      const logs = bucket("logs");
      const www = site("www", { bucket: logs.id });
      task("behind", { command: www.url });
      bucket("other");
    });
    await s.apply().succeeds();
    isOld = false;
    s.cloud.refuses("read site www", "AccessDenied");
    await s.plan().shows(`
      failed bucket logs (needed by site www)
      delete bucket other
      failed site www (provider failed)
      delete task behind
    `);
    await s.apply().fails("engine/partly-planned");
    await s.apply(goOn).fails("provider/hook-failed");
    expect(await names(s)).toEqual(["kept", "logs", "www"]);
    s.cloud.recovers();
    await s.apply().succeeds();
    expect(await names(s)).toEqual(["kept"]);
  });

  scenario("in a destroy is shown as far as it can be", async (s) => {
    s.program(({ bucket, site }) => {
      const { url } = site("www", { bucket: bucket("logs").id });
      bucket("other");
      return { url };
    });
    await s.apply().succeeds();
    s.cloud.refuses("read site www", "AccessDenied");
    await s.plan({ destroy: true }).shows(`
      failed bucket logs (needed by site www)
      delete bucket other
      failed site www (provider failed)
    `);
    const found = await s.destroy().fails("engine/partly-planned");
    expect(found.map(({ code }) => code)).toContain("provider/hook-failed");
    expect(s.cloud.objects()).toHaveLength(3);
    const outputs = await s.outputs();
    await s.destroy(goOn).fails("provider/hook-failed");
    s.story(`delete bucket other`);
    expect(await s.outputs()).toEqual(outputs);
    s.cloud.recovers();
    await s.destroy().succeeds();
    expect(await s.outputs()).toEqual({});
  });

  scenario("an old object of a replacement stays, and its successor goes ahead", async (s) => {
    let [name, acl] = ["old", "private"];
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { name, acl }).id }));
    await s.apply().succeeds();
    name = "new";
    s.cloud.refusesOnce("delete bucket old", "NotEmpty");
    await s.apply().fails("provider/hook-failed");
    acl = "public";
    s.cloud.refuses("read bucket old", "AccessDenied");
    await s.plan().shows(`
      update bucket logs (acl)
      failed bucket logs (provider failed)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.cloud.has("bucket new", { acl: "public" });
    s.cloud.has("bucket old");
    s.cloud.recovers();
    await s.apply().succeeds();
    s.cloud.lacks("bucket old");
  });

  scenario("with another stays if that one could not be read", async (s) => {
    let isOld = true;
    s.program(({ bucket, task }) => {
      if (!isOld) return;
      const logs = bucket("logs");
      task("inside", { command: "make" }, { deletedWith: logs });
    });
    await s.apply().succeeds();
    isOld = false;
    s.cloud.refuses("read bucket logs", "AccessDenied");
    await s.plan().shows(`
      failed bucket logs (provider failed)
      failed task inside (needs bucket logs)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    expect(await names(s)).toEqual(["inside", "logs"]);
  });

  scenario("stays if something needs it that could not be read", async (s) => {
    let isOld = true;
    s.program(({ bucket, site }) => {
      const logs = isOld ? bucket("old") : bucket("new");
      if (isOld) bucket("other");
      site("www", { bucket: logs.id });
    });
    await s.apply().succeeds();
    isOld = false;
    s.cloud.refuses("read site www", "AccessDenied");
    await s.plan().shows(`
      create bucket new
      failed site www (provider failed)
      failed bucket old (needed by site www)
      delete bucket other
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`
      create bucket new
      delete bucket other
    `);
    s.cloud.has("bucket old");
    s.cloud.recovers();
    await s.apply().succeeds();
    s.cloud.lacks("bucket old");
  });
});

describe("what is replaced", () => {
  scenario("keeps its old object while what needs that is held back with something else", async (s) => {
    let region = "eu";
    s.program(({ bucket, rule, task, key }) => {
      const web = rule("web", { port: region === "eu" ? 80 : 81 });
      const logs = bucket("logs", { region });
      const both = task("both", { command: web.state, image: logs.arn });
      key("free", {}, { dependsOn: region === "eu" ? [] : [both] });
    });
    await s.apply().succeeds();
    region = "us";
    s.cloud.refuses("read rule web", "AccessDenied");
    await s.plan().shows(`
      failed rule web (provider failed)
      replace bucket logs (region)
      failed task both (needs rule web)
      failed key free (needs task both)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`create bucket logs (replaces)`);
    expect(s.cloud.objects("bucket logs")).toHaveLength(2);
    s.cloud.recovers();
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs")).toHaveLength(1);
  });

  scenario("keeps its old object while what needs that could not be read", async (s) => {
    let region = "eu";
    s.program(({ bucket, site }) => site("www", { bucket: bucket("logs", { region }).arn }));
    await s.apply().succeeds();
    region = "us";
    s.cloud.refuses("read site www", "AccessDenied");
    await s.plan().shows(`
      replace bucket logs (region)
      failed site www (provider failed)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`create bucket logs (replaces)`);
    expect(s.cloud.objects("bucket logs")).toHaveLength(2);
    s.cloud.recovers();
    await s.apply().succeeds();
    expect(s.cloud.objects("bucket logs")).toHaveLength(1);
  });

  scenario("by deleting first stays whole while what needs it could not be read", async (s) => {
    let size = 1;
    s.program(({ disk, site, bucket }) => {
      site("www", { bucket: disk("data", { size }).device });
      bucket("free", { tags: { size: `${size}` } });
    });
    await s.apply().succeeds();
    size = 2;
    s.cloud.refuses("read site www", "AccessDenied");
    await s.plan().shows(`
      failed disk data (needed by site www)
      failed site www (provider failed)
      update bucket free (tags.size)
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.cloud.has("disk data", { size: 1 });
    s.cloud.recovers();
    await s.apply().succeeds();
    s.cloud.has("disk data", { size: 2 });
  });
});

describe("providers", () => {
  scenario("that cannot be connected fail what they manage", async (s) => {
    const far = defineProvider({
      package: "far",
      version: "1.0.0",
      connect: () => {
        throw new Error("unreachable");
      },
    });
    const Thing = far.resource("index:Thing", {
      inputs: {},
      outputs: {},
      create: async () => ({ id: "thing", outputs: {} }),
      read: async () => ({}),
      update: async () => ({}),
      delete: async () => {},
    });
    s.installs(far);
    s.program(({ task }) => [new Thing("one", {}), new Thing("two", {}), task("near", { command: "make" })]);
    await s.plan().shows(`
      failed thing one (provider failed)
      failed thing two (provider failed)
      create task near
    `);
    await s.apply(goOn).fails("provider/hook-failed");
    s.story(`create task near`);
  });

  scenario("whose own code fails while it plans fail that resource", async (s) => {
    let command = "make";
    s.program(({ bucket, task }) => [task("build", { command }), bucket("b", { acl: command })]);
    await s.apply().succeeds();
    command = "make all";
    s.types({
      Task: {
        modifyPlan: () => {
          throw new Error("broken");
        },
      },
    });
    await s.plan().shows(`
      failed task build (provider failed)
      update bucket b (acl)
    `);
  });
});

describe("mistakes of the program still refuse the whole plan", () => {
  scenario("with what could not be read beside them", async (s) => {
    let port: unknown = 80;
    s.program(({ bucket, rule }) => [bucket("a"), rule("web", { port: port as number })]);
    await s.apply().succeeds();
    port = "eighty";
    s.cloud.refuses("read bucket a", "AccessDenied");
    const found = await s.plan().fails("provider/invalid-input");
    expect(found.map(({ code }) => code)).toContain("provider/hook-failed");
  });

  scenario("as does something protected that would be deleted", async (s) => {
    let isOld = true;
    s.program(({ bucket }) => {
      bucket("a");
      if (isOld) bucket("precious", {}, { protect: true });
    });
    await s.apply().succeeds();
    isOld = false;
    s.cloud.refuses("read bucket a", "AccessDenied");
    await s.plan().fails("engine/protected");
  });

  scenario("as does an object of others that is not there", async (s) => {
    s.program(({ types, bucket }) => [types.Bucket.get("shared", "bucket-99"), bucket("b")]);
    await s.plan().fails("engine/not-found");
  });
});

describe("a refresh", () => {
  scenario("takes the rest, and shows what it could not read", async (s) => {
    s.program(({ bucket, site }) => {
      site("www", { bucket: bucket("a").id });
      bucket("b");
    });
    await s.apply().succeeds();
    s.cloud.drifts("bucket b", { acl: "public" });
    s.cloud.refuses("read bucket a", "AccessDenied");
    const plan = await s.plan({ refreshOnly: true }).shows(`
      failed bucket a (provider failed)
      refresh bucket b (acl)
    `);
    expect(plan.isEmpty).toBe(false);
    expect(refusalOf(() => plan.file())).toMatchObject({ code: "engine/partly-planned" });
    const run = await s.refresh().ends();
    expect(run).toMatchObject({ ok: false, diagnostics: [{ code: "provider/hook-failed" }] });
    s.story(`refresh bucket b`);
  });
});

describe("explained", () => {
  scenario("a resource that could not be planned says what its provider said", async (s) => {
    s.program(({ bucket, site }) => site("www", { bucket: bucket("a").arn }));
    await s.apply().succeeds();
    s.cloud.refuses("read bucket a", "AccessDenied");
    const plan = await s.plan().succeeds();
    expect(plan.explain("a").text()).toMatch(/could not be planned[\s\S]*AccessDenied/);
    expect(plan.explain("www").text()).toMatch(
      /depends on cloud:index:Bucket "a", which could not be planned/,
    );
  });
});

function refusalOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0];
    throw error;
  }
  return undefined;
}
