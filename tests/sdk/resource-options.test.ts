import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import type { RegisteredOptions, Registration } from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { registrationOf } from "../../src/sdk/internal.js";
import { placeOf } from "./place-of.js";
import { problemOf } from "./problems-in.js";
import { registered } from "./registered.js";
import { AwsProvider, Bucket, Site } from "./resources.js";

/** The types say otherwise; a program may be JavaScript. */
type Anything = any;

const prefix = "urn:pulumi:test::project::";

describe("options", () => {
  /** Each option with what is kept of it; `related` is a bucket of the same program. */
  const taken: {
    [Key in keyof RegisteredOptions]-?: [
      given: (related: Bucket, provider: AwsProvider) => unknown,
      kept: (related: Registration, provider: Registration) => unknown,
    ];
  } = {
    dependsOn: [
      (related) => [related, coconut.output(related), Promise.resolve(related)],
      (related) => ({
        kind: "array",
        items: [
          { kind: "reference", resource: related },
          { kind: "reference", resource: related },
          { kind: "promise", promise: expect.any(Promise) as unknown },
        ],
      }),
    ],
    provider: [(_, provider) => provider, (_, provider) => provider],
    providers: [(_, provider) => ({ aws: provider }), (_, provider) => [provider]],
    protect: [() => false, () => false],
    retainOnDelete: [() => true, () => true],
    deleteBeforeReplace: [() => false, () => false],
    ignoreChanges: [() => ["tags.owner", "list[*]"], () => ["tags.owner", "list[*]"]],
    replaceOnChanges: [() => ["[*]"], () => ["[*]"]],
    replaceTrigger: [
      (related) => ({ on: related.arn }),
      () => expect.objectContaining({ kind: "object" }) as unknown,
    ],
    replaceWith: [(related) => [related], (related) => [related]],
    deletedWith: [(related) => related, (related) => related],
    aliases: [
      (related) => [
        `${prefix}aws:s3:Bucket::former`,
        { name: "older", parent: null },
        { parent: related },
        {},
      ],
      (related) => [
        `${prefix}aws:s3:Bucket::former`,
        { name: "older", parent: null },
        { parent: related },
        {},
      ],
    ],
    import: [() => "b-1", () => "b-1"],
    additionalSecretOutputs: [() => ["arn"], () => ["arn"]],
    version: [() => "1.2.3", () => "1.2.3"],
    id: [() => "short", () => "short"],
    globalId: [() => "unique", () => "unique"],
    customTimeouts: [
      () => ({ create: 90, update: "1h30m", delete: "1.5s" }),
      () => ({ create: 90_000, update: 5_400_000, delete: 1_500 }),
    ],
    hooks: [() => ({ afterCreate: [hook] }), () => ({ afterCreate: [hook] })],
    retry: [() => ({ attempts: 5, delay: "2s" }), () => ({ attempts: 5, delay: 2_000 })],
    transforms: [() => [transform], () => [transform]],
    hideDiffs: [() => ["secret"], () => ["secret"]],
  };
  const hook = () => {};
  const transform = () => undefined;

  it.each(Object.entries(taken))("%s is taken", async (option, [given, kept]) => {
    let related!: Bucket;
    let provider!: AwsProvider;
    const { options, parent } = await registered(() => {
      related = new Bucket("related");
      provider = new AwsProvider("eu");
      return new Bucket(
        "logs",
        {},
        {
          [option]: given(related, provider),
          parent: related,
          version: undefined as never,
          ...(option === "version" && { version: "1.2.3" }),
        },
      );
    });
    expect(options).toEqual({ [option]: kept(registrationOf(related), registrationOf(provider)) });
    expect(parent).toBe(registrationOf(related));
  });

  it("are copied", async () => {
    const ignoreChanges = ["a"];
    const { options } = await registered(() => {
      const made = new Bucket("logs", {}, { ignoreChanges });
      ignoreChanges.push("b");
      return made;
    });
    expect(options.ignoreChanges).toEqual(["a"]);
  });

  it.each<[string, Anything, code: string, words: string]>([
    ["a misspelt option", { protcet: true }, "sdk/unknown-option", '"protcet"'],
    ["an inherited name", { constructor: true }, "sdk/unknown-option", '"constructor"'],
    [
      "a text for a boolean",
      { protect: "yes" },
      "sdk/wrong-option",
      'a boolean, but was given the string "yes"',
    ],
    ["null for a boolean", { protect: null }, "sdk/wrong-option", "was given null"],
    ["an Output for a boolean", { protect: coconut.output(true) }, "sdk/wrong-option", "was given an Output"],
    ["a number for text", { import: 5 }, "sdk/wrong-option", "a string, but was given a number"],
    ["an Output for an id", { import: coconut.output("x") }, "sdk/wrong-option", "was given an Output"],
    [
      "an import with a misspelt part",
      { import: { id: "b", orMake: true } },
      "sdk/unknown-option",
      '"orMake"',
    ],
    ["an import without an id", { import: { orCreate: true } }, "sdk/wrong-option", "import.id"],
    ["a text for a list", { ignoreChanges: "tags" }, "sdk/wrong-option", "an array"],
    ["a list of something else", { hideDiffs: [1] }, "sdk/wrong-option", "an array of strings"],
    ["a path that is none", { ignoreChanges: ["tags["] }, "model/malformed-path", "tags["],
    ["a name for a resource", { parent: "site" }, "sdk/not-a-resource", '"parent" must be a resource'],
    ["null for a parent", { parent: null }, "sdk/not-a-resource", "given null"],
    ["a name to depend on", { dependsOn: ["logs"] }, "sdk/not-a-resource", '"dependsOn"'],
    ["null to depend on", { dependsOn: [null] }, "sdk/not-a-resource", '"dependsOn"'],
    ["an Output for a provider", { provider: coconut.output(1) }, "sdk/not-a-resource", "given an Output"],
    ["no providers", { providers: null }, "sdk/wrong-option", "an object"],
    ["a text among replaceWith", { replaceWith: ["x"] }, "sdk/not-a-resource", '"replaceWith"'],
    ["an alias that is a number", { aliases: [5] }, "sdk/wrong-option", "an object"],
    ["an alias with a misspelt part", { aliases: [{ nmae: "x" }] }, "sdk/unknown-option", '"nmae"'],
    ["an alias whose name is no text", { aliases: [{ name: 5 }] }, "sdk/wrong-option", "aliases.name"],
    [
      "a timeout that is none",
      { customTimeouts: { create: "soon" } },
      "sdk/wrong-option",
      "customTimeouts.create",
    ],
    ["a timeout below zero", { customTimeouts: { create: -1 } }, "sdk/wrong-option", "customTimeouts.create"],
    [
      "a timeout of nothing",
      { customTimeouts: { create: "0s" } },
      "sdk/wrong-option",
      "customTimeouts.create",
    ],
    ["a timeout of another step", { customTimeouts: { read: 5 } }, "sdk/unknown-option", '"read"'],
    ["timeouts that are text", { customTimeouts: "5m" }, "sdk/wrong-option", "an object"],
    ["a hook that is no function", { hooks: { afterCreate: ["x"] } }, "sdk/wrong-option", "functions"],
    ["a hook of another event", { hooks: { onCreate: [] } }, "sdk/unknown-option", '"onCreate"'],
    ["a retry without a delay", { retry: { attempts: 3 } }, "sdk/wrong-option", "given one without delay"],
    ["a retry of something else", { retry: { attempts: 3, delay: 1, by: 2 } }, "sdk/unknown-option", '"by"'],
    ["no attempt", { retry: { attempts: 0, delay: 1 } }, "sdk/wrong-option", "retry.attempts"],
    ["too many attempts", { retry: { attempts: 101, delay: 1 } }, "sdk/wrong-option", "from 1 to 100"],
    ["half an attempt", { retry: { attempts: 1.5, delay: 1 } }, "sdk/wrong-option", "a whole number"],
    ["a delay that is none", { retry: { attempts: 2, delay: "later" } }, "sdk/wrong-option", "retry.delay"],
    ["a transform that is none", { transforms: [{}] }, "sdk/wrong-option", "functions"],
    ["text for the options", "protect", "sdk/wrong-arguments", "options"],
    ["an Output for the options", coconut.output({}), "sdk/wrong-arguments", "options"],
  ])("are refused where they are wrong: %s", async (_name, options, code, words) => {
    const problem = await problemOf(() => new Bucket("logs", {}, options));
    expect(problem.code).toBe(code);
    expect(`${problem.detail} ${problem.path ?? ""}`).toContain(words);
    expect(problem.hint).not.toBe("");
    expect(problem.position).toEqual(
      placeOf(import.meta.url, "new Bucket", "async (_name, options, code, words)"),
    );
  });

  it("are refused where a resource is of the wrong kind", async () => {
    const asProvider = await problemOf(() => new Bucket("a", {}, { provider: new Bucket("b") }));
    expect(asProvider).toMatchObject({ code: "sdk/wrong-option" });
    expect(asProvider.detail).toContain('a provider resource, but was given the resource aws:s3:Bucket "b"');
    const asOptions = await problemOf(() => new Bucket("a", {}, new Site("b") as Anything));
    expect(asOptions.code).toBe("sdk/wrong-arguments");
  });

  it("that mean nothing for the resource are a warning with a position", async () => {
    const { recorder } = await recordProgram(
      () => [
        new Site("front", {}, { ignoreChanges: ["a"], protect: true, import: "x" }),
        Bucket.get("old", "b-1", { retainOnDelete: true }),
        new Bucket("fine", {}, { ignoreChanges: ["a"], import: "x" }),
      ],
      { project: "project", stack: "test" },
    );
    expect(
      recorder.warnings.map(({ code, severity, detail }) => [code, severity, detail.split('"')[1]]),
    ).toEqual([
      ["sdk/inapplicable-option", "warning", "ignoreChanges"],
      ["sdk/inapplicable-option", "warning", "import"],
      ["sdk/inapplicable-option", "warning", "retainOnDelete"],
    ]);
    expect(recorder.warnings[0]!.position).toEqual(placeOf(import.meta.url, "new Site", "recordProgram(\n"));
    expect(recorder.registrations).toHaveLength(4);
  });
});
