import * as coconut from "@coconut/coconut";
import { secretOf } from "@coconut/coconut/model";
import { testProgram } from "@coconut/coconut/testing";
import { expect, expectTypeOf } from "vitest";
import { Bucket, bucketUrn } from "./bucket.js";
import { applied, planned } from "./evaluate.js";
import { spec } from "./ledger.js";

const answers = { logs: { arn: "arn:logs", tags: { owner: "ops" } }, data: { arn: "arn:data" } };

spec("4.72", async () => {
  const program = await testProgram(() => {
    const { arn } = new Bucket("logs");
    const length = arn.apply((text) => text.length);
    expectTypeOf(length).toEqualTypeOf<coconut.Output<number>>();
    expect([arn, length].every(coconut.isOutput)).toBe(true);
    return { arn, length };
  });
  expect((await program.applied(answers).outputs()).value).toEqual({ arn: "arn:logs", length: 8 });
});

spec("4.73", async () => {
  const program = await testProgram(() => coconut.secret(new Bucket("logs").arn));
  const metadata = { secret: true, dependencies: [bucketUrn("logs")] };
  expect(await program.planned().outputs()).toEqual({ value: undefined, known: false, ...metadata });
  expect(await program.applied(answers).outputs()).toEqual({ value: "arn:logs", known: true, ...metadata });
});

spec("4.74", async () => {
  const { dependencies } = await applied(() => {
    const [, logs] = [new Bucket("data"), new Bucket("logs")];
    return logs.tags.owner;
  }, answers);
  expect(dependencies).toEqual([bucketUrn("logs")]);
});

spec("4.75", async () => {
  const { value, dependencies } = await applied(() => {
    const o3 = new Bucket("logs").arn;
    const o2 = coconut.all([o3, new Bucket("data").arn]).apply(([logs, data]) => `${logs},${data}`);
    const o1 = o2.apply((text) => text.length);
    return o1;
  }, answers);
  expect(value).toBe(17);
  expect(dependencies).toEqual(["logs", "data"].map(bucketUrn));
});

spec("4.77", async () => {
  const program = await testProgram(() => new Bucket("logs", { region: "eu" }).arn);
  expect(await program.planned().outputs()).toMatchObject({ known: false, value: undefined });
  expect(await program.applied(answers).outputs()).toMatchObject({ known: true, value: "arn:logs" });
});

spec("4.79", async () => {
  let runs = 0;
  const program = await testProgram(() => new Bucket("logs").arn.apply((arn) => [arn, ++runs]));
  expect((await program.planned().outputs()).known).toBe(false);
  await program.planned().callbacks();
  expect(runs).toBe(0);
  expect((await program.applied(answers).outputs()).value).toEqual(["arn:logs", 1]);
});

spec("4.81", async () => {
  expect(await planned(() => coconut.secret("s3cr3t"))).toMatchObject({ secret: true, value: "s3cr3t" });
  expect(await planned(() => coconut.output("plain"))).toMatchObject({ secret: false });
  expect((await planned(() => coconut.isSecret(coconut.secret("s3cr3t")))).value).toBe(true);
  expect((await applied(() => new Bucket("logs").arn, { logs: { arn: secretOf("a") } })).secret).toBe(true);
});

spec("4.82", async () => {
  const computations: ((text: coconut.Output<string>) => unknown)[] = [
    (text) => text.apply((plain) => plain.length),
    (text) => text.apply(async (plain) => plain.length),
    (text) => text.apply(() => "nothing of it"),
    (text) => coconut.interpolate`:${text}`,
    (text) => coconut.jsonStringify({ nested: [text] }),
    (text) => coconut.all([text, 1])[1],
  ];
  for (const compute of computations) {
    expect((await planned(() => compute(coconut.secret("s3cr3t")))).secret).toBe(true);
    expect((await planned(() => compute(coconut.output("plain")))).secret).toBe(false);
  }
});

spec("4.83", async () => {
  expectTypeOf<string | coconut.Output<string>>().toExtend<coconut.Input<string>>();
  expectTypeOf<coconut.Output<number>>().not.toExtend<coconut.Input<string>>();
  expectTypeOf<Promise<string>>().not.toExtend<coconut.Input<string>>();
  const inputs: coconut.Input<string>[] = ["plain", coconut.output("an output")];
  expect((await planned(() => inputs)).value).toEqual(["plain", "an output"]);
});

spec("4.84", async () => {
  const program = await testProgram(() => {
    const plain = new Bucket("plain", { region: "eu" });
    const dependent = new Bucket("dependent", { region: new Bucket("logs").tags.owner });
    return [plain, dependent];
  });
  const after = program.applied(answers);
  const [plain, , dependent] = program.registrations.map(({ resource }) => resource);
  expect(await after.inputs(plain!)).toMatchObject({ value: { region: "eu" }, dependencies: [] });
  expect(await after.inputs(dependent!)).toMatchObject({
    value: { region: "ops" },
    dependencies: [bucketUrn("logs")],
  });
});
