import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { assetOf, referenceTo, secretOf, unknown, type ValueObject } from "../../../model/index.js";
import {
  example,
  examplePackage,
  fieldsOf,
  inputs,
  outputs,
  plan,
  recordedOutputs,
  refusals,
  stored,
  tryPlan,
  type,
  type Asked,
  type Overrides,
} from "../../../../tests/provider/typed-example.js";
import { conflicts, exactlyOneOf, isUnknown, requiredWith, rule, writeOnly } from "../../index.js";

const same = { path: "a.txt", content: "A" };
const prior = stored();

describe("a create", () => {
  test("has its inputs with their defaults, and outputs that nobody knows yet", async () => {
    expect(await plan({ inputs: { path: "a.txt" } })).toEqual({
      inputs: { path: "a.txt", content: "", mode: 0o644 },
      outputs: {
        size: unknown,
        etag: unknown,
        owner: unknown,
        lastSeen: unknown,
        key: secretOf(unknown),
      },
      schemaVersion: 1,
      change: "some",
      fields: [],
    });
  });

  test("says how the type is replaced", async () => {
    const planned = await plan({ inputs: same }, { replaceOrder: "delete-first", coexists: true });
    expect(planned).toMatchObject({ replaceOrder: "delete-first", coexists: true });
  });

  test("what echoes a secret will be one", async () => {
    const given = { path: "a.txt", token: "t" };
    const planned = await plan({ inputs: given }, { echoes: ["size"] });
    expect(planned.outputs).toMatchObject({ size: secretOf(unknown), etag: unknown });
  });

  test("does not ask the modifier, and forgets what a lost object had", async () => {
    const modifyPlan = () => {
      throw new Error("asked");
    };
    const planned = await plan({ inputs: same, prior, mode: "create" }, { modifyPlan });
    expect(planned.outputs).toMatchObject({ size: unknown });
    expect(planned.fields).toEqual([]);
  });
});

describe("inputs", () => {
  test("a field that is known in part is unknown as a whole, and is not checked", async () => {
    const given = { path: unknown, tags: { a: "x", b: unknown }, ports: ["no number", unknown] };
    expect((await plan({ inputs: given })).inputs).toMatchObject({
      path: unknown,
      tags: unknown,
      ports: unknown,
    });
  });

  test.each<[name: string, given: ValueObject, expected: ValueObject]>([
    ["a secret field", { token: "t" }, { token: secretOf("t") }],
    ["a secret field with an unknown", { token: unknown }, { token: secretOf(unknown) }],
    ["a secret in a plain field", { content: secretOf("t") }, { content: secretOf("t") }],
    ["a secret part", { tags: { a: secretOf("t"), b: "b" } }, { tags: { a: secretOf("t"), b: "b" } }],
    ["an unknown beside a secret", { tags: { a: secretOf("t"), b: unknown } }, { tags: secretOf(unknown) }],
    ["a resource: its id", { owner: referenceTo({ urn: "u", id: "i" }) }, { owner: "i" }],
    ["a resource to be created", { owner: referenceTo({ urn: "u", id: unknown }) }, { owner: unknown }],
    ["a component: its URN", { owner: referenceTo({ urn: "u" }) }, { owner: "u" }],
    ["null, which is absent", { content: null, tags: null }, { content: "" }],
  ])("%s", async (_, given, expected) => {
    const planned = await plan({ inputs: { path: "a", ...given } });
    expect(planned.inputs).toMatchObject(expected);
    for (const [field, value] of Object.entries(given)) {
      if (value === null) expect(planned.inputs[field]).toEqual(expected[field]);
    }
  });

  test("what a schema made of a secret is secret as a whole", async () => {
    const lines = v.pipe(
      v.string(),
      v.transform((text) => text.split("\n")),
    );
    const planned = await plan({ inputs: { lines: secretOf("a\nb") } }, { inputs: { lines }, replaceOn: [] });
    expect(planned.inputs).toEqual({ lines: secretOf(["a", "b"]) });
  });

  test("assets stay what they are", async () => {
    const asset = assetOf({ path: "a.txt" }, "hash");
    const planned = await plan({ inputs: { body: asset } }, { inputs: { body: v.any() }, replaceOn: [] });
    expect(planned.inputs).toEqual({ body: asset });
  });

  test("everything that is wrong is said at once, with its path", async () => {
    const given = { paht: "a", tags: { a: 1 }, ports: [1, "2"], mode: unknown };
    expect(await refusals({ inputs: given })).toEqual([
      'provider/no-such-input paht: disk:fs:File has no input "paht".',
      expect.stringMatching(/^provider\/invalid-input path: "path" of disk:fs:File is missing\. /),
      expect.stringMatching(/^provider\/invalid-input tags\.a: tags\.a of disk:fs:File is invalid\. .*1$/),
      expect.stringMatching(/^provider\/invalid-input ports\[1\]: ports\[1\] of disk:fs:File is invalid/),
    ]);
  });

  test.each([
    ["paht", 'Did you mean "path"?'],
    ["colour", "Available inputs: path, content, mode, tags, ports, token, owner"],
  ])("an input that there is not is answered with the nearest: %s", async (name, hint) => {
    const planned = await tryPlan({ inputs: { path: "a", [name]: 1 } });
    expect(planned).toMatchObject({ kind: "rejected", diagnostics: [{ hint, resource: "urn:file" }] });
  });

  test.each<[ValueObject]>([[{ token: 47_110_815 }], [{ tags: { a: secretOf(47_110_815) } }]])(
    "a secret that does not fit is not shown: %j",
    async (given) => {
      const found = await refusals({ inputs: { path: "a", ...given } });
      expect(found).toEqual([expect.stringContaining("It is secret, so no details are shown")]);
      expect(found[0]).not.toContain("47110815");
      expect(found[0]).toContain(`provider/invalid-input ${Object.keys(given)[0]}: `);
    },
  );

  test("what a schema makes must be a value", async () => {
    const when = v.pipe(
      v.string(),
      v.transform((text) => ({ at: new Date(text) })),
    );
    const found = await refusals({ inputs: { when: "2020" } }, { inputs: { when }, replaceOn: [] });
    expect(found).toEqual([expect.stringContaining("when.at is an instance of Date")]);
  });

  test("a schema that answers with a promise is refused", async () => {
    const path = v.pipeAsync(
      v.string(),
      v.checkAsync(async () => true),
    );
    expect(await refusals({ inputs: { path: "a" } }, { inputs: { path } })).toEqual([
      expect.stringContaining("provider/async-schema path: "),
    ]);
  });

  test("a type that the package does not define is refused with the nearest", async () => {
    const provider = await example();
    const call = { phase: "plan" as const, signal: new AbortController().signal, report: () => {} };
    const request = {
      type: "disk:fs:Fiel",
      mode: "create" as const,
      inputs: {},
      replaceOnChanges: [],
      ignoreChanges: [],
    };
    expect(await provider.plan(call, request)).toMatchObject({
      kind: "rejected",
      diagnostics: [{ code: "provider/no-such-type", hint: expect.stringContaining("disk:fs:File?") }],
    });
    expect(() => provider.canFind("disk:fs:Fiel")).toThrow("provider/no-such-type");
  });
});

describe("what differs from what is recorded", () => {
  const table: readonly [name: string, asked: Partial<Asked>, expected: string[], overrides?: Overrides][] = [
    ["nothing", {}, []],
    ["an input", { inputs: { path: "a.txt", content: "B" } }, ["inputs update content"]],
    ["an input that was left out", { inputs: { path: "a.txt" } }, ["inputs update content"]],
    ["a new input", { inputs: { ...same, owner: "you" } }, ["inputs add owner"]],
    ["an unknown input", { inputs: { path: "a.txt", content: unknown } }, ["inputs update content"]],
    ["a replace field", { inputs: { ...same, path: "b.txt" } }, ["inputs update path!"]],
    ["a replace field that is unknown", { inputs: { ...same, path: unknown } }, ["inputs update path!"]],
    [
      "several at once",
      { inputs: { path: "b.txt", content: "B", tags: { a: "x" } } },
      ["inputs update path!", "inputs update content", "inputs add tags"],
    ],
    [
      "a part of an input",
      { inputs: { ...same, tags: { a: "1", b: "3" } }, prior: withInputs({ tags: { a: "1", b: "2" } }) },
      ["inputs update tags.b"],
    ],
    [
      "the unknown part of an input, and what it leaves out",
      { inputs: { ...same, tags: { a: unknown } }, prior: withInputs({ tags: { a: "1", b: "2" } }) },
      ["inputs update tags.a", "inputs delete tags.b"],
    ],
    ["null instead of nothing", { inputs: { ...same, tags: null } }, []],
    ["becoming secret", { inputs: { path: "a.txt", content: secretOf("A") } }, []],
    ["being secret no more", { prior: withInputs({ content: secretOf("A") }) }, []],
    [
      "becoming secret and another",
      { inputs: { path: "a.txt", content: secretOf("B") } },
      ["inputs update content"],
    ],
    ["a default that is new", { prior: stored({ inputs: { path: "a.txt", content: "A" } }) }, []],
    [
      "a default that is new, and another value",
      { inputs: { ...same, mode: 1 }, prior: stored({ inputs: { path: "a.txt", content: "A" } }) },
      ["inputs update mode"],
    ],
    ["an input and output at once, left out as before", { inputs: same }, []],
    [
      "an input and output at once, left out now",
      { inputs: same, prior: withInputs({ owner: "you" }) },
      ["inputs delete owner"],
    ],
    [
      "replaceOnChanges",
      { inputs: { ...same, content: "B" }, replaceOnChanges: ["content"] },
      ["inputs update content!"],
    ],
    [
      "replaceOnChanges further up than the change",
      {
        inputs: { ...same, tags: { a: "2" } },
        prior: withInputs({ tags: { a: "1" } }),
        replaceOnChanges: ["tags"],
      },
      ["inputs update tags.a!"],
    ],
    [
      "replaceOnChanges with a wildcard",
      {
        inputs: { ...same, ports: [1, 3] },
        prior: withInputs({ ports: [1, 2] }),
        replaceOnChanges: ["ports[*]"],
      },
      ["inputs update ports[1]!"],
    ],
    [
      "replaceOnChanges of another part",
      {
        inputs: { ...same, tags: { a: "2" } },
        prior: withInputs({ tags: { a: "1" } }),
        replaceOnChanges: ["tags.b"],
      },
      ["inputs update tags.a"],
    ],
    [
      "replaceOnChanges further down than the change",
      { inputs: same, prior: withInputs({ tags: { a: "1" } }), replaceOnChanges: ["tags.a"] },
      ["inputs delete tags!"],
    ],
    [
      "replaceOnChanges further down than the change, and elsewhere",
      { inputs: same, prior: withInputs({ tags: { a: "1" } }), replaceOnChanges: ["tags.b"] },
      ["inputs delete tags"],
    ],
    [
      "replaceOnChanges in something unknown",
      {
        inputs: { ...same, tags: unknown },
        prior: withInputs({ tags: { a: "1" } }),
        replaceOnChanges: ["tags.a"],
      },
      ["inputs update tags!"],
    ],
  ];
  test.each(table)("%s", async (_, asked, expected, overrides) => {
    const planned = await plan({ inputs: same, prior, ...asked }, overrides);
    expect(fieldsOf(planned)).toEqual(expected);
    expect(planned.change).toBe(expected.length === 0 ? "none" : "some");
  });

  test("a secret is one value: nothing inside it is named", async () => {
    const planned = await plan({
      inputs: { ...same, tags: secretOf({ hidden: "1" }) },
      prior: withInputs({ tags: { hidden: "2" } }),
    });
    expect(fieldsOf(planned)).toEqual(["inputs update tags"]);
  });
});

describe("equivalence", () => {
  const lower = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

  test.each<[name: string, given: ValueObject, expected: string[]]>([
    ["no change, and no replacement", { ...same, path: "A.TXT" }, []],
    ["only of its own field", { path: "A.TXT", content: "a" }, ["inputs update content"]],
    ["of nothing that is unknown", { ...same, path: unknown }, ["inputs update path!"]],
    ["nor of what is no spelling", { ...same, path: "b" }, ["inputs update path!"]],
  ])("%s", async (_, given, expected) => {
    const planned = await plan({ inputs: given, prior }, { equivalent: { path: lower } });
    expect(fieldsOf(planned)).toEqual(expected);
    expect(planned.inputs["path"]).toEqual(given["path"]);
  });

  test("is asked with plain values, and with all the others", async () => {
    const asked: unknown[] = [];
    const equivalent = { token: (...parameters: unknown[]) => asked.push(...parameters) > 0 };
    await plan(
      { inputs: { ...same, token: "new", content: unknown }, prior: withInputs({ token: secretOf("old") }) },
      { equivalent },
    );
    expect(asked).toEqual([
      "old",
      "new",
      {
        prior: { path: "a.txt", content: "A", mode: 0o644, token: "old" },
        current: { path: "a.txt", content: unknown, mode: 0o644, token: "new" },
      },
    ]);
  });

  test("is asked about absence only where a field may be absent", async () => {
    const asked: unknown[] = [];
    const equivalent = {
      path: (...parameters: unknown[]) => asked.push(parameters) > 0,
      owner: (a: unknown, b: unknown) => asked.push([a, b]) > 0,
    };
    await plan(
      { inputs: { ...same, owner: "x" }, prior: stored({ inputs: { content: "A" } }) },
      { equivalent },
    );
    expect(asked).toEqual([[undefined, "x"]]);
  });

  test("that throws is a diagnostic, or a change while a neighbour is unknown", async () => {
    const equivalent = {
      path: (): boolean => {
        throw new Error("broken over hunter2");
      },
    };
    const given = { ...same, path: "b", token: "hunter2" };
    expect(await refusals({ inputs: given, prior }, { equivalent })).toEqual([
      "provider/hook-failed : equivalent.path of disk:fs:File (package disk 1.2.0) threw Error: broken over [secret]",
    ]);
    const planned = await plan({ inputs: { ...given, content: unknown }, prior }, { equivalent });
    expect(fieldsOf(planned)).toContain("inputs update path!");
  });

  test("is what the engine's own comparison asks for", () => {
    const found = examplePackage({ equivalent: { path: lower } });
    const isEquivalent = (field: string, before: ValueObject, after: ValueObject) =>
      found.isEquivalent({ type, field, before, after });
    expect(isEquivalent("path", { path: "a" }, { path: "A" })).toBe(true);
    expect(isEquivalent("path", { path: "a" }, { path: "b" })).toBe(false);
    expect(isEquivalent("path", { path: unknown }, { path: "b" })).toBe(false);
    expect(isEquivalent("content", { content: "a" }, { content: "A" })).toBe(false);
    const other = { type: "disk:fs:Other", field: "path", before: { path: "a" }, after: { path: "A" } };
    expect(found.isEquivalent(other)).toBe(false);
  });
});

describe("ignoreChanges", () => {
  const tags = { a: "1", b: "2" };
  const table: readonly [
    path: string,
    given: ValueObject,
    recorded: ValueObject,
    fields: string[],
    inputs: ValueObject,
  ][] = [
    ["content", { content: "B" }, {}, [], { content: "A" }],
    ["content", { content: unknown }, {}, [], { content: "A" }],
    ["content", { content: 5 }, {}, [], { content: "A" }],
    ["path", { path: "b.txt" }, {}, [], { path: "a.txt" }],
    ["tags", { tags }, {}, [], {}],
    ["tags.a", { tags: { a: "9", b: "2" } }, { tags }, [], { tags }],
    ["tags.a", { tags: { a: unknown, b: "2" } }, { tags }, [], { tags }],
    ["tags.a", { tags: { b: "3" } }, { tags }, ["inputs update tags.b"], { tags: { a: "1", b: "3" } }],
    ["tags.c", { tags: { ...tags, c: "3" } }, { tags }, [], { tags }],
    ["tags.a", {}, { tags }, ["inputs delete tags"], {}],
    ["tags[*]", { tags: { c: "3" } }, { tags }, [], { tags }],
    ["ports[1]", { ports: [1, 9] }, { ports: [1, 2] }, [], { ports: [1, 2] }],
    ["ports[1]", { ports: [1] }, { ports: [1, 2] }, ["inputs delete ports[1]"], { ports: [1] }],
    ["ports[*]", { ports: [7, 8, 9] }, { ports: [1] }, [], { ports: [1] }],
    ["root", { path: "b", content: "B" }, { tags }, [], { path: "a.txt", content: "A", tags }],
    ["tags.a", { tags: { a: secretOf("9"), b: "2" } }, { tags }, [], { tags }],
  ];
  test.each(table)("%s: %j over %j", async (path, given, recorded, fields, inputs) => {
    const asked = { inputs: { ...same, ...given }, prior: withInputs(recorded), ignoreChanges: [path] };
    const planned = await plan(asked);
    expect(fieldsOf(planned)).toEqual(fields);
    expect(planned.inputs).toEqual({ path: "a.txt", content: "A", mode: 0o644, ...inputs });
  });

  test("a wildcard on the way stands for every key of either", async () => {
    const nested = { inputs: { rules: v.record(v.string(), v.any()) }, replaceOn: [] };
    const planned = await plan(
      {
        inputs: { rules: { x: { port: 9, name: "x" }, z: { port: 3 } } },
        prior: stored({ inputs: { rules: { x: { port: 1, name: "y" } } } }),
        ignoreChanges: ["rules[*].port"],
      },
      nested,
    );
    expect(planned.inputs).toEqual({ rules: { x: { port: 1, name: "x" }, z: {} } });
  });

  test("means nothing to something new", async () => {
    const planned = await plan({ inputs: same, ignoreChanges: ["content"] });
    expect(planned.inputs).toMatchObject({ content: "A" });
  });
});

describe("drift", () => {
  const observed = (part: ValueObject) => stored({ outputs: { ...recordedOutputs, ...part } });
  const table: readonly [name: string, asked: Partial<Asked>, expected: string[]][] = [
    ["none", { observed: observed({}) }, []],
    ["an output that moved", { observed: observed({ size: 2 }) }, ["drift update size"]],
    ["an output that came", { observed: observed({ key: secretOf("k") }) }, ["drift add key"]],
    ["an output that went", { observed: observed({ etag: null }) }, ["drift delete etag"]],
    ["a volatile output", { observed: observed({ lastSeen: "friday" }) }, []],
    ["not read", {}, []],
    [
      "not read, but refreshed before",
      { prior: observed({ size: 2 }), baseline: recordedOutputs },
      ["drift update size"],
    ],
    [
      "refreshed before, and back again",
      { prior: observed({ size: 2 }), baseline: recordedOutputs, observed: observed({}) },
      [],
    ],
    [
      "an output that is newer than the record",
      { prior: stored({ outputs: { owner: "me" } }), observed: observed({ etag: null }) },
      [],
    ],
    ["becoming secret", { observed: observed({ etag: secretOf("e1") }) }, []],
    [
      "beside another change",
      { inputs: { ...same, content: "B" }, observed: observed({ size: 2 }) },
      ["inputs update content", "drift update size"],
    ],
  ];
  test.each(table)("%s", async (_, asked, expected) => {
    const planned = await plan({ inputs: same, prior, ...asked });
    expect(fieldsOf(planned)).toEqual(expected);
    expect(planned.change).toBe(expected.length === 0 ? "none" : "some");
  });
});

describe("the modifier", () => {
  test("makes outputs unknown and the resource an update", async () => {
    const planned = await plan(
      { inputs: same, prior },
      { modifyPlan: ({ unknown }: { unknown: (field: string) => void }) => unknown("etag") },
    );
    expect(fieldsOf(planned)).toEqual(["outputs update etag"]);
    expect(planned).toMatchObject({ change: "some", outputs: { etag: unknown, size: 1 } });
  });

  test("makes a change a replacement, and what did not change none", async () => {
    const modifyPlan = ({ replace }: { replace: (field: string) => void }) => {
      replace("content");
      replace("mode");
    };
    const planned = await plan({ inputs: { ...same, content: "B" }, prior }, { modifyPlan });
    expect(planned.fields).toEqual([{ path: "content", kind: "update", replaces: true, of: "inputs" }]);
    expect(planned.outputs).toMatchObject({ size: unknown, etag: unknown });
    expect(await plan({ inputs: same, prior }, { modifyPlan })).toMatchObject({ change: "none", fields: [] });
  });

  test("sees what is recorded, what is asked for, and what changes", async () => {
    let seen: unknown;
    const modifyPlan = ({ inputs, prior, hasPriorState, config, change }: ModifyCall) => {
      const changes = ["path", "content", "mode", "tags"].map(change);
      seen = { inputs, prior, hasPriorState, config, changes, unknown: isUnknown(inputs["tags"]) };
    };
    const given = { path: "A.TXT", content: "B", token: "t", tags: { a: unknown, b: "2" } };
    await plan({ inputs: given, prior }, { modifyPlan, equivalent: { path: () => true } });
    expect(seen).toEqual({
      inputs: { path: "A.TXT", content: "B", mode: 0o644, token: "t", tags: unknown },
      prior: { inputs: prior.inputs, outputs: recordedOutputs },
      hasPriorState: true,
      config: { root: "." },
      changes: ["same", "changed", "same", "unknown"],
      unknown: true,
    });
  });

  test.each([
    ["unknown", 'disk:fs:File has no output "sizes".'],
    ["change", 'disk:fs:File has no input "sizes".'],
    ["replace", 'disk:fs:File has no input "sizes".'],
  ])("cannot name a field that there is not: %s", async (way, message) => {
    const modifyPlan = (call: { [way: string]: (field: string) => void }) => call[way]!("sizes");
    expect(await refusals({ inputs: same, prior }, { modifyPlan })).toEqual([
      `provider/hook-failed : modifyPlan of disk:fs:File (package disk 1.2.0) threw TypeError: ${message}`,
    ]);
  });

  test("cannot be asked while the configuration is unknown: then it may mark anything", async () => {
    const modifyPlan = () => {};
    const planned = await plan({ inputs: same, prior }, { modifyPlan }, { root: unknown });
    expect(planned.deferred).toContain("disk");
    expect(planned.change).toBe("some");
    expect(planned.outputs).toMatchObject({ size: unknown, etag: unknown, owner: unknown });
    expect(await plan({ inputs: same, prior }, {}, { root: unknown })).toMatchObject({
      change: "none",
      deferred: expect.any(String),
    });
  });

  interface ModifyCall {
    readonly inputs: ValueObject;
    readonly prior: unknown;
    readonly hasPriorState: boolean;
    readonly config: unknown;
    readonly change: (field: string) => string;
  }
});

describe("what others may read meanwhile", () => {
  const table: readonly [name: string, asked: Partial<Asked>, expected: ValueObject][] = [
    ["same: what is recorded", {}, recordedOutputs],
    [
      "same: the recorded value of what moves by itself",
      { observed: stored({ outputs: { ...recordedOutputs, lastSeen: "friday" } }) },
      recordedOutputs,
    ],
    [
      "update: what is recorded, but not what moves by itself",
      { inputs: { ...same, content: "B" } },
      { ...recordedOutputs, lastSeen: unknown },
    ],
    [
      "update: not what has the name of a changed input",
      { inputs: { ...same, owner: "you" } },
      { ...recordedOutputs, owner: unknown, lastSeen: unknown },
    ],
    [
      "update: not what drifted",
      { observed: stored({ outputs: { ...recordedOutputs, size: 2 } }) },
      { ...recordedOutputs, size: unknown, lastSeen: unknown },
    ],
    ["replace: nothing", { inputs: { ...same, path: "b" } }, allUnknown()],
    ["unfinished: nothing", { prior: stored({ unfinished: ["cut off"], outputs: {} }) }, allUnknown()],
    [
      "an output that is newer than the record: as it was read",
      {
        prior: stored({ outputs: { owner: "me" } }),
        observed: stored({ outputs: { size: 3, owner: "me" } }),
      },
      { size: 3, owner: "me" },
    ],
    [
      "a recorded output that is a secret now",
      { prior: stored({ outputs: { ...recordedOutputs, key: "k" } }) },
      { ...recordedOutputs, key: secretOf("k") },
    ],
  ];
  test.each(table)("%s", async (_, asked, expected) => {
    const planned = await plan({ inputs: same, prior, ...asked });
    expect(planned.outputs).toEqual(expected);
  });
});

describe("constraints", () => {
  const constraints = [
    exactlyOneOf("content", "tags"),
    requiredWith("owner", "mode", "ports"),
    conflicts("token", "ports"),
    rule(
      ["mode", "owner"],
      (mode: number, owner?: string) => mode < 1000 || owner === undefined,
      "Too open.",
    ),
  ];
  const check = (given: ValueObject) => refusals({ inputs: { path: "a", ...given } }, { constraints });

  test.each<[given: ValueObject, expected: string[]]>([
    [{ content: "x" }, []],
    [{ tags: {} }, []],
    [{ content: "x", owner: "me", ports: [] }, []],
    [{}, ['provider/constraint content: Exactly one of "content", "tags" must be set, but none is.']],
    [
      { content: null },
      ['provider/constraint content: Exactly one of "content", "tags" must be set, but none is.'],
    ],
    [
      { content: "x", tags: {}, owner: "me", mode: 5000 },
      [
        'provider/constraint content: Exactly one of "content", "tags" must be set, but "content", "tags" are.',
        'provider/constraint owner: "owner" is set, so "ports" must also be set.',
        "provider/constraint mode: Too open.",
      ],
    ],
    [
      { content: "x", token: "t", ports: [1] },
      ['provider/constraint token: At most one of "token", "ports" can be set, but "token", "ports" are.'],
    ],
    [{ content: unknown }, []],
    [{ content: "x", tags: unknown, owner: unknown, token: unknown, ports: [1] }, []],
  ])("%j", async (given, expected) => {
    expect(await check(given)).toEqual(expected);
  });

  test("come with what schemas say, except over fields that have no value", async () => {
    expect(await check({ content: "x", mode: "x", owner: "me", token: "t", ports: [1] })).toEqual([
      expect.stringContaining("provider/invalid-input mode: "),
      expect.stringContaining("provider/constraint token: "),
    ]);
  });

  test("that throw name themselves", async () => {
    const broken = [
      rule(
        ["token"],
        (token: string) => {
          throw new Error(`over ${token}`);
        },
        "",
      ),
    ];
    expect(await refusals({ inputs: { path: "a", token: "hunter2" } }, { constraints: broken })).toEqual([
      "provider/hook-failed : constraints[0] of disk:fs:File (package disk 1.2.0) threw Error: over [secret]",
    ]);
  });
});

describe("validation at plan time", () => {
  const asked: unknown[] = [];
  const validate = async ({ inputs, prior }: { inputs: { path: string }; prior: unknown }) => {
    asked.push(prior);
    if (inputs.path === "bad") return { field: "path", message: "It is bad." };
    return inputs.path === "worse" ? ["one", { message: "two" }] : undefined;
  };

  test.each<[name: string, asked: Asked, expected: string[]]>([
    ["nothing wrong", { inputs: same }, []],
    [
      "one violation",
      { inputs: { path: "bad" } },
      ["provider/invalid-input path: path of disk:fs:File is invalid. It is bad."],
    ],
    [
      "several",
      { inputs: { path: "worse" } },
      [
        "provider/invalid-input : disk:fs:File is invalid. one",
        "provider/invalid-input : disk:fs:File is invalid. two",
      ],
    ],
    ["not before everything is known", { inputs: { path: "bad", content: unknown } }, []],
    [
      "not where nothing changes",
      { inputs: { path: "bad", content: "A" }, prior: withInputs({ path: "bad" }) },
      [],
    ],
  ])("%s", async (_, given, expected) => {
    expect(await refusals(given, { validate })).toEqual(expected);
  });

  test("sees what is recorded, if there is something", async () => {
    asked.length = 0;
    await plan({ inputs: same }, { validate });
    await plan({ inputs: { ...same, content: "new" }, prior }, { validate });
    await plan({ inputs: same, prior: stored({ unfinished: ["cut off"] }) }, { validate });
    const recorded = { inputs: prior.inputs, outputs: recordedOutputs };
    expect(asked).toEqual([undefined, recorded, recorded]);
  });

  test("is left to the plan of the new object where the old one is replaced", async () => {
    asked.length = 0;
    await plan({ inputs: { ...same, path: "new" }, prior }, { validate });
    await plan({ inputs: { ...same, content: "new" }, prior, isReplaced: true }, { validate });
    expect(asked).toEqual([]);
  });

  test("is left to the engine at apply, and waits for the configuration", async () => {
    asked.length = 0;
    await plan({ inputs: { path: "bad" } }, { validate }, undefined, "apply");
    await plan({ inputs: { path: "bad" } }, { validate }, { root: unknown });
    expect(asked).toEqual([]);
  });
});

test("inputs come in the order of the definition", async () => {
  const planned = await plan({ inputs: { mode: 1, content: "x", path: "a" } });
  expect(Object.keys(planned.inputs)).toEqual(["path", "content", "mode"]);
  expect(Object.keys(inputs).slice(0, 3)).toEqual(["path", "content", "mode"]);
});

function withInputs(part: ValueObject) {
  return stored({ inputs: { path: "a.txt", content: "A", mode: 0o644, ...part } });
}

function allUnknown(): ValueObject {
  const names = Object.keys(outputs);
  return Object.fromEntries(names.map((name) => [name, name === "key" ? secretOf(unknown) : unknown]));
}

describe("write-only inputs", () => {
  const withPin = {
    inputs: {
      path: v.string(),
      content: v.optional(v.string(), "A"),
      pin: writeOnly(v.optional(v.pipe(v.string(), v.minLength(4)))),
      mode: writeOnly(v.optional(v.number(), 1)),
    },
    constraints: [requiredWith("pin", "content")],
  };

  test.each<[what: string, given: ValueObject, unrecorded: true | undefined]>([
    ["given", { pin: "1234" }, true],
    ["known after apply", { pin: unknown }, true],
    ["known in part", { pin: secretOf(unknown) }, true],
    ["left out, with a default", {}, undefined],
    ["given as null", { pin: null }, undefined],
  ])("are in no plan: %s", async (_, given, unrecorded) => {
    const planned = await plan({ inputs: { path: "a", ...given } }, withPin);
    expect(planned.inputs).toEqual({ path: "a", content: "A" });
    expect(planned.partlyKnown).toBeUndefined();
    expect(planned.unrecorded).toBe(unrecorded);
  });

  test("are no change, also where state still has them", async () => {
    const recorded = stored({ inputs: { path: "a", content: "A", pin: "0000" } });
    const planned = await plan({ inputs: { path: "a", pin: "1234" }, prior: recorded }, withPin);
    expect(planned).toMatchObject({ change: "none", fields: [], inputs: { path: "a", content: "A" } });
  });

  test("are checked, and not shown", async () => {
    const refused = await refusals({ inputs: { path: "a", pin: "12" } }, withPin);
    expect(JSON.stringify(refused)).toContain("pin");
    expect(JSON.stringify(refused)).not.toContain("12");
  });
});

describe("a prediction", () => {
  const change = { path: "a.txt", content: "B" };

  test("is a known output with its name", async () => {
    const predict = () => ({ size: 7 });
    expect(await plan({ inputs: same }, { predict })).toMatchObject({
      outputs: { size: 7, etag: unknown },
      predicted: ["size"],
    });
  });

  test("of an update is shown if it differs from what is recorded", async () => {
    const predict = () => ({ size: 7, owner: "me" });
    const planned = await plan({ inputs: change, prior }, { predict });
    expect(planned).toMatchObject({ outputs: { size: 7, owner: "me" }, predicted: ["size", "owner"] });
    expect(fieldsOf(planned)).toContain("outputs update size");
  });

  test("is not asked for if nothing is done, or if the object is replaced", async () => {
    const predict = () => {
      throw new Error("asked");
    };
    expect((await plan({ inputs: same, prior }, { predict })).change).toBe("none");
    const replaced = await plan({ inputs: { ...same, path: "b.txt" }, prior }, { predict });
    expect(replaced.predicted).toBeUndefined();
  });

  test("that says nothing leaves the plan as it is", async () => {
    for (const answer of [undefined, {}, { size: undefined }]) {
      const planned = await plan({ inputs: same }, { predict: () => answer });
      expect(planned.outputs).toMatchObject({ size: unknown });
      expect(planned.predicted).toBeUndefined();
    }
  });

  test("sees inputs that are known after apply as unknown, and what is recorded", async () => {
    const seen: unknown[] = [];
    const predict = (call: { readonly inputs: { readonly content: unknown }; readonly prior: unknown }) => {
      seen.push(isUnknown(call.inputs.content), call.prior);
    };
    await plan({ inputs: { path: "a.txt", content: unknown } }, { predict });
    expect(seen).toEqual([true, undefined]);
    await plan({ inputs: change, prior }, { predict });
    expect(seen[3]).toMatchObject({ outputs: expect.anything() as object });
  });

  test("of a secret output is secret", async () => {
    const planned = await plan({ inputs: same }, { predict: () => ({ key: "k" }) });
    expect(planned.outputs).toMatchObject({ key: secretOf("k") });
  });

  test.each<[fault: string, answer: unknown]>([
    ["what is no output", { length: 7 }],
    ["what its schema refuses", { size: "seven" }],
    ["no object", "seven"],
  ])("of %s fails the plan", async (_, answer) => {
    expect(await tryPlan({ inputs: same }, { predict: () => answer })).toMatchObject({ kind: "rejected" });
  });
});
