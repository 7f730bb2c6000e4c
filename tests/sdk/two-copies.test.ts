import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import * as model from "../../src/model/index.js";
import * as internal from "../../src/sdk/internal.js";
import { problemsIn } from "./problems-in.js";

type Sdk = typeof coconut & { internal: typeof internal; model: typeof model };

/** A copy of the package, as a dependency that brought its own would load. */
async function copyOfSdk(folder: string, name: string): Promise<Sdk> {
  const file = join(folder, `${name}.mjs`);
  await build({
    stdin: {
      contents: `export * from "./sdk/index.js";
        export * as internal from "./sdk/internal.js";
        export * as model from "./model/index.js";`,
      resolveDir: fileURLToPath(new URL("../../src", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: file,
    logLevel: "error",
  });
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Sdk;
}

const folder = await mkdtemp(join(tmpdir(), "coconut-copies-"));
afterAll(() => rm(folder, { recursive: true }));
const own: Sdk = { ...coconut, internal, model };
const copies: Record<string, Sdk> = {
  own,
  second: await copyOfSdk(folder, "second"),
  third: await copyOfSdk(folder, "third"),
};
const pairs = Object.keys(copies).flatMap((a) => Object.keys(copies).map((b) => [a, b] as const));

function classesOf(sdk: Sdk) {
  class Thing extends sdk.CustomResource {
    readonly arn!: coconut.Output<string>;
    constructor(name: string, args: object = {}, options?: coconut.ResourceOptions) {
      super("test:index:Thing", name, args, options);
    }
  }
  class Group extends sdk.ComponentResource {
    constructor(name: string) {
      super("test:index:Group", name);
      this.registerOutputs({ name });
    }
  }
  class Provider extends sdk.ProviderResource {
    constructor(name: string) {
      super("test", name);
    }
  }
  return { Thing, Group, Provider };
}

it("are different", () => {
  expect(copies["second"]!.CustomResource).not.toBe(own.CustomResource);
  expect(copies["second"]!.CustomResource).not.toBe(copies["third"]!.CustomResource);
});

describe.each(pairs)("a program with the copies %s and %s", (a, b) => {
  const [one, other] = [copies[a]!, copies[b]!];
  const [ones, others] = [classesOf(one), classesOf(other)];

  it("is one program", async () => {
    const program = await testProgram(() => {
      const group = new others.Group("group");
      const provider = new others.Provider("provider");
      const thing = new ones.Thing("thing", {}, { parent: group, provider, dependsOn: [group] });
      return new others.Thing("last", { arn: thing.arn, thing, file: new one.asset.TextAsset(thing.arn) });
    });
    expect(program.registrations.map(({ kind, name, sequence }) => [kind, name, ...sequence])).toEqual([
      ["component", "group", 1],
      ["provider", "provider", 2],
      ["custom", "thing", 3],
      ["custom", "last", 4],
    ]);
    const [group, provider, thing, last] = program.registrations;
    expect([thing!.parent === group, thing!.options.provider === provider]).toEqual([true, true]);
    const inputs = await program.applied({ thing: { arn: "arn:thing" } }).inputs(last!.resource);
    expect(inputs.dependencies).toEqual([thing!.urn]);
    const { arn, thing: reference, file } = inputs.value as Record<string, unknown>;
    expect([arn, reference === thing!.resource]).toEqual(["arn:thing", true]);
    expect(file).toMatchObject({
      [Symbol.for("coconut.AssetFace")]: { kind: "asset", content: "arn:thing" },
    });
  });

  it("mixes Outputs", async () => {
    const program = await testProgram(() => {
      const { arn } = new ones.Thing("thing");
      expect([one.isOutput(arn), other.isOutput(arn), other.isOutput({})]).toEqual([true, true, false]);
      return other.all([arn, one.secret("x"), other.interpolate`<${arn}>`]).apply(([text, x, more]) => {
        expect(one.getStack()).toBe(other.getStack());
        return one.output({ text, x, more: other.output(more) });
      });
    });
    expect(await program.applied({ thing: { arn: "arn" } }).outputs()).toMatchObject({
      value: { text: "arn", x: "x", more: "<arn>" },
      secret: true,
    });
  });

  it("runs the callbacks of both, and knows what they make", async () => {
    const program = await testProgram(() => {
      one.output(1).apply(() => other.output(2).apply(() => new ones.Thing("made")));
    });
    await program.planned().callbacks();
    expect(
      program.registrations.map(({ name, sequence, origin }) => [name, sequence, origin.length]),
    ).toEqual([["made", [1, 1, 1], 2]]);
  });

  it("reports the problems of both", async () => {
    const duplicate = testProgram(() => [new ones.Thing("same"), new others.Thing("same")]);
    const problems = await problemsIn(() => duplicate);
    expect(problems.map(({ code }) => code)).toEqual(["sdk/duplicate-urn"]);
    expect(problems[0]!.related![0]!.position!.file).toBe(import.meta.filename);
    const coerced = testProgram(() => [one.output(1)].map((value) => Number(value)));
    expect((await problemsIn(() => coerced))[0]!.code).toBe("sdk/output-as-text");
    const error = new one.model.DiagnosticError({ code: "a/b", severity: "error", summary: "", detail: "" });
    expect([other.model.isDiagnosticError(error), other.model.isDiagnosticError(new Error("x"))]).toEqual([
      true,
      false,
    ]);
    const program = await testProgram(() =>
      other.output(1).apply(() => {
        throw error;
      }),
    );
    expect((await problemsIn(() => program.planned().outputs()))[0]!.code).toBe("a/b");
  });

  it("recognises values and resources", async () => {
    await testProgram(() => {
      const thing = new ones.Thing("thing");
      expect([other.internal.isResource(thing), other.internal.isResource({})]).toEqual([true, false]);
      expect(other.internal.registrationOf(thing)).toBe(one.internal.registrationOf(thing));
      expect(other.model.isSecret(one.model.secretOf(1))).toBe(true);
      expect(other.model.isUnknown(one.model.unknown)).toBe(true);
    });
  });
});
