import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
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
