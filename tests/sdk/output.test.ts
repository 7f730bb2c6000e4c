import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";

class Bucket extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly tags!: coconut.Output<{ owner: string }>;
  constructor(
    name: string,
    args: { region?: coconut.Input<string> } = {},
    options?: coconut.ResourceOptions,
  ) {
    super("aws:s3:Bucket", name, args, options);
  }
}

describe("an output", () => {
  it("is unknown in the plan and known after apply, with its dependencies", async () => {
    const program = await testProgram(() => {
      const logs = new Bucket("logs");
      return { url: coconut.interpolate`https://${logs.arn}/`, owner: logs.tags.owner };
    });
    const urn = "urn:pulumi:test::project::aws:s3:Bucket::logs";
    expect(await program.planned().outputs()).toEqual({
      value: undefined,
      known: false,
      secret: false,
      dependencies: [urn],
    });
    const applied = program.applied({ logs: { arn: "arn:logs", tags: { owner: "ops" } } });
    expect(await applied.outputs()).toEqual({
      value: { url: "https://arn:logs/", owner: "ops" },
      known: true,
      secret: false,
      dependencies: [urn],
    });
  });

  it("chains 100,000 callbacks", async () => {
    const program = await testProgram(() => {
      let sum = coconut.output(0);
      for (let count = 0; count < 100_000; count++) sum = sum.apply((value) => value + 1);
      return { sum };
    });
    expect((await program.planned().outputs()).value).toEqual({ sum: 100_000 });
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

  it("finds its position", async () => {
    await expect(
      testProgram(() => {
        new Bucket("x");
        new Bucket("x");
      }),
    ).rejects.toThrow(/sdk\/duplicate-urn[^]*output\.test\.ts:70:9[^]*output\.test\.ts:69:9/);
  });
});
