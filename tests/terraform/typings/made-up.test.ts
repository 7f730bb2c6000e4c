import { describe, expect, test } from "vitest";
import { configurationOf } from "../../../src/terraform/schema/index.js";
import { typingsOf } from "../../../src/terraform/typings/index.js";
import { describedProvider, madeUpProvider } from "../support/made-up-provider.js";
import { block, required } from "../support/schemas.js";
import { compileProgram, resolutions } from "./compile-program.js";
import { programOf, samplesOf } from "./sample-inputs.js";

/** Each line below `@ts-expect-error` must not compile, everything else must. */
const program = `import * as coconut from "@coconut/coconut";
import type { CustomResource, Output } from "@coconut/coconut";
import { Everything, Nothing, Provider, deleteFunction, getImage, greetAll, openToken } from "#tf/made_up";
import type { EverythingArgs } from "#tf/made_up";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
function is<T>() {
  return <V>(_value: V, ..._same: Same<V, T> extends true ? [] : [found: V]) => {};
}

declare const text: Output<string>;
declare const number: Output<number>;
declare const maybe: Output<string | undefined>;
declare const texts: Output<string[]>;
const least = { size: 1, owner: { name: "a" }, network: [{ cidr: "a" }], disk: [{}, {}], must: {} };
const provider = new Provider("eu", { region: text });
new Provider({});
new Provider("empty");
// @ts-expect-error -- there is no such argument
new Provider("x", { regoin: "a" });

// Resources
const one = new Everything("one", least, { provider, protect: true });
new Everything({ ...least, size: "12345678901234567890" });
new Everything("x", { ...least, size: number, isPublic: undefined, oldName: null, password: maybe, labels: texts });
new Everything("x", { ...least, labels: ["a", text], tags: { a: text, b: "c" }, matrix: [[1, "2"], [number]] });
new Everything("x", { ...least, rule: [{ name: text }], rules: { any: { name: "a", secret: null } } });
new Everything("x", { ...least, settings: { mode: "a", allOf: [{ anyOf: [{ leaf: "a" }] }] } });
new Everything("x", { ...least, settings: [{ mode: "a" }], none: {}, pair: ["a", { a: true }] });
new Everything("x", { ...least, manifest: { kind: text, list: [1, { two: 2 }] }, manifests: { a: 1, b: "c" } });
new Everything("x", { ...least, timeouts: { create: "90m" }, limits: { cpu: 1 }, named: { a: { value: text } } });
new Everything("x", { ...least, origin: { hostName: text, ports: one.ports }, urn_: "a", "x-y": "b" });
new Everything("x", { ...least, origin: one.origin, labels: one.labels, named: one.named, limits: one.limits });
new Everything("x", { ...least, settings: one.settings, network: one.network, place: one.place, tags: one.tags });
new Everything("x", { ...least, manifest: one, kmsKeyArn: one.kmsKeyArn, size: one.size });
// @ts-expect-error -- arguments are required
new Everything("x");
// @ts-expect-error -- size is required
new Everything("x", { owner: { name: "a" }, network: [], disk: [], must: {} });
// @ts-expect-error -- a typing error
new Everything("x", { ...least, tgas: {} });
// @ts-expect-error -- only the provider sets it
new Everything("x", { ...least, createdAt: "a" });
// @ts-expect-error -- the SDK of the provider sets it
new Everything("x", { ...least, id: "a" });
// @ts-expect-error -- no number
new Everything("x", { ...least, size: true });
// @ts-expect-error -- no boolean
new Everything("x", { ...least, isPublic: "true" });
// @ts-expect-error -- an element is wrong
new Everything("x", { ...least, labels: ["a", 1] });
// @ts-expect-error -- no list
new Everything("x", { ...least, labels: "a" });
// @ts-expect-error -- a member of an element is required
new Everything("x", { ...least, rule: [{ secret: "a" }] });
// @ts-expect-error -- only the provider sets the member
new Everything("x", { ...least, rule: [{ name: "a", serial: "b" }] });
// @ts-expect-error -- the elements have a member that only the provider sets
new Everything("x", { ...least, rule: one.rule });
// @ts-expect-error -- the object has one too
new Everything("x", { ...least, owner: one.owner });
// @ts-expect-error -- a list of nested attributes is no single object
new Everything("x", { ...least, rule: { name: "a" } });
// @ts-expect-error -- several blocks may occur
new Everything("x", { ...least, network: { cidr: "a" } });
// @ts-expect-error -- a typing error in a block
new Everything("x", { ...least, settings: { mode: "a", mdoe: "b" } });
// @ts-expect-error -- the block has no members
new Everything("x", { ...least, none: { a: "b" } });
// @ts-expect-error -- a tuple has two elements
new Everything("x", { ...least, pair: ["a"] });
// @ts-expect-error -- a typing error in timeouts
new Everything("x", { ...least, timeouts: { craete: "1m" } });
// @ts-expect-error -- there is no such option
new Everything("x", least, { protected: true });
// @ts-expect-error -- no arguments
new Nothing("x", { a: 1 });
const nothing = new Nothing("x");
new Nothing();
const args: EverythingArgs = { ...least };
args.isPublic = true;

is<Output<string>>()(one.id);
is<Output<string>>()(one.urn);
is<Output<number>>()(one.size);
is<Output<boolean | null>>()(one.isPublic);
is<Output<string>>()(one.rule[0]!.serial);
is<Output<string | null>>()(one.rules["a"]!.secret);
is<Output<string>>()(one.settings[0]!.mode);
is<Output<string | null>>()(one.settings[0]!.allOf[0]!.anyOf[0]!.leaf);
is<Output<string>>()(one.owner.serial);
is<Output<string | null>>()(one.timeouts.create);
is<Output<string>>()(one.origins[0]!.hostName);
is<Output<any>>()(one.status);
is<Output<string>>()(one.status.apply((status) => String(status.phase)));
is<Output<string | null>>()(one.constructor_);
is<Output<string | null>>()(one.foo_bar);
is<Everything>()(Everything.get("old", "id", { provider }));
is<Nothing>()(Nothing.get("old", text));
const custom: CustomResource = nothing;
// @ts-expect-error -- write-only arguments are no outputs
void one.passwordWo;
// @ts-expect-error -- there is no such attribute
void one.created_at;
// @ts-expect-error -- the value may be null
const never: Output<string> = one.oldName;

// Functions
const image = coconut.invokeOutput(getImage, { name: text, filter: [{ name: "a", values: texts }] }, { provider });
is<Output<string>>()(image.id);
is<Output<string | null>>()(image.ownerId);
is<Output<string>>()(image.found[0]!.imageId);
is<Output<string>>()(image.filter[0]!.values[0]!);
const greeting = coconut.invokeOutput(greetAll, { firstName: text, more: [1, number] });
is<Output<number>>()(greeting.result.wordCount);
is<Output<any>>()(coconut.invokeOutput(deleteFunction, {}).result);
const token = coconut.invokeOutput(openToken, {});
new Everything("x", { ...least, passwordWo: token.token });
export const found = async () => (await coconut.invoke(getImage, { name: "a" })).found.length;
// @ts-expect-error -- an argument is required
coconut.invokeOutput(getImage, {});
// @ts-expect-error -- a typing error
coconut.invokeOutput(getImage, { name: "a", onwerId: "b" });
// @ts-expect-error -- no argument of a data source
coconut.invokeOutput(getImage, { name: "a", found: [] });
// @ts-expect-error -- no text
coconut.invokeOutput(greetAll, { firstName: 1 });
// @ts-expect-error -- no arguments
coconut.invokeOutput(deleteFunction, { a: 1 });
// @ts-expect-error -- no Outputs while the program runs
void coconut.invoke(getImage, { name: text });
`;

/** A provider with a module per type. */
const names = Array.from({ length: 201 }, (_, index) => `aws_t${index}`);
const many = describedProvider("tf_aws", "aws", {
  resources: Object.fromEntries(
    [...names, "aws_s3_bucket"].map((name) => [name, block({ name: required() })]),
  ),
  dataSources: { aws_ami: block({ owner: required() }) },
  functions: { arn_parse: { parameters: [], result: { kind: "string" } } },
});

const programOfMany = `import * as coconut from "@coconut/coconut";
import { Provider } from "#tf/aws/provider";
import { S3Bucket } from "#tf/aws/s3_bucket";
import { getAmi } from "#tf/aws/data/ami";
import { arnParse } from "#tf/aws/functions";
const eu = new Provider("eu");
export const bucket = new S3Bucket("logs", { name: "logs" }, { provider: eu }).name;
export const owner = coconut.invokeOutput(getAmi, { owner: "self" }, { provider: eu }).owner;
export const arn = coconut.invokeOutput(arnParse, {}).result;
// @ts-expect-error -- no argument of a bucket
new S3Bucket("x", { name: "logs", owner: "self" });
`;

describe("the declarations of a made-up provider", () => {
  const provider = madeUpProvider();
  const samples = samplesOf(provider);

  test.each(Object.keys(resolutions) as (keyof typeof resolutions)[])(
    "accept what is right, and nothing else, with module resolution %s",
    async (resolution) => {
      const programs = { "program.ts": program, "samples.ts": programOf(samples), "many.ts": programOfMany };
      const modules = [...typingsOf(provider), ...typingsOf(many)];
      expect(await compileProgram(programs, modules, resolution)).toEqual([]);
    },
    180_000,
  );

  test("accept nothing that the schema does not", () => {
    for (const { block: found, inputs } of samples)
      expect(configurationOf(found, inputs)).toMatchObject({ kind: "configured" });
  });
});
