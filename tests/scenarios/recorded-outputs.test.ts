import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { Stack } from "../../src/operations/stack/index.js";
import { secretOf, type RunEvent } from "../../src/model/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { testStack } from "../../src/testing/index.js";
import { recordedSince, shownOutputs } from "../support/shown-outputs.js";
import { scenario } from "../support/scenario.js";

describe("apply records the outputs that the plan showed, or none", () => {
  scenario("an output that comes out other than planned is refused by name, and all keep", async (s) => {
    const other = s.neighbour("network");
    other.program(() => ({ title: "one" }));
    await other.apply().succeeds();
    s.program(({ coconut }) => {
      const { outputs } = new coconut.StackReference<{ title: string }>("network");
      return { title: outputs.title, plain: 1 };
    });
    const plan = await s.plan().succeeds();
    other.program(() => ({ title: "two" }));
    await other.apply().succeeds();
    const [problem] = await s.apply({ plan }).fails("engine/premise");
    expect(problem!.detail).toContain('title: "one" -> "two"');
    expect(await s.outputs()).toEqual({});
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ title: "two", plain: 1 });
  });

  scenario("also one that was to stay as it is", async (s) => {
    const other = s.neighbour("network");
    const word = s.secret("open sesame");
    other.program(({ coconut }) => ({ word: coconut.secret("first") }));
    await other.apply().succeeds();
    s.program(({ coconut }) => ({
      word: new coconut.StackReference<{ word: string }>("network").outputs.word,
    }));
    await s.apply().succeeds();
    const plan = await s.plan().showsNothing();
    other.program(({ coconut }) => ({ word: coconut.secret(word) }));
    await other.apply().succeeds();
    const [problem] = await s.apply({ plan }).fails("engine/premise");
    expect(problem!.detail).toContain("word: [secret] -> [secret]");
    expect(await s.outputs()).toEqual({ word: secretOf("first") });
  });

  test("an output follows what a provider returned, and its mistake is reported", async () => {
    const stack = await page({ text: "one", state: "idle" }, { text: "two", state: "busy" });
    const plan = await stack.plan();
    expect(shownOutputs(plan)).toEqual([]);
    const said: RunEvent[] = [];
    const run = await plan.apply({ onEvent: (event) => event.kind === "message" && said.push(event) });
    expect(run).toMatchObject({ ok: true, outputs: { format: "html", state: "busy" } });
    expect(said).toMatchObject([
      { level: "warn", text: expect.stringContaining('The stack output "state"') },
    ]);
    expect((await stack.plan()).isEmpty).toBe(true);
  });

  test("another spelling of a value that its type accepts is no mistake", async () => {
    const stack = await page({ text: "one", format: "html" }, { text: "two", format: "HTML" });
    const said: RunEvent[] = [];
    const run = await stack.apply({ onEvent: (event) => event.kind === "message" && said.push(event) });
    expect(run).toMatchObject({ ok: true, outputs: { format: "HTML", state: "idle" } });
    expect(said).toEqual([]);
    expect((await stack.plan()).isEmpty).toBe(true);
  });

  scenario("a failed run keeps all outputs, and the next plan shows what is missing", async (s) => {
    const program = (acl: string) =>
      s.program(({ bucket }) => ({ a: bucket("a", { acl }).acl, b: bucket("b", { acl }).acl, run: acl }));
    program("private");
    await s.apply().succeeds();
    program("public");
    s.cloud.refusesOnce("update bucket b", "Denied");
    await s.apply({ continueOnError: true }).fails();
    expect(await s.outputs()).toEqual({ a: "private", b: "private", run: "private" });
    const plan = await s.plan().shows("update bucket b (acl)");
    expect(shownOutputs(plan).map((line) => line.slice(0, 5))).toEqual(["~ a: ", "~ b: ", "~ run"]);
  });

  scenario("also those that have nothing to do with the failure", async (s) => {
    s.program(({ bucket }) => {
      bucket("logs");
      return { plain: 1 };
    });
    s.cloud.refusesOnce("create bucket logs", "Denied");
    await s.apply().fails();
    expect(await s.outputs()).toEqual({});
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ plain: 1 });
  });

  scenario("a run that is interrupted keeps them too", async (s) => {
    s.program(({ bucket }) => ({ arn: bucket("logs").arn, plain: 1 }));
    const stop = new AbortController();
    stop.abort();
    await s.apply({ signal: stop.signal }).fails();
    expect(await s.outputs()).toEqual({});
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ arn: "arn:bucket-1", plain: 1 });
  });

  scenario("a process that is killed before they are written leaves them to the next plan", async (s) => {
    s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
    s.crashBefore("record outputs");
    await s.apply().crashes();
    expect(shownOutputs(await s.plan().succeeds())).toEqual(['+ arn: "arn:bucket-1"']);
    await s.apply().succeeds();
    expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
  });
});

interface Page {
  readonly text: string;
  readonly format?: string;
  readonly state?: string;
}

/** A stack with the outputs of a page that was made, and whose update returns something else than the plan shows. */
async function page(made: Page, updated: Page): Promise<Stack> {
  const outputsOf = ({ format = "html", state = "idle" }: Page) => ({ format, state });
  const provider = defineProvider({ package: "paper", version: "1.0.0", config: {}, connect: () => ({}) });
  let now = made;
  const type = provider.resource("index:Page", {
    inputs: { text: v.string(), format: v.string() },
    outputs: { format: v.string(), state: v.string() },
    equivalent: { format: (prior, current) => prior?.toLowerCase() === current?.toLowerCase() },
    create: async () => ({ id: "page", outputs: outputsOf(made) }),
    read: async () => outputsOf(now),
    update: async () => outputsOf((now = updated)),
    delete: async () => {},
  });
  let text = made.text;
  const stack = await testStack(() => {
    const { format, state } = new type("page", { text, format: "html" });
    return { format, state };
  });
  await stack.apply();
  text = updated.text;
  return stack;
}

describe("a destroy", () => {
  scenario("of everything shows that the outputs go, and they go", async (s) => {
    s.program(({ bucket }) => ({ arn: bucket("logs").arn, plain: 1 }));
    await s.apply().succeeds();
    const plan = await s.plan({ destroy: true }).succeeds();
    expect(shownOutputs(plan)).toEqual(['- arn:   "arn:bucket-1"', "- plain: 1"]);
    expect(plan.text()).toContain("Plan: 1 to delete, 2 outputs to change.\n");
    await s.destroy().succeeds();
    expect(await s.outputs()).toEqual({});
    expect((await s.plan({ destroy: true }).succeeds()).isEmpty).toBe(true);
  });

  scenario("of a stack that has outputs alone is no empty plan", async (s) => {
    s.program(() => ({ plain: 1 }));
    await s.apply().succeeds();
    expect((await s.plan({ destroy: true }).succeeds()).isEmpty).toBe(false);
    await s.destroy().succeeds();
    expect(await s.outputs()).toEqual({});
  });

  scenario("of a part leaves them", async (s) => {
    s.program(({ bucket }) => ({ a: bucket("a").arn, b: bucket("b").arn }));
    await s.apply({ parallel: 1 }).succeeds();
    const plan = await s.plan({ destroy: true, targets: ["a"] }).succeeds();
    expect(shownOutputs(plan)).toEqual([]);
    await s.destroy({ targets: ["a"] }).succeeds();
    expect(await s.outputs()).toEqual({ a: "arn:bucket-1", b: "arn:bucket-2" });
  });

  scenario("that has to leave something leaves them", async (s) => {
    s.program(({ bucket }) => ({ a: bucket("a").arn }));
    await s.apply().succeeds();
    s.program(({ bucket, rule }) => ({ a: "arn", made: [bucket("a"), rule("r", { port: 1 })].length }));
    s.crashAfter("intent create rule r");
    await s.apply().crashes();
    expect(shownOutputs(await s.plan({ destroy: true }).succeeds())).toEqual([]);
    await s.destroy().fails("engine/uncertain");
    expect(await s.outputs()).toEqual({ a: "arn:bucket-1" });
  });
});

scenario("a refresh shows and changes no outputs; the next plan does", async (s) => {
  s.program(({ task }) => ({ status: task("build", { command: "make" }).status, plain: 1 }));
  await s.apply().succeeds();
  s.program(({ task }) => ({ status: task("build", { command: "make" }).status, plain: 2 }));
  s.cloud.drifts("task build", { status: "busy" });
  const plan = await s.plan({ refreshOnly: true }).succeeds();
  expect(shownOutputs(plan)).toEqual([]);
  await s.refresh().succeeds();
  expect(await s.outputs()).toEqual({ status: "idle", plain: 1 });
  expect(shownOutputs(await s.plan().succeeds())).toContain("~ plain:  1 -> 2");
});

scenario("rounds record the outputs of the last plan, once", async (s) => {
  s.program(({ bucket, coconut }) => {
    const logs = bucket("logs");
    const made = logs.arn.apply((arn) => {
      const inner = bucket("inner", { name: `inner-of-${arn}` });
      return inner.arn;
    });
    return { arn: logs.arn, inner: coconut.output(made) };
  });
  const { head } = await s.state();
  const texts: string[] = [];
  await s.apply({ rounds: 3, onRound: (round) => texts.push(round.text()) }).succeeds();
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain("Outputs:\n");
  expect((await recordedSince(s, head)).filter((what) => what === "outputs")).toHaveLength(1);
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1", inner: "arn:bucket-2" });
});

describe("a plan that was approved while an operation was open", () => {
  scenario("records outputs that settling makes known", async (s) => {
    s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
    s.crashAfter("intent create bucket logs");
    await s.apply().crashes();
    const plan = await s.plan().succeeds();
    expect(shownOutputs(plan)).toEqual(["+ arn: known after apply"]);
    await s.apply({ plan }).succeeds();
    expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
  });

  scenario("is refused if an output would become other than was shown", async (s) => {
    const other = s.neighbour("network");
    const exported = async (title: string) => {
      other.program(() => ({ title }));
      await other.apply().succeeds();
    };
    await exported("one");
    s.program(({ bucket, coconut }) => {
      bucket("logs");
      return { title: new coconut.StackReference<{ title: string }>("network").outputs.title };
    });
    s.crashAfter("effect create bucket logs");
    await s.apply().crashes();
    const plan = await s.plan().succeeds();
    expect(shownOutputs(plan)).toEqual(['+ title: "one"']);
    await exported("two");
    const [problem] = await s.apply({ plan }).fails("engine/plan-outdated");
    expect(problem!.detail).toContain("output title");
    expect(await s.outputs()).toEqual({});
  });
});
