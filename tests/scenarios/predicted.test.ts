import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect } from "vitest";
import { scenario } from "../support/scenario.js";
import type { Scenario } from "../support/scenario/index.js";
import type { Words } from "../support/scenario/words.js";

/** Hosts whose provider predicts these outputs, whatever the service returns: `web.2` for the host `web` of size 2. */
function predicting(s: Scenario, outputs: object | undefined): void {
  s.types({ Host: { predict: outputs === undefined ? undefined : () => outputs } });
}

/** A host, and what depends on it. Its address comes from its size; a note changes nothing that others see. */
function hostAnd(dependents: (words: Words, host: ReturnType<Words["host"]>) => unknown) {
  return (size: number, note?: string) => (words: Words) =>
    dependents(words, words.host("web", { size, ...(note !== undefined && { note }) }));
}

describe("a predicted output that comes out different", () => {
  const program = hostAnd(({ bucket }, host) => bucket("logs", { acl: host.address }));

  scenario("a dependent that is created gets the real value", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    const plan = await s.plan().succeeds();
    expect(plan.text()).toContain(`acl:  "expected"  (predicted)`);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
    await s.plan().showsNothing();
  });

  scenario("the same action goes on: an update is made with the real value", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    const plan = await s.plan().shows(`
      update host web (size, address)
      update bucket logs (acl)
    `);
    await s.apply({ plan }).succeeds();
    s.story(`
      update host web
      update bucket logs
    `);
    s.cloud.has("bucket logs", { acl: "web.2" });
    await s.plan().showsNothing();
  });

  scenario("a weaker action goes on: a planned update that is none is left out", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(1, "new"));
    const plan = await s.plan().shows(`
      update host web (note, pin, address)
      update bucket logs (acl)
    `);
    await s.apply({ plan }).succeeds();
    s.story(`
      update host web
      update bucket logs skipped
    `);
    s.cloud.has("bucket logs", { acl: "web.1" });
  });

  scenario("a stronger action stops: a resource without a change would be updated", async (s) => {
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2));
    const plan = await s.plan().shows(`update host web (size)`);
    const [problem] = await s.apply({ plan }).fails("engine/prediction-differs");
    s.story(`
      update host web
      confirm bucket logs failed: engine/prediction-differs
    `);
    expect(problem!.resource).toMatch(/::logs$/);
    expect(problem!.detail).toContain(`address: "web.1" -> "web.2"`);
    expect(problem!.detail).toContain("needs an update; the plan shows no change");
    expect(problem!.hint).toContain("coco plan");
    s.cloud.has("bucket logs", { acl: "web.1" });

    await s.plan().shows(`update bucket logs (acl)`);
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
    await s.plan().showsNothing();
  });

  scenario("without the mark it fails the run, as a broken promise", async (s) => {
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, undefined);
    s.program(program(2));
    await s.apply().fails("engine/broken-promise");
    s.cloud.has("bucket logs", { acl: "web.1" });
  });

  scenario("an output that was not predicted is a promise, beside others that were", async (s) => {
    s.types({ Host: { predict: () => ({ address: "web.1" }), modifyPlan: undefined } });
    const withPin = hostAnd(({ key }, host) => key("k", { passphrase: host.pin }));
    s.program(withPin(1));
    await s.apply().succeeds();
    s.program(withPin(1, "new"));
    await s.apply().fails("engine/broken-promise");
  });

  scenario("that nothing reads is recorded, and the run succeeds", async (s) => {
    predicting(s, { address: "expected" });
    s.program(({ host }) => host("web", { size: 1 }));
    await s.apply().succeeds();
    await s.plan().showsNothing();
  });

  scenario("comes out as predicted: nothing else happens than planned", async (s) => {
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    const plan = await s.plan().shows(`
      update host web (size, address)
      update bucket logs (acl)
    `);
    await s.apply({ plan }).succeeds();
    s.story(`
      update host web
      update bucket logs
    `);
  });
});

describe("a replacement that was planned with a predicted value", () => {
  /** The region of a bucket replaces it; its acl does not. */
  const program = hostAnd(({ bucket }, host) => bucket("logs", { region: host.address }));

  scenario("is performed with the real value", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    const plan = await s.plan().succeeds();
    expect(plan.text()).toContain(`"web.1" -> "expected"  (predicted, forces replacement)`);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket logs", { region: "web.2" });
  });

  scenario("is none if the value stays", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    await s.apply().succeeds();
    const [before] = s.cloud.objects("bucket logs");
    s.program(program(1, "new"));
    await s.apply().succeeds();
    s.story(`
      update host web
      create bucket logs (replaces) skipped
      delete bucket logs (replaced) skipped
    `);
    expect(s.cloud.objects("bucket logs")).toEqual([before]);
    await s.plan().showsNothing();
  });

  scenario("is an update if another field changes", async (s) => {
    predicting(s, { address: "expected" });
    const withAcl = (acl: string) => (words: Words) =>
      words.bucket("logs", { region: words.host("web", { size: 1, note: acl }).address, acl });
    s.program(withAcl("a"));
    await s.apply().succeeds();
    s.program(withAcl("b"));
    await s.apply().succeeds();
    s.story(`
      update host web
      create bucket logs (replaces) as update
      delete bucket logs (replaced) skipped
    `);
    s.cloud.has("bucket logs", { region: "web.1", acl: "b" });
  });

  scenario("that deletes first leaves the object if it is not needed", async (s) => {
    predicting(s, { address: "expected" });
    const withDisk = hostAnd(({ disk }, host) => disk("data", { size: 1, bucket: host.address }));
    s.program(withDisk(1));
    await s.apply().succeeds();
    const [before] = s.cloud.objects("disk data");
    s.program(withDisk(1, "new"));
    await s.apply().succeeds();
    expect(s.cloud.objects("disk data")).toEqual([before]);
    await s.plan().showsNothing();
  });

  scenario("an update that turns out to be a replacement stops", async (s) => {
    const withRegion = (size: number, acl: string) => (words: Words) =>
      words.bucket("logs", { region: words.host("web", { size }).address, acl });
    s.program(withRegion(1, "a"));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(withRegion(2, "b"));
    const plan = await s.plan().shows(`
      update host web (size)
      update bucket logs (acl)
    `);
    const [problem] = await s.apply({ plan }).fails("engine/prediction-differs");
    expect(problem!.detail).toContain("needs a replacement; the plan shows an update");
    s.cloud.has("bucket logs", { acl: "a" });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "b", region: "web.2" });
  });
});

interface Modifying {
  readonly change: (field: string) => string;
  readonly unknown: (field: string) => void;
}

describe("a change that was planned with a prediction, and is not needed", () => {
  /** The service keeps the revision of a command; a plan does not know that. */
  function unsure(s: Scenario): void {
    const modifyPlan = ({ change, unknown }: Modifying) => {
      if (change("retries") !== "same") unknown("revision");
    };
    s.types({ Host: { predict: () => ({ address: "expected" }) }, Task: { modifyPlan } });
  }

  /** A host that reads the revision of a task, and what depends on the host. */
  function behindTask(dependents: (words: Words, host: ReturnType<Words["host"]>) => unknown) {
    return (retries: number) => (words: Words) => {
      const build = words.task("build", { command: "run", retries });
      return dependents(words, words.host("web", { size: 1, note: build.revision }));
    };
  }

  scenario("leaves what would be replaced because of it", async (s) => {
    const program = behindTask(({ bucket }, host) => bucket("logs", { region: host.address }));
    unsure(s);
    s.program(program(1));
    await s.apply().succeeds();
    const [before] = s.cloud.objects("bucket logs");
    s.program(program(2));
    const plan = await s.plan().succeeds();
    expect(plan.text()).toContain(`"web.1" -> "expected"  (predicted, forces replacement)`);
    await s.apply({ plan }).succeeds();
    s.story(`
      update task build
      update host web skipped
      create bucket logs (replaces) skipped
      delete bucket logs (replaced) skipped
    `);
    expect(s.cloud.objects("bucket logs")).toEqual([before]);
    await s.plan().showsNothing();
  });

  scenario("leaves what would be deleted first because of it", async (s) => {
    const program = behindTask(({ disk }, host) => disk("data", { size: 1, bucket: host.address }));
    unsure(s);
    s.program(program(1));
    await s.apply().succeeds();
    const [before] = s.cloud.objects("disk data");
    s.program(program(2));
    await s.apply().succeeds();
    expect(s.cloud.objects("disk data")).toEqual([before]);
    await s.plan().showsNothing();
  });

  scenario("updates with the real value what changes for another reason", async (s) => {
    const withAcl = (retries: number) =>
      behindTask(({ bucket }, host) => bucket("logs", { region: host.address, acl: `${retries}` }))(retries);
    unsure(s);
    s.program(withAcl(1));
    await s.apply().succeeds();
    s.program(withAcl(2));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { region: "web.1", acl: "2" });
    await s.plan().showsNothing();
  });

  scenario("is none of the provider's mistakes: an output of the stack has the real value", async (s) => {
    const program = behindTask((_, host) => ({ url: host.address }));
    unsure(s);
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ url: "web.1" });
    expect(s.events.filter(({ kind }) => kind === "message")).toEqual([]);
    await s.plan().showsNothing();
  });

  scenario("of a replacement: the object stays, and so does what reads it", async (s) => {
    const program = (retries: number) => (words: Words) => {
      const build = words.task("build", { command: "run", retries });
      const host = words.host("web", { name: build.revision, size: 1 });
      words.bucket("logs", { acl: host.address });
    };
    unsure(s);
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "revision of run.1" });
    await s.plan().showsNothing();
  });

  describe("of an object that is adopted", () => {
    /** A bucket whose acl is known when the task is done, and a site that reads its ARN. */
    function adopting(s: Scenario, acl: string): string {
      const id = s.cloud.adds("bucket logs", { region: "eu", acl });
      s.program(({ task, bucket, site }) => {
        const build = task("build", { command: "run" });
        const logs = bucket("logs", { acl: build.revision }, { import: id });
        site("shop", { bucket: logs.arn });
      });
      return id;
    }

    scenario("gives what reads it the real value", async (s) => {
      s.types({ Bucket: { predict: () => ({ arn: "expected" }) } });
      const id = adopting(s, "revision of run");
      await s.apply().succeeds();
      s.cloud.has("site shop", { bucket: `arn:${id}` });
      await s.plan().showsNothing();
    });

    scenario("and is updated, too: the value that the plan showed counts", async (s) => {
      const predict = ({ inputs }: { readonly inputs: { readonly acl: unknown } }) => ({
        arn: typeof inputs.acl === "string" ? "arn:bucket-1" : "expected",
      });
      s.types({ Bucket: { predict } });
      const id = adopting(s, "private");
      expect(id).toBe("bucket-1");
      await s.apply().succeeds();
      s.cloud.has("site shop", { bucket: `arn:${id}` });
      await s.plan().showsNothing();
    });
  });
});

describe("a chain behind a predicted output", () => {
  const chain = hostAnd(({ host, bucket }, first) => {
    const second = host("second", { size: 1, note: first.address });
    bucket("logs", { acl: second.note });
  });

  scenario("is planned again, one after the other", async (s) => {
    predicting(s, { address: "expected" });
    s.program(chain(1));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
    s.program(chain(2));
    await s.apply().succeeds();
    s.cloud.has("host second", { note: "web.2" });
    s.cloud.has("bucket logs", { acl: "web.2" });
    await s.plan().showsNothing();
  });

  scenario("stops at the first resource that needs more, and what is behind it does not start", async (s) => {
    s.program(chain(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(chain(2));
    await s.apply().fails("engine/prediction-differs");
    s.cloud.has("host second", { note: "web.1" });
    s.cloud.has("bucket logs", { acl: "web.1" });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
  });

  scenario("is held to its second plan: what the first one showed as known may change with it", async (s) => {
    s.program(({ host, task }) => task("build", { command: host("web", { size: 1 }).address }));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(({ host, task, bucket }) => {
      const build = task("build", { command: host("web", { size: 2 }).address, retries: 5 });
      bucket("logs", { acl: build.revision });
    });
    const plan = await s.plan().shows(`
      update host web (size)
      update task build (retries)
      create bucket logs
    `);
    expect(plan.text()).toContain(`acl:  "revision of web.1"  (predicted)`);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket logs", { acl: "revision of web.2" });
    await s.plan().showsNothing();
  });

  scenario("excuses no other value that came out different", async (s) => {
    const folder = mkdtempSync(join(tmpdir(), "coconut-predicted-"));
    const file = join(folder, "source.txt");
    writeFileSync(file, "one");
    const inputs = { name: v.string(), command: v.string(), source: v.optional(v.any()) };
    s.types({
      Host: { predict: () => ({ address: "expected" }) },
      Task: { inputs, constraints: [], equivalent: {} },
    });
    s.program(({ host, task, coconut }) => {
      const command = host("web", { size: 1 }).address;
      task("build", { command, source: new coconut.asset.FileAsset(file) } as never);
    });
    const plan = await s.plan().succeeds();
    writeFileSync(file, "two");
    const [problem] = await s.apply({ plan }).fails("engine/premise");
    expect(problem!.detail).toMatch(/^ {2}source/m);
    expect(problem!.detail).not.toContain("command");
    rmSync(folder, { recursive: true });
  });

  scenario("passes through a component, whose record follows", async (s) => {
    const program = hostAnd(({ group, bucket }, first) => {
      const site = group("site", () => ({ address: first.address }));
      bucket("logs", { acl: (site as unknown as { address: never }).address ?? first.address });
    });
    predicting(s, { address: "expected" });
    s.program(program(1));
    await s.apply().succeeds();
    s.program(program(2));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
    await s.plan().showsNothing();
  });

  scenario("through an object that is only read: the one of the real id is read", async (s) => {
    const [one, two] = [
      s.cloud.adds("bucket one", { acl: "of one" }),
      s.cloud.adds("bucket two", { acl: "of two" }),
    ];
    const ids: { readonly [address: string]: string } = { "web.1": one, expected: one, "web.2": two };
    const program = hostAnd(({ types, bucket }, host) => {
      const other = types.Bucket.get(
        "other",
        host.address.apply((address) => ids[address]!),
      );
      bucket("logs", { acl: other.acl });
    });
    predicting(s, { address: "expected" });
    s.program(program(2));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "of two" });
  });
});

describe("outputs of the stack made from predicted values", () => {
  const program = (size: number) => (words: Words) => ({ url: words.host("web", { size }).address });

  scenario("are shown as predicted and recorded as they are", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1));
    const plan = await s.plan().succeeds();
    expect(plan.text()).toContain(`+ url: "expected"  (predicted)`);
    expect(plan.toJSON()).toMatchObject({ outputChanges: [{ name: "url", predicted: true }] });
    expect(plan.explain("url").text()).toContain(`"expected"  (predicted)`);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ url: "web.1" });
    expect(s.events.filter(({ kind }) => kind === "message")).toEqual([]);
    await s.plan().showsNothing();
  });

  scenario("are recorded although the plan showed no change", async (s) => {
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2));
    const plan = await s.plan().shows(`update host web (size)`);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ url: "web.2" });
    await s.plan().showsNothing();
  });
});

/** Predicts that a host keeps its pin. */
function samePin({ prior }: { readonly prior?: { readonly outputs: { readonly pin: string } } }): object {
  return prior === undefined ? {} : { pin: prior.outputs.pin };
}

describe("a value that is predicted and", () => {
  scenario("secret is masked in the diagnostic", async (s) => {
    const withPin = hostAnd(({ bucket }, host) => bucket("logs", { acl: host.pin }));
    const guess = s.secret("a wrong pin");
    s.types({ Host: { modifyPlan: undefined, predict: () => ({ pin: guess }) } });
    s.program(withPin(1));
    await s.apply().succeeds();
    s.types({ Host: { modifyPlan: undefined, predict: samePin } });
    s.program(withPin(1, "new"));
    const [problem] = await s.apply().fails("engine/prediction-differs");
    expect(problem!.detail).toContain("pin: [secret] -> [secret]");
    await s.apply().succeeds();
  });

  scenario("triggers a replacement that the plan did not show stops it", async (s) => {
    const program = (size: number) => (words: Words) =>
      words.bucket("logs", {}, { replaceTrigger: words.host("web", { size }).address });
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2));
    const plan = await s.plan().shows(`update host web (size)`);
    const [problem] = await s.apply({ plan }).fails("engine/prediction-differs");
    expect(problem!.detail).toContain("needs a replacement");
    await s.apply().succeeds();
    await s.plan().showsNothing();
  });

  scenario("configures a provider stops that provider's resources", async (s) => {
    const program = (size: number) => (words: Words) => {
      const address = words.host("web", { size }).address;
      const provider = words.account("other", {
        account: address.apply((each) => (each === "x" ? "x" : each)),
      });
      words.key("k", {}, { provider });
    };
    predicting(s, { address: "expected" });
    s.program(program(1));
    const [problem] = await s.apply().fails("engine/prediction-differs");
    expect(problem!.detail).toContain("would configure its provider differently");
    s.cloud.lacks("key k");
    await s.apply().succeeds();
  });
});

describe("a callback that was given a predicted value", () => {
  /** A host, and what a callback makes of its address. */
  const program = (make: (words: Words, address: string) => unknown) =>
    hostAnd((words, host) => host.address.apply((address) => void make(words, address)));

  scenario("runs again, and what it makes again goes on with the real value", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(({ bucket }, address) => bucket("logs", { acl: address }))(1));
    const plan = await s.plan().shows(`
      create host web
      create bucket logs
    `);
    await s.apply({ plan }).succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
    await s.plan().showsNothing();
  });

  scenario("what it makes again as it was planned is not changed by it", async (s) => {
    s.program(program(({ bucket }) => bucket("logs"))(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(({ bucket }) => bucket("logs"))(2));
    await s.apply().succeeds();
    s.story(`update host web`);
    await s.plan().showsNothing();
  });

  scenario("a resource without a change that would be updated stops", async (s) => {
    const made = program(({ bucket }, address) => bucket("logs", { acl: address }));
    s.program(made(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(made(2));
    const [problem] = await s.apply().fails("engine/prediction-differs");
    expect(problem!.detail).toContain("needs an update; the plan shows no change");
    s.cloud.has("bucket logs", { acl: "web.1" });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
  });

  scenario("a resource that it does not make again stops, and stays in the cloud", async (s) => {
    const made = program(({ bucket }, address) => bucket(address === "web.1" ? "one" : "other"));
    s.program(made(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(made(2));
    const plan = await s.plan().shows(`update host web (size)`);
    const [problem] = await s.apply({ plan }).fails("engine/prediction-differs");
    expect(problem!.detail).toContain("is not created by its callback");
    expect(problem!.detail).toContain(`address: "web.1" -> "web.2"`);
    s.story(`
      update host web
      confirm bucket one failed: engine/prediction-differs
    `);
    s.cloud.has("bucket one");
    s.cloud.lacks("bucket other");

    await s.plan().shows(`
      create bucket other
      delete bucket one
    `);
    await s.apply().succeeds();
  });

  scenario("a resource that no plan had is not made, and nothing of another round is", async (s) => {
    const made = program(({ bucket }, address) => {
      bucket("always", { acl: address });
      if (address !== "expected") bucket("more");
    });
    predicting(s, { address: "expected" });
    s.program(made(1));
    const run = await s.apply({ rounds: 3 }).ends();
    expect(run).toMatchObject({ ok: false, unplanned: [expect.stringMatching(/::more$/)] });
    s.cloud.has("bucket always", { acl: "web.1" });
    s.cloud.lacks("bucket more");
    await s.plan().shows(`create bucket more`);
    await s.apply().succeeds();
  });

  scenario("callbacks inside it run again with it", async (s) => {
    const made = program(({ bucket, coconut }, outer) => {
      coconut.output("inner").apply((inner) => void bucket("logs", { acl: `${outer} ${inner}` }));
    });
    predicting(s, { address: "expected" });
    s.program(made(1));
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.1 inner" });
    await s.plan().showsNothing();
  });

  scenario("its own mistakes are found as before: two resources of one name", async (s) => {
    const made = program(({ bucket }, address) => {
      bucket("logs");
      if (address !== "expected") bucket("logs");
    });
    predicting(s, { address: "expected" });
    s.program(made(1));
    await s.apply().fails("sdk/duplicate-urn");
  });

  scenario("what reads a resource that was made again gets its values", async (s) => {
    const whole = hostAnd((words, host) => {
      const arn = host.address.apply((address) => words.bucket("logs", { acl: address }).acl);
      words.key("k", { name: "key", passphrase: arn });
    });
    predicting(s, { address: "expected" });
    s.program(whole(1));
    await s.apply().succeeds();
    s.cloud.has("key key", { passphrase: "web.1" });
    await s.plan().showsNothing();
  });

  scenario("from a plan file too", async (s) => {
    const made = program(({ bucket }, address) => bucket("logs", { acl: address }));
    predicting(s, { address: "expected" });
    s.program(made(1), "program");
    const file = await s.plan().file();
    await s.apply({ file }).succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
  });
});

describe("members of a predicted list", () => {
  /** A bucket for each part of an address. */
  const members = hostAnd(({ bucket, coconut }, host) => {
    const letters = host.address.apply((address) => address.split("."));
    coconut.forEach(
      letters,
      (letter) => letter,
      (_, key) => void bucket(`of-${key}`),
    );
  });

  scenario(
    "go on if they are members still; others wait for another plan, and nothing is deleted",
    async (s) => {
      s.program(members(1));
      await s.apply().succeeds();
      predicting(s, { address: "web.1" });
      s.program(members(2));
      const run = await s.apply().ends();
      expect(run!.ok).toBe(false);
      expect(run!.unplanned.map((urn) => urn.split("::").at(-1))).toEqual(["of-2", "of-1"]);
      s.cloud.has("bucket of-1");
      s.cloud.lacks("bucket of-2");
      await s.plan().shows(`
      create bucket of-2
      delete bucket of-1
    `);
      await s.apply().succeeds();
    },
  );
});

describe("a plan file", () => {
  const program = hostAnd(({ bucket }, host) => bucket("logs", { acl: host.address }));

  scenario("goes on with the same action", async (s) => {
    predicting(s, { address: "expected" });
    s.program(program(1), "program");
    const file = await s.plan().file();
    await s.apply({ file }).succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
  });

  scenario("stops at a stronger one", async (s) => {
    s.program(program(1), "one");
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2), "two");
    const file = await s.plan().file();
    await s.apply({ file }).fails("engine/prediction-differs");
    s.cloud.has("bucket logs", { acl: "web.1" });
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
  });
});

describe("a run that is", () => {
  const program = hostAnd(({ bucket }, host) => bucket("logs", { acl: host.address }));

  scenario("killed behind the predicted output is finished by the next, from the real value", async (s) => {
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2));
    s.crashAfter("outcome update host web");
    await s.apply().crashes();
    await s.plan().shows(`update bucket logs (acl)`);
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.2" });
  });

  scenario("throttled repeats the call, and the real value counts", async (s) => {
    predicting(s, { address: "expected" });
    s.program(({ host, bucket }) => {
      const web = host("web", { size: 1 }, { retry: { attempts: 2, delay: "1s" } });
      bucket("logs", { acl: web.address });
    });
    s.cloud.refusesOnce("create host web", "Throttled");
    await s.apply().succeeds();
    s.cloud.has("bucket logs", { acl: "web.1" });
  });
});

describe("a plan says that a value is predicted", () => {
  scenario("in its text, its document and its explanation", async (s) => {
    s.program(({ host, bucket, key }) => {
      const { address } = host("web", { size: 1 });
      bucket("logs", { acl: address });
      key("k", { name: "key" }, { dependsOn: [] });
    });
    const plan = await s.plan().succeeds();
    const document = plan.toJSON() as unknown as { readonly changes: readonly { readonly name: string }[] };
    const shown = document.changes.find(({ name }) => name === "logs");
    expect(shown).toMatchObject({
      predicted: ["acl"],
      details: expect.arrayContaining([expect.objectContaining({ path: "acl", isPredicted: true })]),
    });
    expect(document.changes.find(({ name }) => name === "k")).not.toHaveProperty("predicted");
  });

  scenario("also of what does not change", async (s) => {
    const program = hostAnd(({ bucket }, host) => bucket("logs", { acl: host.address }));
    s.program(program(1));
    await s.apply().succeeds();
    predicting(s, { address: "web.1" });
    s.program(program(2));
    const plan = await s.plan().succeeds();
    expect(plan.explain("logs").text()).toContain("acl computed from a predicted output");
  });
});
