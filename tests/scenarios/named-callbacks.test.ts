import { expect } from "vitest";
import { plainLook } from "../../src/render/index.js";
import type { Scenario, Words } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** The lines of this file that a plan names for the callbacks that made what it leaves alone. */
async function placesOf(s: Scenario, names: readonly string[]): Promise<readonly (number | undefined)[]> {
  const { changes } = await s.plan().succeeds();
  return names.map((each) => {
    const { action, reasons } = changes.find(({ name }) => name === each)!;
    expect(action).toBe("undetermined");
    const [reason] = reasons;
    return reason?.kind === "callback-did-not-run" ? reason.position?.line : undefined;
  });
}

function lineHere(): number {
  const stack = { stack: "" };
  Error.captureStackTrace(stack, lineHere);
  return Number(/:(\d+):\d+\)?$/.exec(stack.stack.split("\n")[1]!)![1]);
}

let lines: number[] = [];

/** Two callbacks hang on one output; each makes a resource. */
function twoCallbacks(region: string) {
  return ({ bucket, site, task }: Words): void => {
    const { arn } = bucket("logs", { region });
    lines = [lineHere() + 1, lineHere() + 2];
    arn.apply((known) => void site("first", { bucket: known }));
    arn.apply((known) => void task("second", { command: known }));
  };
}

scenario("of two callbacks on one output, the one that made the resource is named", async (s) => {
  s.program(twoCallbacks("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(twoCallbacks("us"));
  expect(await placesOf(s, ["first", "second"])).toEqual(lines);
  const plan = await s.plan().succeeds();
  expect(plan.explain("second").text()).toMatch(
    new RegExp(`the callback at \\S+:${lines[1]}:\\d+ has not run`),
  );
  for (const line of lines)
    expect(plan.text()).toMatch(
      new RegExp(`:${line}:\\d+, waiting for .*: 1 resource it created is left unchanged\n`),
    );
});

/** The same program, further down in the file. */
function twoCallbacksBelow(region: string) {
  return ({ bucket, site, task }: Words): void => {
    const { arn } = bucket("logs", { region });
    lines = [lineHere() + 1, lineHere() + 2];
    arn.apply((known) => void site("first", { bucket: known }));
    arn.apply((known) => void task("second", { command: known }));
  };
}

scenario("callbacks whose lines have moved are told apart by their order", async (s) => {
  s.program(twoCallbacks("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(twoCallbacksBelow("us"));
  expect(await placesOf(s, ["first", "second"])).toEqual(lines);
});

scenario("where it cannot be told which callback made a resource, none is named", async (s) => {
  s.program(twoCallbacks("eu"));
  await s.apply({ rounds: 2 }).succeeds();
  s.program(({ bucket, site }) => {
    const { arn } = bucket("logs", { region: "us" });
    for (const name of ["a", "b", "c"])
      if (name === "a") arn.apply((known) => void site(name, { bucket: known }));
      else if (name === "b") arn.apply((known) => void site(name, { bucket: known }));
      else arn.apply((known) => void site(name, { bucket: known }));
  });
  expect(await placesOf(s, ["first", "second"])).toEqual([undefined, undefined]);
  const plan = await s.plan().succeeds();
  expect(plan.explain("first").text()).toContain("a callback that may create it has not run");
});

scenario("functions of the SDK are no callbacks of the program", async (s) => {
  const program = (region: string) =>
    s.program(({ bucket, site, task, coconut }) => {
      const { arn } = bucket("logs", { region });
      const parsed = coconut.jsonParse<{ arn: string }>(coconut.jsonStringify({ arn }));
      site("www", {
        bucket: coconut.interpolate`a ${arn}`,
        title: coconut.concat("b ", arn),
        replica: parsed.arn,
      });
      lines = [lineHere() + 1];
      arn.apply((known) => void task("made", { command: known }));
    });
  program("eu");
  await s.apply({ rounds: 2 }).succeeds();
  program("us");
  expect(await placesOf(s, ["made"])).toEqual(lines);
  const { plan } = await s.plan().succeeds();
  expect(plan.skipped!.map(({ position }) => position!.line)).toEqual(lines);
});

scenario("what only the SDK's own functions wait for is no reason to keep a resource", async (s) => {
  const program = (region: string, isMade: boolean) =>
    s.program(({ bucket, site, task, coconut }) => {
      const { arn } = bucket("logs", { region });
      site("www", { bucket: coconut.interpolate`a ${arn}` });
      if (isMade) arn.apply((known) => void task("made", { command: known }));
    });
  program("eu", true);
  await s.apply({ rounds: 2 }).succeeds();
  program("us", false);
  await s.plan().shows(`
    replace bucket logs (region)
    update site www (bucket)
    delete task made
  `);
});

scenario("a text that is no JSON is not the fault of a callback", async (s) => {
  s.program(({ site, coconut }) => {
    site("www", { bucket: coconut.jsonParse<string>("{oops") });
  });
  const [problem] = await s.plan().fails("sdk/not-json");
  expect(problem!.detail).toMatch(/^The text is not valid JSON: ./);
  expect(problem!.position?.file).toContain("named-callbacks.test.ts");
});

scenario("output fields are not among what the program asks for", async (s) => {
  const program = (command: string) => s.program(({ task }) => task("build", { command }));
  program("one");
  await s.apply().succeeds();
  program("two");
  const plan = await s.plan().succeeds();
  const look = { ...plainLook, verbose: true };
  expect(plan.text(look)).toContain("the inputs changed: command;");
  expect(plan.text(look)).toContain("the provider recomputes: revision\n");
});
