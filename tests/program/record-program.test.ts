import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { Evaluator, CallbackMemory, recordProgram } from "../../src/program/index.js";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

const settings = { project: "project", stack: "test" };

function fail(thrown: unknown): never {
  throw thrown;
}

describe("a program", () => {
  it("that calls a method of a value on its Output is told what an Output is", async () => {
    const list = coconut.output([1]) as unknown as number[];
    const { diagnostics } = await recordProgram(() => list.map((item) => item + 1), settings);
    expect(diagnostics).toMatchObject([
      {
        code: "sdk/output-method",
        detail: expect.stringContaining("list.map(…) was called, but list is an Output"),
        hint: expect.stringContaining("list.apply((items) => items.map(…))"),
        position: { file: expect.stringContaining("record-program.test.ts") },
      },
    ]);
  });

  it.each<[string, () => unknown, value: unknown]>([
    ["nothing", () => {}, {}],
    ["null", () => null, {}],
    ["data", () => ({ a: [1] }), { a: [1] }],
    ["an Output", () => coconut.output({ a: 1 }), { a: 1 }],
    ["a promise", async () => ({ a: coconut.output(1) }), { a: 1 }],
    ["a promise of an Output", async () => coconut.output({ a: 1 }), { a: 1 }],
  ])("may return %s", async (_name, program, value) => {
    const { recorder, outputs, diagnostics } = await recordProgram(program, settings);
    expect(diagnostics).toEqual([]);
    const evaluator = new Evaluator({
      recorder,
      memory: new CallbackMemory(),
      answers: { answer: () => fail(new Error("there is no resource")) },
      hash: async (blob) => blob,
    });
    expect(await evaluator.evaluate(outputs)).toMatchObject({ ok: true, value });
  });

  it.each<[string, () => unknown, code: string, detail: string]>([
    ["throws", () => fail(new TypeError("no")), "program/failed", "TypeError: no"],
    ["is rejected", () => Promise.reject(new Error("no")), "program/failed", "Error: no"],
    ["throws text", () => fail("no"), "program/failed", "no"],
    ["throws nothing", () => fail(undefined), "program/failed", "undefined"],
    ["throws an Output", () => fail(coconut.output(1)), "program/failed", "without a message"],
    ["meets a problem", () => new Bucket(""), "model/invalid-urn-part", "name"],
    ["returns no value", () => ({ a: 1n }), "sdk/not-a-value", "root.a"],
  ])("that %s is not complete", async (_name, end, code, detail) => {
    const { registrations, diagnostics } = await recordProgram(() => {
      const first = new Bucket("first");
      return [first].map(end)[0];
    }, settings);
    expect(diagnostics.map((problem) => problem.code)).toEqual([code]);
    expect(diagnostics[0]!.detail).toContain(detail);
    expect(registrations.map(({ name }) => name)).toEqual(["first"]);
  });

  it("is sealed when it has ended, however it ended", async () => {
    for (const end of [() => {}, () => fail(new Error("no"))]) {
      let later!: Promise<unknown>;
      const { registrations } = await recordProgram(() => {
        later = turn().then(() => new Bucket("late"));
        later.catch(() => {});
        end();
      }, settings);
      expect((await problemsIn(() => later)).map(({ code }) => code)).toEqual(["sdk/late-registration"]);
      expect(registrations).toEqual([]);
    }
  });
});
