import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../model/index.js";
import { conflicts, defineProvider, exactlyOneOf, rule, secret, writeOnly } from "./index.js";

const provider = { package: "disk", version: "1.2.0" };
const file = {
  inputs: { path: v.string(), content: v.string() },
  outputs: { size: v.number() },
  create: async () => ({ id: "1", outputs: { size: 1 } }),
  read: async () => null,
  update: async () => ({ size: 1 }),
  delete: async () => {},
};
const stat = { inputs: {}, outputs: {}, invoke: async () => ({}) };

/** What a definition is refused with, as `code: detail`. */
function refusals(define: () => unknown): string[] {
  try {
    define();
    return [];
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return error.diagnostics.map(({ code, detail }) => `${code}: ${detail}`);
  }
}

/** Definitions as JavaScript may write them, against all types. */
const defineAnything = (definition: object) => refusals(() => defineProvider(definition as typeof provider));
const resource = (token: unknown, definition: object) =>
  refusals(() => defineProvider(provider).resource(token as string, definition as typeof file));

test("what is right is not refused", () => {
  const disk = defineProvider({ ...provider, version: "1.2.0-beta.1+build.5", config: { root: v.string() } });
  disk.resource("fs:File", {
    ...file,
    replaceOn: ["path"],
    volatile: ["size"],
    globalId: "path",
    settlesWithinMs: 30_000,
    equivalent: { path: () => true },
    constraints: [conflicts("path", "content"), rule(["path"], () => true, "")],
  });
  disk.resource("File", file);
  disk.function("fs:File", stat);
});

test.each<[code: string, definition: object, part: string]>([
  ["provider/malformed-package", { ...provider, package: "my-disk" }, 'Column 3 of "my-disk:index:Type"'],
  ["provider/malformed-package", { ...provider, package: "" }, "the package is missing"],
  ["provider/malformed-package", { version: "1.0.0" }, "It is undefined."],
  ["provider/malformed-version", { ...provider, version: "1.2" }, 'is "1.2"'],
  ["provider/malformed-version", { ...provider, version: 1 }, "is 1."],
  ["provider/malformed-version", { package: "disk" }, "is undefined"],
  ["provider/malformed-limit", { ...provider, callsAtOnce: 0 }, "is 0."],
  ["provider/malformed-limit", { ...provider, callsAtOnce: "four" }, 'is "four"'],
  [
    "provider/not-a-schema",
    { ...provider, config: { root: String } },
    "config.root of the provider disk is a function.",
  ],
  ["provider/not-a-schema", { ...provider, config: [] }, "config of the provider disk is an array"],
])("a provider is refused: %s %j", (code, definition, part) => {
  expect(defineAnything(definition)).toEqual([expect.stringContaining(part)]);
  expect(defineAnything(definition)[0]).toMatch(`${code}: `);
});

test.each([[-1], [0.5], [Infinity], ["30s"], [3_600_001]])("%s is no time to wait", (window) => {
  for (const name of ["settlesWithinMs", "lateWithinMs"])
    expect(resource("fs:File", { ...file, [name]: window })).toEqual([
      expect.stringMatching(`^[^]*provider/malformed-window: [^]*${name} of `),
    ]);
});

describe("tokens", () => {
  test.each([
    ["", "the type name is missing"],
    ["fs:", "the type name is missing"],
    [":File", "the module is missing"],
    ["fs/file:File", '"/" is not allowed in the module'],
    ["a:b:C", "at most three parts"],
    ["1File", "instead of a letter"],
    [undefined, "It is undefined."],
  ])("%j is none", (token, part) => {
    expect(resource(token, file)).toEqual([expect.stringContaining("provider/malformed-token: ")]);
    expect(resource(token, file)[0]).toContain(part);
  });

  test("each stands for one resource type and one function", () => {
    const disk = defineProvider(provider);
    disk.resource("fs:File", file);
    disk.function("fs:stat", stat);
    expect(refusals(() => disk.resource("fs:File", file))).toEqual([
      expect.stringContaining('provider/duplicate-token: The provider disk defines "fs:File"'),
    ]);
    expect(refusals(() => disk.function("fs:stat", stat))).toEqual([
      expect.stringContaining('provider/duplicate-token: The provider disk defines "fs:stat"'),
    ]);
    expect(refusals(() => defineProvider(provider).resource("fs:File", file))).toEqual([]);
  });
});

test.each("urn id then toJSON constructor toString valueOf hasOwnProperty".split(" "))(
  "a field cannot be called %s",
  (name) => {
    const inputs = Object.fromEntries([[name, v.string()]]);
    const refused = [
      expect.stringMatching(new RegExp(`^provider/reserved-field: .*disk:fs:File.*"${name}"`)),
    ];
    expect(resource("fs:File", { ...file, inputs })).toEqual(refused);
    expect(resource("fs:File", { ...file, outputs: inputs })).toEqual(refused);
  },
);

test.each<[definition: object, detail: string]>([
  [{ replaceOn: ["paht"] }, 'replaceOn of disk:fs:File names "paht", which is not one of its inputs.'],
  [{ replaceOn: ["size"] }, 'replaceOn of disk:fs:File names "size", which is not one of its inputs.'],
  [
    { replaceOn: ["toString"] },
    'replaceOn of disk:fs:File names "toString", which is not one of its inputs.',
  ],
  [{ volatile: ["path"] }, 'volatile of disk:fs:File names "path", which is not one of its outputs.'],
  [{ echoes: ["path"] }, 'echoes of disk:fs:File names "path", which is not one of its outputs.'],
  [{ globalId: "name" }, 'globalId of disk:fs:File names "name", which is not one of its inputs.'],
  [
    { equivalent: { paht: () => true } },
    'equivalent of disk:fs:File names "paht", which is not one of its inputs.',
  ],
  [
    { constraints: [exactlyOneOf("path", "url")] },
    'constraints of disk:fs:File names "url", which is not one of its inputs.',
  ],
])("a definition names its own fields: %j", (part, detail) => {
  expect(resource("fs:File", { ...file, ...part })).toEqual([`provider/unknown-field: ${detail}`]);
});

test.each<[definition: object, detail: string]>([
  [{ outputs: { size: writeOnly(v.number()) } }, "outputs.size of disk:fs:File is write-only."],
  [{ replaceOn: ["token"] }, 'replaceOn of disk:fs:File names "token", which is write-only.'],
  [{ globalId: "token" }, 'globalId of disk:fs:File names "token", which is write-only.'],
  [{ equivalent: { token: () => true } }, 'equivalent of disk:fs:File names "token", which is write-only.'],
])("what is write-only cannot be recorded: %j", (part, detail) => {
  const inputs = { ...file.inputs, token: secret(writeOnly(v.string())) };
  expect(resource("fs:File", { ...file, inputs })).toEqual([]);
  expect(resource("fs:File", { ...file, inputs, ...part })).toEqual([
    `provider/misplaced-write-only: ${detail}`,
  ]);
});

test("only inputs of resources are write-only", () => {
  expect(defineAnything({ ...provider, config: { token: writeOnly(v.string()) } })).toEqual([
    "provider/misplaced-write-only: config.token of the provider disk is write-only.",
  ]);
  const site = { inputs: { token: writeOnly(v.string()) }, outputs: {}, construct: () => ({}) };
  expect(refusals(() => defineProvider(provider).component("web:Site", site as never))).toEqual([
    "provider/misplaced-write-only: inputs.token of disk:web:Site is write-only.",
  ]);
});

test.each(["create", "read", "update", "delete"])("%s is needed", (hook) => {
  const detail = `provider/missing-hook: ${hook} of disk:fs:File is undefined instead of a function.`;
  expect(resource("fs:File", { ...file, [hook]: undefined })).toEqual([detail]);
});

test("a function needs invoke and schemas", () => {
  const disk = defineProvider(provider);
  expect(refusals(() => disk.function("fs:stat", { inputs: { path: 1 }, outputs: {} } as never))).toEqual([
    "provider/not-a-schema: inputs.path of disk:fs:stat is a number.",
    "provider/missing-hook: invoke of disk:fs:stat is undefined instead of a function.",
  ]);
});

test("a method needs call and schemas", () => {
  const share = { inputs: { hours: 1 }, outputs: {} };
  expect(resource("fs:File", { ...file, methods: { share } })).toEqual([
    "provider/not-a-schema: inputs.hours of share of disk:fs:File is a number.",
    "provider/missing-hook: call of share of disk:fs:File is undefined instead of a function.",
  ]);
  expect(resource("fs:File", { ...file, methods: [] })).toEqual([
    "provider/not-a-schema: methods of disk:fs:File is an array instead of an object of methods.",
  ]);
});

test("everything that is wrong is said at once", () => {
  const codes = resource("fs:File", { inputs: { id: null }, replaceOn: ["x"] }).map(
    (text) => text.split(":")[0],
  );
  expect(codes).toEqual([
    "provider/not-a-schema",
    "provider/not-a-schema",
    "provider/reserved-field",
    ...["create", "read", "update", "delete"].map(() => "provider/missing-hook"),
    "provider/unknown-field",
  ]);
});

test("a refused definition leaves its token free", () => {
  const disk = defineProvider(provider);
  expect(refusals(() => disk.resource("fs:File", { ...file, create: undefined } as never))).toHaveLength(1);
  expect(refusals(() => disk.resource("fs:File", file))).toEqual([]);
});

test("a component type needs a construct, fields that are free, and a type of its own", () => {
  const empty = { inputs: {}, outputs: {}, construct: () => ({}) };
  const component = (definition: object) =>
    refusals(() => defineProvider(provider).component("web:Site", definition as typeof empty));
  expect(component(empty)).toEqual([]);
  expect(component({ ...empty, construct: undefined })).toEqual([
    "provider/missing-hook: construct of disk:web:Site is undefined instead of a function.",
  ]);
  expect(component({ ...empty, outputs: { urn: v.string() } })).toEqual([
    expect.stringContaining("provider/reserved-field"),
  ]);
  const disk = defineProvider(provider);
  disk.resource("fs:File", file);
  expect(refusals(() => disk.component("fs:File", empty))).toEqual([
    expect.stringContaining('provider/duplicate-token: The provider disk defines "fs:File"'),
  ]);
});
