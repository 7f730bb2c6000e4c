import { describe, expect, test } from "vitest";
import { exitCodeOf } from "../../src/runner/index.js";
import type { StackPlan } from "../../src/engine/index.js";
import { isUnknown, secretOf } from "../../src/model/index.js";
import { secret } from "../../src/sdk/index.js";
import { FakeCloud, fakeProvider, testStack } from "../../src/testing/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { recordedSince, shownOutputs } from "../support/shown-outputs.js";
import { scenario } from "../support/scenario.js";
import { wrappedHost } from "../support/wrapped-host.js";

/** The output changes of the JSON plan, without their details. */
function outputsInJson(plan: StackPlan): readonly object[] {
  const { outputChanges } = plan.toJSON() as unknown as { readonly outputChanges: readonly object[] };
  return outputChanges.map((change) => ({ ...change, details: undefined }));
}

scenario("outputs that are new, changed and removed are shown, and all count", async (s) => {
  s.program(() => ({ same: 1, changed: "a", gone: true }));
  await s.apply().succeeds();
  s.program(() => ({ same: 1, changed: "b", fresh: { port: 80 } }));
  const plan = await s.plan().succeeds();
  expect(plan.isEmpty).toBe(false);
  expect(shownOutputs(plan)).toEqual(['~ changed: "a" -> "b"', "+ fresh:   { port: 80 }", "- gone:    true"]);
  expect(plan.text()).toContain("Plan: 3 outputs to change.\n");
  expect(outputsInJson(plan)).toEqual([
    { name: "changed", kind: "update", before: "a", after: "b", sources: [] },
    { name: "fresh", kind: "add", after: { port: 80 }, sources: [] },
    { name: "gone", kind: "delete", before: true, sources: [] },
  ]);
  await s.apply({ plan }).succeeds();
  expect(await s.outputs()).toEqual({ same: 1, changed: "b", fresh: { port: 80 } });
  expect((await s.plan().showsNothing()).isEmpty).toBe(true);
});

scenario("a plan that changes only outputs is applied, and writes them down", async (s) => {
  s.program(({ bucket }) => ({ greeting: "hello", arn: bucket("logs").arn }));
  await s.apply().succeeds();
  s.program(({ bucket }) => ({ greeting: "goodbye", arn: bucket("logs").arn }));
  const plan = await s.plan().succeeds();
  expect(plan.isEmpty).toBe(false);
  expect(plan.steps).toEqual([]);
  expect(shownOutputs(plan)).toEqual(['~ greeting: "hello" -> "goodbye"']);
  const { head } = await s.state();
  await s.apply({ plan }).succeeds();
  expect(await recordedSince(s, head)).toEqual(["outputs"]);
  expect((await s.plan().showsNothing()).isEmpty).toBe(true);
});

scenario("an element that changes is shown alone", async (s) => {
  s.program(() => ({ map: { a: 1, b: 2 }, list: ["x", "y"] }));
  await s.apply().succeeds();
  s.program(() => ({ map: { a: 1, b: 3 }, list: ["x", "y", "z"] }));
  expect(shownOutputs(await s.plan().succeeds())).toEqual(["~ map.b:   2 -> 3", '+ list[2]: "z"']);
});

scenario("secrets among outputs are masked wherever a plan shows them", async (s) => {
  const [one, two] = [s.secret("open sesame"), s.secret("close sesame")];
  s.program(({ coconut }) => ({ word: coconut.secret(one), plain: one.length, becomes: "visible" }));
  await s.apply().succeeds();
  s.program(({ coconut }) => ({
    word: coconut.secret(two),
    more: { inside: coconut.secret(two) },
    becomes: coconut.secret("hidden"),
  }));
  const plan = await s.plan().succeeds();
  const shown = [plan.text(), JSON.stringify(plan), plan.explain("word").text()].join("\n");
  expect(shown).not.toContain(one);
  expect(shown).not.toContain(two);
  expect(shown).not.toContain("visible");
  expect(shownOutputs(plan)).toContain("~ word:    [secret]  (secret changed)");
  await s.apply({ plan }).succeeds();
  expect(await s.outputs()).toMatchObject({ word: secretOf(two) });
});

describe("an output that is not known", () => {
  scenario("is a change if a step of the plan feeds it", async (s) => {
    s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
    const plan = await s.plan().succeeds();
    expect(shownOutputs(plan)).toEqual(["+ arn: known after apply"]);
    expect(plan.text()).toContain("Plan: 1 to create, 1 output to change.\n");
    await s.apply({ plan }).succeeds();
    s.program(({ bucket }) => ({ arn: bucket("logs", { region: "us" }).arn }));
    const moved = await s.plan().succeeds();
    expect(shownOutputs(moved)).toEqual(['~ arn: "arn:bucket-1" -> known after apply']);
    await s.apply({ plan: moved }).succeeds();
    expect(await s.outputs()).toEqual({ arn: "arn:bucket-2" });
  });

  scenario("is none if nothing in the plan makes it known: it keeps its last value", async (s) => {
    let round = 1;
    s.program(({ bucket }) => {
      const logs = bucket("logs", { acl: round === 1 ? "private" : "public" });
      const late = round === 1 ? undefined : bucket("late");
      const more = round === 1 ? {} : { never: late!.size, both: [logs.size, late!.size] };
      return { acl: logs.acl, arn: late?.arn ?? "none yet", ...more };
    });
    await s.apply().succeeds();
    round = 2;
    const plan = await s.plan({ targets: ["logs"] }).succeeds();
    expect(shownOutputs(plan)).toEqual(['~ acl: "private" -> known after apply']);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ acl: "public", arn: "none yet" });
    const again = await s.plan({ targets: ["logs"] }).succeeds();
    expect(again.isEmpty).toBe(true);
    const rest = await s.plan({ excludes: ["logs"] }).succeeds();
    expect(shownOutputs(rest).map((line) => line.split(":")[0])).toEqual(["~ arn", "+ never", "+ both"]);
    await s.apply({ plan: rest }).succeeds();
    expect((await s.plan().showsNothing()).isEmpty).toBe(true);
  });

  scenario("is a change if it is asked of a provider that this plan configures", async (s) => {
    s.program(({ bucket, account, functions, coconut }) => {
      const provider = account("own", { account: bucket("logs").arn });
      const asked = coconut.invokeOutput(functions.bucketInfo, { id: "none" }, { provider });
      return { account: asked.account };
    });
    const plan = await s.plan().succeeds();
    expect(shownOutputs(plan)).toEqual(["+ account: known after apply"]);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ account: "arn:bucket-1" });
  });

  scenario("is a change if it comes from an object that is read when its id is known", async (s) => {
    s.program(({ bucket, types }) => ({ acl: types.Bucket.get("seen", bucket("logs").id).acl }));
    const plan = await s.plan().succeeds();
    expect(shownOutputs(plan)).toEqual(["+ acl: known after apply"]);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ acl: "private" });
  });

  test("may be all of them, when a callback makes the outputs", async () => {
    const cloud = new FakeCloud();
    const { types } = fakeProvider(cloud);
    let region = "eu";
    const stack = await testStack(() =>
      new types.Bucket("logs", { name: "logs", region }).arn.apply((arn) => ({ [region]: arn })),
    );
    expect((await stack.apply()).outputs).toEqual({ eu: "arn:bucket-1" });
    region = "us";
    const plan = await stack.plan();
    expect(plan.isEmpty).toBe(false);
    expect(shownOutputs(plan)).toEqual([
      '~ eu:  "arn:bucket-1" -> known after apply',
      "+ [*]: known after apply",
    ]);
    expect((await plan.apply()).outputs).toEqual({ us: "arn:bucket-2" });
    expect((await stack.plan()).isEmpty).toBe(true);
  });

  test("keeps its mark if all of them are secret", async () => {
    const stack = await testStack(() => secret({ word: "open sesame" }));
    expect((await stack.plan()).text()).not.toContain("open sesame");
    expect((await stack.apply()).outputs).toEqual({ word: secretOf("open sesame") });
  });
});

describe("a plan file binds the outputs", () => {
  scenario("one that is computed anew is refused by name, with what to do", async (s) => {
    let now = 1;
    s.program(({ bucket }) => ({ arn: bucket("logs").arn, time: now++, run: now++ }));
    const file = await s.plan().file();
    const since = s.cloud.effects.length;
    const diagnostics = await s.beside().apply({ file }).fails("engine/plan-file-other-outputs");
    expect(diagnostics[0]!.detail).toContain("run, time");
    expect(diagnostics[0]!.hint).toContain("Date.now()");
    expect(exitCodeOf(diagnostics)).toBe(8);
    expect(s.cloud.effects.slice(since)).toEqual([]);
  });

  scenario("outputs alone are applied from a file", async (s) => {
    s.program(() => ({ plain: 1 }));
    await s.apply().succeeds();
    s.program(() => ({ plain: 2 }));
    const file = await s.plan().file();
    await s.beside().apply({ file }).succeeds();
    expect(await s.outputs()).toEqual({ plain: 2 });
  });
});

describe("an output is explained", () => {
  async function explained(s: Scenario, text: string): Promise<string> {
    const lines = (await s.plan().succeeds()).explain(text).text();
    return lines.replaceAll(/ {2}\([^()]*:\d+:\d+\)/g, "");
  }

  scenario("by the resources that it is made from, and those in turn", async (s) => {
    const program = (region: string) =>
      s.program(({ bucket, task }) => ({
        arn: bucket("logs", { region }).arn,
        revision: task("build", { command: "make" }).revision,
        region,
      }));
    program("eu");
    await s.apply().succeeds();
    program("us");
    expect(await explained(s, "arn")).toMatch(`output "arn" will change
  "arn:bucket-1" -> known after apply
    from arn of cloud:index:Bucket "logs", which will be replaced

cloud:index:Bucket "logs" will be replaced
  region: "eu" -> "us"  (forces replacement)
    from the program`);
    expect(await explained(s, "region")).toBe(`output "region" will change
  "eu" -> "us"
    from the program
`);
    expect(await explained(s, "revision")).toContain('output "revision" is unchanged\n');
    const document = (await s.plan().succeeds()).explain("arn").toJSON();
    expect(document).toMatchObject({
      output: { name: "arn", change: "update", before: "arn:bucket-1" },
      explanations: [{ name: "logs", action: "replace" }],
    });
  });

  scenario("by its name, or with output: before it where a resource is called so", async (s) => {
    s.program(({ bucket }) => ({ logs: bucket("logs").arn, old: 1 }));
    await s.apply().succeeds();
    s.program(({ bucket }) => ({ logs: bucket("logs").arn }));
    expect(await explained(s, "logs")).toMatch(/^cloud:index:Bucket "logs" is unchanged\n/);
    expect(await explained(s, "output:logs")).toMatch(/^output "logs" is unchanged\n/);
    expect(await explained(s, "old")).toMatch(/^output "old" will be removed\n/);
    const plan = await s.plan().succeeds();
    expect(() => plan.explain("output:lgos")).toThrow(/plan\/no-such-output.*"lgos".*logs/s);
    expect(() => plan.explain("nothing")).toThrow(/"nothing"/);
  });

  scenario("also one that keeps its value because this plan does not make what it comes from", async (s) => {
    s.program(({ bucket }) => ({ a: bucket("a").arn, b: bucket("b").arn }));
    const plan = await s.plan({ targets: ["a"] }).succeeds();
    expect(plan.explain("output:b").text()).toBe(
      'output "b" is unchanged\n  its value depends on resources that are not in this plan\n',
    );
  });
});

/** From now on a create of a bucket is planned without its outputs, as packages do that do not know them. */
function planningNothing(s: Scenario): void {
  s.wraps((host) =>
    wrappedHost(host, (provider) => ({
      plan: async (call, request) => {
        const planned = await provider.plan(call, request);
        const isBare = request.mode === "create" && request.type === "cloud:index:Bucket";
        return "kind" in planned || !isBare ? planned : { ...planned, outputs: {} };
      },
    })),
  );
}

scenario(
  "outputs of a create that were not planned are unknown to dependents, and break nothing",
  async (s) => {
    planningNothing(s);
    s.program(({ bucket, task }) => {
      const logs = bucket("logs");
      task("probe", { command: logs.arn });
      return { arn: logs.arn };
    });
    const plan = await s.plan().succeeds();
    const probe = plan.changes.find(({ name }) => name === "probe")!;
    expect(isUnknown(probe.inputs["command"])).toBe(true);
    await s.apply({ plan }).succeeds();
    const [logs] = s.cloud.objects("bucket logs");
    s.cloud.has("task probe", { command: `arn:${logs!.id}` });
    expect(await s.outputs()).toEqual({ arn: `arn:${logs!.id}` });
    s.program(({ bucket, task }) => {
      const other = bucket("logs", { region: "us" });
      task("probe", { command: other.arn });
      return { arn: other.arn };
    });
    await s.apply().succeeds();
    s.story(`
    create bucket logs (replaces)
    update task probe
    delete bucket logs (replaced)
  `);
  },
);
