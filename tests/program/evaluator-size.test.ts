import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { problemsIn } from "../sdk/problems-in.js";
import { Bucket } from "../sdk/resources.js";

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
