import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { placeOf } from "../sdk/place-of.js";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

const urnOf = (name: string) => `urn:pulumi:test::project::aws:s3:Bucket::${name}`;

describe("failures", () => {
  it.each<[string, () => unknown, code: string, detail: string]>([
    [
      "an error",
      () => coconut.output(1).apply(() => fail(new TypeError("no"))),
      "program/callback-failed",
      "TypeError: no",
    ],
    [
      "a rejection",
      () => coconut.output(1).apply(() => Promise.reject(new Error("no"))),
      "program/callback-failed",
      "Error: no",
    ],
    [
      "a thrown text",
      () => coconut.output(1).apply(() => fail("no")),
      "program/callback-failed",
      "threw: no",
    ],
    [
      "a thrown nothing",
      () => coconut.output(1).apply(() => fail(undefined)),
      "program/callback-failed",
      "undefined",
    ],
    [
      "a thrown object without a text",
      () => coconut.output(1).apply(() => fail(Object.create(null))),
      "program/callback-failed",
      "without a message",
    ],
    [
      "a thrown Output",
      () => coconut.output(1).apply(() => fail(coconut.output(1))),
      "program/callback-failed",
      "without a message",
    ],
    [
      "a coercion in a callback",
      () => coconut.output(1).apply(() => Number(coconut.output(2))),
      "sdk/output-as-text",
      "arithmetic",
    ],
    [
      "no value",
      () => coconut.output(1).apply(() => ({ a: [() => 1] })),
      "sdk/not-a-value",
      "a[0] is a function",
    ],
    [
      "a promise of no value",
      () => coconut.output(Promise.resolve({ a: new Date() })),
      "sdk/not-a-value",
      "Date",
    ],
    [
      "an object whose then throws",
      () => coconut.output(1).apply(() => new Unthenable()),
      "program/callback-failed",
      "no",
    ],
    [
      "a rejected promise",
      () => ({ a: Promise.reject(new Error("no")) }),
      "program/promise-rejected",
      "Error: no",
    ],
    [
      "a promise rejected with an Output",
      // oxlint-disable-next-line prefer-promise-reject-errors -- programs do
      () => coconut.output(Promise.reject(coconut.output(1))),
      "program/promise-rejected",
      "without a message",
    ],
    [
      "no function",
      () => coconut.output(1).apply(undefined as never),
      "program/callback-failed",
      "not a function",
    ],
    ["JSON that is none", () => coconut.jsonParse("{"), "sdk/not-json", "The text is not valid JSON: "],
    [
      "asset content that is no text",
      () => new coconut.asset.TextAsset(coconut.output(1) as never),
      "program/asset-content",
      "text of an asset",
    ],
  ])("of %s", async (_name, make, code, detail) => {
    const program = await testProgram(make);
    const problems = await problemsIn(() => program.planned().outputs());
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]!.detail).toContain(detail);
  });

  it.each<[string, (value: coconut.Output<never>) => unknown, at: string]>([
    ["a method", (value) => value.apply(() => fail("no")), "apply("],
    ["a function", (value) => coconut.apply(value, () => fail("no")), "apply("],
    ["interpolate", (value) => coconut.interpolate`${value}`, "`${value}"],
    ["concat", (value) => coconut.concat(value), "concat("],
    [
      "jsonParse",
      (value) =>
        coconut.jsonParse(
          coconut.concat(
            "{",
            value.apply(() => ""),
          ),
        ),
      "jsonParse(",
    ],
  ])("are placed where the callback was made: %s", async (name, make, at) => {
    const program = await testProgram(() => make(coconut.output(null) as never));
    const [problem] = await problemsIn(() => program.planned().outputs());
    expect(problem!.position).toEqual(placeOf(import.meta.url, at, `"${name}"`, "(value) =>"));
  });

  it("reach everything that is made from them, each once", async () => {
    const program = await testProgram(() => {
      const { arn } = new Bucket("logs");
      const failed = coconut.output(1).apply(() => fail(new Error("no")));
      const text = coconut.interpolate`${failed}`;
      return {
        all: coconut.all([arn, failed]),
        text,
        input: new Bucket("other", { failed, text }).arn,
        fine: 1,
      };
    });
    const problems = await problemsIn(() => program.applied({ logs: new Error("no luck") }).outputs());
    expect(problems.map(({ code }) => code).sort()).toEqual([
      "program/callback-failed",
      "testing/resource-failed",
    ]);
    await expect(program.planned().callbacks()).rejects.toThrow("program/callback-failed");
  });

  it("name an output that the provider did not return, unless the class declares it", async () => {
    const program = await testProgram(() => {
      const logs = new Bucket("logs") as Bucket & { typo: coconut.Output<string> };
      return { arn: logs.arn, typo: [logs.typo, logs.typo.apply((text) => text)] };
    });
    expect((await program.planned().outputs()).known).toBe(false);
    const problems = await problemsIn(() => program.applied().outputs());
    expect(problems.map(({ code, path, resource }) => [code, path, resource])).toEqual([
      ["program/no-such-output", "typo", urnOf("logs")],
    ]);
  });

  it("of promises are never unhandled", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    try {
      const program = await testProgram(() => {
        const rejected = () => Promise.reject(new Error("nobody looks"));
        coconut.output({ deep: [rejected()] });
        coconut.secret(rejected()).apply(() => 1);
        coconut.output(1).apply(() => ({ inside: rejected() }));
        coconut.output(1).apply(rejected);
        return new Bucket("logs", { promise: rejected() }).arn;
      });
      await turn();
      await problemsIn(() => program.planned().callbacks());
      await problemsIn(() => program.planned().outputs());
      await turn();
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listener);
    }
  });

  it("ask an object with a then once", async () => {
    let asked = 0;
    class Query {
      // oxlint-disable-next-line no-thenable -- what is tested
      then(resolve: (rows: string[]) => void) {
        asked++;
        resolve(["row"]);
      }
    }
    const program = await testProgram(() => ({ rows: new Query() }));
    expect((await program.planned().outputs()).value).toEqual({ rows: ["row"] });
    expect((await program.applied().outputs()).value).toEqual({ rows: ["row"] });
    expect(asked).toBe(1);
  });
});

function fail(thrown: unknown): never {
  throw thrown;
}

class Unthenable {
  // oxlint-disable-next-line no-thenable -- what is tested
  get then(): never {
    throw new Error("no");
  }
}
