import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { compareSequence, type Registration } from "../../src/model/index.js";
import { CallbackMemory, Evaluator, recordProgram } from "../../src/program/index.js";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

const urnOf = (name: string) => `urn:pulumi:test::project::aws:s3:Bucket::${name}`;

describe("an expression", () => {
  it("is unknown in the plan and known after apply, with its dependencies", async () => {
    const program = await testProgram(() => {
      const logs = new Bucket("logs");
      return { url: coconut.interpolate`https://${logs.arn}/`, owner: logs.tags.owner };
    });
    const dependencies = [urnOf("logs")];
    expect(await program.planned().outputs()).toEqual({
      value: undefined,
      known: false,
      secret: false,
      dependencies,
    });
    const applied = program.applied({ logs: { arn: "arn:logs", tags: { owner: "ops" } } });
    expect(await applied.outputs()).toEqual({
      value: { url: "https://arn:logs/", owner: "ops" },
      known: true,
      secret: false,
      dependencies,
    });
  });

  it("depends on what its parts, and what its callbacks return, depend on", async () => {
    const program = await testProgram(() => {
      const [a, b, c] = [new Bucket("a"), new Bucket("b"), new Bucket("c")];
      return coconut.all([a.arn, { deep: b.arn }]).apply(() => ({ later: [c.arn] }));
    });
    expect((await program.applied().outputs()).dependencies).toEqual(["a", "b", "c"].map(urnOf));
    expect((await program.planned().outputs()).dependencies).toEqual(["a", "b"].map(urnOf));
  });

  it("knows the fields of a partly known value that are known", async () => {
    const program = await testProgram(() => {
      const settings = coconut.output({ region: "eu", logs: new Bucket("logs").arn });
      return { region: settings.region };
    });
    expect(await program.planned().outputs()).toMatchObject({ value: { region: "eu" }, known: true });
  });

  it("reads keys as data", async () => {
    const text = '{"__proto__": 1, "constructor": 2, "apply": 3, "toString": 4, "length": 5}';
    const program = await testProgram(() => {
      const parsed = coconut.output(JSON.parse(text) as Record<string, number>);
      return [
        parsed["length"],
        parsed["missing"],
        parsed["hasOwnProperty"],
        parsed.apply((all) => JSON.stringify(all)),
      ];
    });
    const { value } = await program.planned().outputs();
    expect(value).toEqual([5, undefined, undefined, JSON.stringify(JSON.parse(text))]);
  });
});

describe("a callback", () => {
  it("runs once for all who use it", async () => {
    let runs = 0;
    const program = await testProgram(() => {
      const counted = coconut.output(1).apply((value) => value + ++runs);
      return [counted, counted, coconut.all([counted, counted]), counted.apply((value) => value)];
    });
    const evaluation = program.planned();
    expect((await evaluation.outputs()).value).toEqual([2, 2, [2, 2], 2]);
    await evaluation.outputs();
    expect(runs).toBe(1);
  });

  it("runs again in another evaluation only if its value changed", async () => {
    const seen: unknown[] = [];
    const program = await testProgram(() => {
      const { arn } = new Bucket("logs", { region: "eu" });
      const region = coconut.output("eu").apply((value) => void seen.push(value));
      return [region, arn.apply((value) => void seen.push(value))];
    });
    await program.planned().outputs();
    expect(seen).toEqual(["eu"]);
    await program.applied({ logs: { arn: "arn:1" } }).outputs();
    expect(seen).toEqual(["eu", "arn:1"]);
    await program.applied({ logs: { arn: "arn:1" } }).outputs();
    await program.planned().outputs();
    expect(seen).toEqual(["eu", "arn:1"]);
    await program.applied({ logs: { arn: "arn:2" } }).outputs();
    await program.applied({ logs: { arn: "arn:1" } }).outputs();
    expect(seen).toEqual(["eu", "arn:1", "arn:2"]);
  });

  it.each<[string, a: unknown, b: unknown, runs: number]>([
    ["the order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, 1],
    ["a secret mark", "x", coconut.secret("x"), 1],
    ["null and nothing", [null], [undefined], 2],
    ["zero and minus zero", 0, -0, 2],
    ["NaN and NaN", Number.NaN, Number.NaN, 1],
    ["a number and its text", 1, "1", 2],
  ])("sees a difference or none in %s", async (_name, a, b, runs) => {
    let count = 0;
    let given: unknown = a;
    const program = await testProgram(() => new Bucket("logs").arn.apply(() => void count++));
    for (given of [a, b]) {
      const arn = await (await testProgram(() => given)).planned().outputs();
      await program.applied({ logs: { arn: arn.value } }).outputs();
    }
    expect(count).toBe(runs);
  });

  it("does not run again because a resource that it is given got its id", async () => {
    let runs = 0;
    const program = await testProgram(() => {
      const logs = new Bucket("logs");
      return coconut.output({ logs, n: 1 }).apply(({ logs: bucket, n }) => {
        expect(bucket).toBe(logs);
        runs += n;
        return new Bucket("copy", { of: bucket.id }).urn;
      });
    });
    const urn = urnOf("copy");
    expect((await program.planned().outputs()).value).toBe(urn);
    expect((await program.applied().outputs()).value).toBe(urn);
    expect(runs).toBe(1);
    expect(program.registrations).toHaveLength(2);
  });

  it.each<[string, (unknown: coconut.Output<string>) => coconut.Output<unknown>]>([
    ["itself", (arn) => arn],
    ["an element", (arn) => coconut.output([1, [arn]])],
    ["a property", (arn) => coconut.output({ a: { b: [{ c: arn }] } })],
    ["a part of all", (arn) => coconut.all([1, arn])],
    ["under a secret", (arn) => coconut.secret({ a: arn })],
    ["behind a promise", (arn) => coconut.output(Promise.resolve({ a: arn }))],
    ["returned by another callback", (arn) => coconut.output(1).apply(() => [arn])],
    ["in the text of an asset", (arn) => coconut.output({ file: new coconut.asset.TextAsset(arn) })],
    ["of another callback", (arn) => arn.apply((text) => text)],
  ])("never runs on something that is not known: %s", async (_where, around) => {
    let runs = 0;
    const program = await testProgram(() => around(new Bucket("logs").arn).apply(() => void runs++));
    expect((await program.planned().outputs()).known).toBe(false);
    await program.planned().callbacks();
    expect(runs).toBe(0);
    await program.applied({ logs: { arn: "arn" } }).outputs();
    expect(runs).toBe(1);
  });

  it("is given a copy of its own", async () => {
    const program = await testProgram(() => {
      const list = coconut.output([[1]]);
      return [list.apply((items) => items[0]!.push(2)), list.apply((items) => items[0]!.push(3)), list];
    });
    expect((await program.planned().outputs()).value).toEqual([2, 2, [[1]]]);
  });

  it("may return anything that a value may hold", async () => {
    const program = await testProgram(() => {
      const logs = new Bucket("logs");
      return coconut.output(1).apply(async (one) => ({
        one,
        arn: logs.arn,
        later: Promise.resolve([logs.tags.owner]),
        nested: coconut.output(2).apply((two) => coconut.output(two).apply((same) => same + one)),
      }));
    });
    const applied = program.applied({ logs: { arn: "arn", tags: { owner: "ops" } } });
    expect((await applied.outputs()).value).toEqual({ one: 1, arn: "arn", later: ["ops"], nested: 3 });
  });

  it("overlaps with all others that wait", async () => {
    let running = 0;
    let most = 0;
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const program = await testProgram(() =>
      Array.from({ length: 50 }, (_, index) =>
        coconut.output(index).apply(async (value) => {
          most = Math.max(most, ++running);
          if (running === 50) release();
          await gate;
          running--;
          return value;
        }),
      ),
    );
    const { value } = await program.planned().outputs();
    expect(value).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(most).toBe(50);
  });
});

describe("every callback is a root", () => {
  it("runs though nothing uses it", async () => {
    const ran: string[] = [];
    const program = await testProgram(() => {
      const { arn } = new Bucket("logs");
      coconut.output("now").apply((when) => void ran.push(when));
      arn.apply(() => void ran.push("after apply"));
      coconut.interpolate`${arn}`.apply(() => void ran.push("interpolated"));
    });
    await program.planned().outputs();
    expect(ran).toEqual([]);
    await program.planned().callbacks();
    expect(ran).toEqual(["now"]);
    await program.applied({ logs: { arn: "arn" } }).callbacks();
    expect(ran.sort()).toEqual(["after apply", "interpolated", "now"]);
  });

  it.each([false, true])("and so is one that a callback makes (async: %s)", async (later) => {
    const ran: string[] = [];
    const program = await testProgram(() => {
      coconut.output(1).apply((value) => {
        const work = () => {
          const inner = coconut.output(value).apply(() => {
            ran.push("inner");
            coconut.output(inner).apply(() => void ran.push("innermost"));
          });
        };
        return later ? turn().then(work) : work();
      });
    });
    await program.planned().callbacks();
    expect(ran).toEqual(["inner", "innermost"]);
  });

  it("is evaluated in evaluations at the same time", async () => {
    let runs = 0;
    const program = await testProgram(() => {
      coconut.output(1).apply(async () => {
        await turn();
        coconut.output(2).apply(() => void runs++);
      });
    });
    await Promise.all([program.planned().callbacks(), program.applied().callbacks()]);
    expect(runs).toBe(1);
  });

  it("reports the failures of all in program order", async () => {
    const fail = (text: string) => () => {
      throw new Error(text);
    };
    const program = await testProgram(() => {
      coconut.output(1).apply(async () => {
        await turn();
        fail("first")();
      });
      coconut.output(1).apply(fail("second"));
    });
    await expect(program.planned().callbacks()).rejects.toThrow("first");
  });
});

describe("resources that callbacks make", () => {
  it("know the callbacks around them and their place in the program", async () => {
    const program = await testProgram(() => {
      const outer = new Bucket("outer");
      const made = coconut.output("a").apply((text) => {
        const inside = new Bucket(`inside-${text}`);
        return coconut.output("b").apply(async (more) => {
          await turn();
          return [inside, new Bucket(`deep-${text}${more}`), new Bucket(`deep-${text}${more}2`)];
        });
      });
      return [outer, made, new Bucket("last")];
    });
    await program.planned().callbacks();
    const { registrations } = program;
    const byPlace = [...registrations].sort((a, b) => compareSequence(a.sequence, b.sequence));
    expect(byPlace.map(({ name, sequence, origin }) => [name, sequence.join("."), origin.length])).toEqual([
      ["outer", "1", 0],
      ["inside-a", "2.1", 1],
      ["deep-ab", "2.2.1", 2],
      ["deep-ab2", "2.2.2", 2],
      ["last", "3", 0],
    ]);
    const deep = registrations.find(({ name }) => name === "deep-ab")!;
    const inside = registrations.find(({ name }) => name === "inside-a")!;
    expect(deep.origin[0]).toBe(inside.origin[0]);
    expect(deep.origin[1]!.origin).toEqual(inside.origin);
    expect(deep.origin.map(({ position }) => position!.file)).toEqual(Array(2).fill(import.meta.filename));
  });

  it("number themselves alike, however long their callbacks take", async () => {
    const numbered = async (waits: readonly number[]) => {
      const program = await testProgram(() => {
        for (const [index, wait] of waits.entries()) {
          coconut.output(index).apply(async () => {
            for (let turns = 0; turns < wait; turns++) await turn();
            return new Bucket(`b${index}`);
          });
        }
      });
      await program.planned().callbacks();
      return [...program.registrations]
        .sort((a, b) => compareSequence(a.sequence, b.sequence))
        .map(({ name, sequence }) => [name, ...sequence]);
    };
    expect(await numbered([3, 0, 1, 2])).toEqual(await numbered([0, 3, 2, 1]));
  });

  it("are known to what depends on them", async () => {
    const program = await testProgram(() => ({
      arn: coconut.output("a").apply((name) => new Bucket(name).arn),
      bucket: coconut.output("b").apply((name) => new Bucket(name)),
    }));
    const { value, dependencies } = await program.applied({ a: { arn: "arn:a" } }).outputs();
    expect(dependencies).toEqual(["a", "b"].map(urnOf));
    expect(value).toMatchObject({ arn: "arn:a" });
    expect((value as { bucket: unknown }).bucket).toBeInstanceOf(Bucket);
  });

  it.each<[string, (late: () => void) => unknown]>([
    ["a callback has settled", (late) => coconut.output(1).apply(() => void turn().then(late))],
    [
      "an async callback has settled",
      (late) =>
        coconut.output(1).apply(async () => {
          await turn();
          void turn().then(late);
        }),
    ],
    ["the program has ended", (late) => void turn().then(late)],
  ])("are refused once %s", async (_when, make) => {
    let tell!: (problems: Awaited<ReturnType<typeof problemsIn>>) => void;
    const told = new Promise<Awaited<ReturnType<typeof problemsIn>>>((resolve) => (tell = resolve));
    const program = await testProgram(() => make(() => void problemsIn(() => new Bucket("late")).then(tell)));
    await program.planned().outputs();
    const [problem] = await told;
    expect(problem!.code).toBe("sdk/late-registration");
    expect(problem!.position!.file).toBe(import.meta.filename);
    expect(program.registrations).toEqual([]);
  });
});

describe("callbacks that wait for each other", () => {
  const one = () => coconut.output(1);

  it.each<[string, () => unknown, places: number]>([
    [
      "itself",
      () => {
        const p: coconut.Output<unknown> = one().apply(() => p);
        return p;
      },
      1,
    ],
    [
      "two",
      () => {
        const p: coconut.Output<unknown> = one().apply(() => q);
        const q: coconut.Output<unknown> = one().apply(() => p);
        return [p, q];
      },
      2,
    ],
    [
      "two, async and through data",
      () => {
        const p: coconut.Output<unknown> = one().apply(async () => ({ deep: [q] }));
        const q: coconut.Output<unknown> = one().apply(async () => coconut.all([p]));
        return p;
      },
      2,
    ],
    [
      "two that a callback makes",
      () =>
        one().apply(async () => {
          await turn();
          const p: coconut.Output<unknown> = one().apply(() => q);
          const q: coconut.Output<unknown> = one().apply(() => p);
          return p;
        }),
      2,
    ],
    [
      "a promise of itself",
      () => {
        const p: coconut.Output<unknown> = one().apply(() => Promise.resolve(coconut.secret(p)));
        return p;
      },
      1,
    ],
  ])("end in a diagnostic: %s", async (_name, make, places) => {
    const program = await testProgram(make);
    for (const work of [() => program.planned().outputs(), () => program.planned().callbacks()]) {
      const [problem] = await problemsIn(work);
      expect(problem!.code).toBe("program/output-cycle");
      if (problem!.related === undefined) continue;
      expect(problem!.related).toHaveLength(places);
      expect(problem!.related.map(({ position }) => position!.file)).toEqual(
        Array(places).fill(import.meta.filename),
      );
    }
  });

  it("do not keep others from their values", async () => {
    const program = await testProgram(() => {
      const p: coconut.Output<unknown> = one().apply(() => p);
      return { fine: one().apply((value) => value + 1) };
    });
    const evaluation = program.planned();
    expect((await evaluation.outputs()).value).toEqual({ fine: 2 });
    expect((await problemsIn(() => evaluation.callbacks())).map(({ code }) => code)).toEqual([
      "program/output-cycle",
    ]);
    expect((await evaluation.outputs()).value).toEqual({ fine: 2 });
  });

  it("are found at the end of a chain of 50,000", async () => {
    const program = await testProgram(() => {
      const p: coconut.Output<number> = one().apply(() => p);
      let chain = p;
      for (let count = 0; count < 50_000; count++) chain = coconut.unwrap(chain.apply((value) => value));
      return chain;
    });
    expect((await problemsIn(() => program.planned().outputs()))[0]!.code).toBe("program/output-cycle");
  });
});

describe("size", () => {
  it("chains 100,000 callbacks", async () => {
    const program = await testProgram(() => {
      let sum = coconut.output(0);
      for (let count = 0; count < 100_000; count++) sum = sum.apply((value) => value + 1);
      return { sum };
    });
    expect((await program.planned().outputs()).value).toEqual({ sum: 100_000 });
  });

  it("chains 20,000 callbacks that return Outputs", async () => {
    const program = await testProgram(() => {
      let sum = coconut.output(0);
      for (let count = 0; count < 20_000; count++) sum = sum.apply((value) => coconut.output(value + 1));
      return { sum };
    });
    expect((await program.planned().outputs()).value).toEqual({ sum: 20_000 });
  });

  it("returns Outputs from within Outputs 1,000 deep", async () => {
    const nest = (depth: number): coconut.Output<number> =>
      coconut.output(depth).apply((left) => (left === 0 ? 0 : nest(left - 1)));
    const program = await testProgram(() => nest(1_000));
    expect((await program.planned().outputs()).value).toBe(0);
  });

  it("chains 100,000 lifted accesses", async () => {
    const program = await testProgram(() => {
      let value = coconut.output({}) as unknown as { x: never };
      for (let count = 0; count < 100_000; count++) value = value.x;
      return { value };
    });
    expect((await program.planned().outputs()).value).toEqual({});
  });

  it("takes all of 100,000 Outputs, of as many resources as there are", async () => {
    const program = await testProgram(() => {
      const buckets = Array.from({ length: 2_000 }, (_, index) => new Bucket(`b${index}`));
      const ids = Array.from({ length: 100_000 }, (_, index) => buckets[index % buckets.length]!.id);
      return coconut.all(ids).apply((all) => all.length);
    });
    const { value, dependencies } = await program.applied().outputs();
    expect(value).toBe(100_000);
    expect(dependencies).toHaveLength(2_000);
  });

  it("evaluates a diamond of 60 levels once per node", async () => {
    let runs = 0;
    const program = await testProgram(() => {
      let value = coconut.output(1);
      for (let level = 0; level < 60; level++) {
        value = coconut.all([value, value]).apply(([left, right]) => {
          runs++;
          return (left + right) % 1000;
        });
      }
      return { value };
    });
    expect((await program.planned().outputs()).known).toBe(true);
    expect(runs).toBe(60);
    await program.applied().outputs();
    expect(runs).toBe(60);
  });

  it.each<[string, (leaf: unknown) => unknown]>([
    ["Outputs", (leaf) => levels(leaf, (part) => coconut.output([part, part]))],
    ["plain data", (leaf) => levels([leaf], (part) => [part, part])],
    [
      "data that a callback returns",
      (leaf) => coconut.output(leaf).apply((it) => levels(it, (part) => ({ a: part, b: part }))),
    ],
  ])("gives a callback a diamond of 60 levels of %s", async (_name, make) => {
    const program = await testProgram(() =>
      coconut.output(make("leaf")).apply((value) => Object.keys(value as object).length),
    );
    expect((await program.planned().outputs()).value).toBe(2);
  });

  it("takes data as deep as it says and refuses deeper data", async () => {
    const nested = (depth: number) => levels("leaf", (part) => [part], depth);
    const program = await testProgram(() =>
      coconut.output(nested(1_000)).apply((value) => Array.isArray(value)),
    );
    expect((await program.planned().outputs()).value).toBe(true);
    const [problem] = await problemsIn(() => testProgram(() => coconut.output(nested(1_001))));
    expect(problem).toMatchObject({ code: "sdk/not-a-value" });
    expect(problem!.detail).toContain("1000 levels");
  });
});

function levels(leaf: unknown, wrap: (part: unknown) => unknown, count = 60): unknown {
  let value = leaf;
  for (let level = 0; level < count; level++) value = wrap(value);
  return value;
}

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
      "no text",
    ],
    [
      "a thrown Output",
      () => coconut.output(1).apply(() => fail(coconut.output(1))),
      "program/callback-failed",
      "no text",
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
      "no text",
    ],
    [
      "no function",
      () => coconut.output(1).apply(undefined as never),
      "program/callback-failed",
      "not a function",
    ],
    ["JSON that is none", () => coconut.jsonParse("{"), "program/callback-failed", "SyntaxError"],
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

describe("the time a callback may take", () => {
  /** A timer of the test's own: nothing happens until it is told to. */
  class ManualTimer {
    readonly waiting = new Set<{ delayMs: number; run: () => void }>();

    after(delayMs: number, run: () => void): () => void {
      const entry = { delayMs, run };
      this.waiting.add(entry);
      return () => this.waiting.delete(entry);
    }
  }

  const evaluatorOf = async (program: () => unknown, timer: ManualTimer) => {
    const recorded = await recordProgram(program, { project: "project", stack: "test" });
    const evaluator = new Evaluator({
      recorder: recorded.recorder,
      memory: new CallbackMemory(),
      answers: { answer: () => ({ ok: true, properties: {}, others: "unknown" }) },
      hash: async (blob) => blob,
      callbackLimits: { timer, timeoutMs: 30_000 },
    });
    return { recorded, result: evaluator.evaluate(recorded.outputs) };
  };

  it("ends with a diagnostic, and with the right to make resources", async () => {
    const timer = new ManualTimer();
    let resume!: () => void;
    let late: Promise<unknown> | undefined;
    const { recorded, result } = await evaluatorOf(
      () =>
        coconut.output(1).apply(() => {
          late = new Promise<void>((resolve) => (resume = resolve)).then(() => new Bucket("late"));
          return late;
        }),
      timer,
    );
    expect([...timer.waiting].map(({ delayMs }) => delayMs)).toEqual([30_000]);
    for (const { run } of timer.waiting) run();
    const settled = await result;
    expect(settled.ok ? [] : settled.diagnostics.map(({ code }) => code)).toEqual([
      "program/callback-timeout",
    ]);
    expect(settled.ok ? "" : settled.diagnostics[0]!.detail).toContain("30 seconds");
    expect(settled.ok ? "" : settled.diagnostics[0]!.position!.file).toBe(import.meta.filename);
    resume();
    expect((await problemsIn(() => late))[0]!.code).toBe("sdk/late-registration");
    expect(recorded.registrations).toEqual([]);
  });

  it("is not counted once it has settled", async () => {
    const timer = new ManualTimer();
    const { result } = await evaluatorOf(
      () => [coconut.output(1).apply(async (value) => value), coconut.output(2).apply((value) => value)],
      timer,
    );
    expect(await result).toMatchObject({ ok: true, value: [1, 2] });
    await turn();
    expect(timer.waiting.size).toBe(0);
  });
});

describe("what a program hands over is copied", () => {
  it.each<[string, (data: { list: number[] }) => unknown]>([
    ["an Output", (data) => coconut.output(data)],
    ["all", (data) => coconut.all(data)],
    ["a secret", (data) => coconut.unsecret(coconut.secret(data))],
    ["returned data", (data) => coconut.output(1).apply(() => data)],
  ])("%s", async (_name, make) => {
    const data = { list: [1] };
    const program = await testProgram(() => make(data));
    const evaluation = program.planned();
    const before = await evaluation.outputs();
    data.list.push(2);
    Object.assign(data, { more: true });
    expect(before.value).toEqual({ list: [1] });
    expect((await program.applied().outputs()).value).toEqual({ list: [1] });
  });

  it("the inputs of a resource", async () => {
    const args = { tags: { owner: "ops" }, list: [1] };
    const program = await testProgram(() => {
      const logs = new Bucket("logs", args);
      args.tags.owner = "changed";
      args.list.push(2);
      return logs;
    });
    const { value } = await program.planned().inputs(program.registrations[0]!.resource);
    expect(value).toEqual({ tags: { owner: "ops" }, list: [1] });
  });
});

describe("programs at the same time", () => {
  it("register only in their own", async () => {
    const programs = await Promise.all(
      Array.from({ length: 20 }, (_, program) =>
        testProgram(
          async () => {
            for (let step = 0; step < 5; step++) {
              for (let turns = (program * 7 + step * 3) % 4; turns > 0; turns--) await turn();
              expect(coconut.getStack()).toBe(`stack${program}`);
              const made = new Bucket(`p${program}-${step}`);
              made.region.apply(async (region) => {
                await turn();
                expect(coconut.getStack()).toBe(`stack${program}`);
                return new Bucket(`p${program}-${step}-${region}`);
              });
            }
          },
          { stack: `stack${program}` },
        ),
      ),
    );
    const answersOf = (program: number) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, step) => [`p${program}-${step}`, { region: "eu" }]));
    await Promise.all(programs.map((program, index) => program.applied(answersOf(index)).callbacks()));
    programs.forEach(({ registrations }, index) => {
      expect(registrations).toHaveLength(10);
      const own = ({ name, urn }: Registration) =>
        name.startsWith(`p${index}-`) && urn.startsWith(`urn:pulumi:stack${index}::`);
      expect(registrations.filter((each) => !own(each))).toEqual([]);
    });
  });
});
