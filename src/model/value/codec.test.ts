import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryValue } from "../../../tests/support/arbitrary-value.js";
import { diamond, nested } from "../../../tests/support/large-values.js";
import { DiagnosticError, type Diagnostic } from "../diagnostic.js";
import { decodeValue } from "./decode-value.js";
import { encodeValue } from "./encode-value.js";
import { identicalValues } from "./equality.js";
import { isPlainJson, sentinels, signatureKey, signatures, type Json } from "./signatures.js";
import { archiveOf, assetOf, ephemeralOf, isObject, referenceTo, secretOf } from "./value.js";
import { unknown, unknownOf, type UnknownOf, type Value } from "./value.js";
import { mapValue } from "./walk.js";

const urn = "urn:pulumi:dev::shop::aws:s3:Bucket::logs";
const sig = (signature: Json, body: { [key: string]: Json } = {}): Json => ({
  [signatureKey]: signature,
  ...body,
});
test("JSON that is called plain is the value that it stands for", () => {
  fc.assert(
    fc.property(arbitraryValue(), (value) => {
      const text = JSON.stringify(encodeValue(value));
      const json = JSON.parse(text) as Json;
      if (isPlainJson(text)) expect(identicalValues(decodeValue(json), json)).toBe(true);
    }),
  );
  expect(isPlainJson('{"a":[1,"x",null],"__proto__":{}}')).toBe(true);
  const marked = [...Object.values(sentinels), sig(signatures.number, { value: "0".repeat(16) }), "\ud800"];
  for (const json of marked) expect(isPlainJson(JSON.stringify({ a: [json] }))).toBe(false);
});

const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

describe("both ways", () => {
  const pairs: [string, Value, Json][] = [
    ["null", null, null],
    ["plain data", { a: [1, "x", true, null], b: {} }, { a: [1, "x", true, null], b: {} }],
    ["a secret", secretOf({ a: 1 }), sig("1b47061264138c4ac30d75fd1eb44270", { value: { a: 1 } })],
    [
      "a text asset",
      assetOf({ text: "x" }, "ab"),
      sig("c44067f5952c0a294b673a41bacd8c17", { text: "x", hash: "ab" }),
    ],
    ["an empty text", assetOf({ text: "" }), sig(signatures.asset, { text: "" })],
    ["a file asset", assetOf({ path: "x" }), sig(signatures.asset, { path: "x" })],
    [
      "an archive file",
      archiveOf({ uri: "https://x/a.zip" }, "cd"),
      sig("0def7320c3a5731c473e5ecbe6d01bc7", { uri: "https://x/a.zip", hash: "cd" }),
    ],
    [
      "an archive of assets",
      archiveOf({ assets: { a: assetOf({ text: "x" }), b: archiveOf({ path: "b.tar" }) } }),
      sig(signatures.archive, {
        assets: { a: sig(signatures.asset, { text: "x" }), b: sig(signatures.archive, { path: "b.tar" }) },
      }),
    ],
    ["an empty archive", archiveOf({ assets: {} }), sig(signatures.archive, { assets: {} })],
    [
      "a reference",
      referenceTo({ urn, id: "i-1", packageVersion: "6.0.0" }),
      sig("5cf8f73096256a8f31e491e813e4eb8e", { urn, id: "i-1", packageVersion: "6.0.0" }),
    ],
    [
      "a reference with an unknown id",
      referenceTo({ urn, id: unknown }),
      sig(signatures.reference, { urn, id: "" }),
    ],
    ["a reference to a component", referenceTo({ urn }), sig(signatures.reference, { urn })],
    ["an unknown", unknown, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
    ["an unknown boolean", unknownOf("boolean"), "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
    ["an unknown number", unknownOf("number"), "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
    ["an unknown array", unknownOf("array"), "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
    ["an unknown asset", unknownOf("asset"), "030794c1-ac77-496b-92df-f27374a8bd58"],
    ["an unknown archive", unknownOf("archive"), "e48ece36-62e2-4504-bad9-02848725956a"],
    ["an unknown object", unknownOf("object"), "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
    [
      "a user's sentinel",
      sentinels.array,
      sig("d0e6a833031e9bbcd3f4e8bde6ca49a4", { value: sentinels.array }),
    ],
    [
      "a secret sentinel",
      secretOf(sentinels.string),
      sig(signatures.secret, { value: sig(signatures.output, { value: sentinels.string }) }),
    ],
    ["NaN", Number.NaN, sig(signatures.number, { value: "7ff8000000000000" })],
    ["Infinity", Infinity, sig(signatures.number, { value: "7ff0000000000000" })],
    ["-Infinity", -Infinity, sig(signatures.number, { value: "fff0000000000000" })],
    ["-0", [-0, 0], [sig(signatures.number, { value: "8000000000000000" }), 0]],
    ["the smallest and largest", [5e-324, 1.7976931348623157e308], [5e-324, 1.7976931348623157e308]],
    ["__proto__", Object.fromEntries([["__proto__", { a: 1 }]]), JSON.parse('{"__proto__":{"a":1}}') as Json],
  ];
  test.each(pairs)("%s", (_, value, json) => {
    expect(encodeValue(value)).toEqual(json);
    expect(JSON.stringify(encodeValue(value))).toHaveLength(JSON.stringify(json).length);
    expect(identicalValues(decodeValue(JSON.parse(JSON.stringify(json)) as Json), value)).toBe(true);
  });

  test("any value comes back from JSON text", () => {
    /** Removes the differences that encoding does not preserve: undefined members, and undefined versus null. */
    const written = (value: Value): Value =>
      mapValue(value, (inner) => {
        if (inner === undefined) return null;
        if (!isObject(inner)) return inner;
        return Object.fromEntries(Object.entries(inner).filter(([, item]) => item !== undefined));
      });
    fc.assert(
      fc.property(arbitraryValue(), (value) => {
        const back = decodeValue(JSON.parse(JSON.stringify(encodeValue(value))) as Json);
        expect(identicalValues(back, written(value))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("a depth of 100,000", () => {
    const value = nested(100_000, secretOf(-0));
    expect(identicalValues(decodeValue(encodeValue(value)), value)).toBe(true);
  });
});

describe("encodeValue", () => {
  test("undefined is dropped from objects and null in arrays", () => {
    expect(JSON.stringify(encodeValue({ a: undefined, b: [undefined], c: null }))).toBe(
      '{"b":[null],"c":null}',
    );
    expect(encodeValue(undefined)).toBe(null);
    expect(encodeValue(secretOf(undefined))).toEqual(sig(signatures.secret, { value: null }));
  });

  test("the resource behind a reference is not encoded", () => {
    expect(encodeValue(referenceTo({ urn, live: { secret: 1 } }))).toEqual(
      sig(signatures.reference, { urn }),
    );
  });

  test("what an ephemeral value holds is written for receivers that say so alone", () => {
    const value = {
      a: [ephemeralOf({ b: "x" })],
      c: secretOf(ephemeralOf("y")),
      d: secretOf([ephemeralOf(1)]),
    };
    const stored = encodeValue(value);
    expect(stored).toEqual({
      a: [sig(signatures.ephemeral)],
      c: sig(signatures.ephemeral),
      d: sig(signatures.secret, { value: [sig(signatures.ephemeral)] }),
    });
    expect(decodeValue(stored)).toEqual({
      a: [ephemeralOf(unknown)],
      c: ephemeralOf(unknown),
      d: secretOf([ephemeralOf(unknown)]),
    });
    const sent = encodeValue(value, { ephemerals: true });
    expect(decodeValue(sent)).toEqual(value);
    expect(encodeValue(value, { secrets: false })).toMatchObject({ c: sig(signatures.ephemeral) });
    expect(encodeValue(value, { secrets: false, ephemerals: true })).toMatchObject({ c: "y", d: [1] });
  });

  test("a receiver that lacks secrets or references gets what it can read", () => {
    const accepts = { secrets: false, references: false };
    expect(encodeValue({ a: secretOf([secretOf(1)]) }, accepts)).toEqual({ a: [1] });
    expect(encodeValue(referenceTo({ urn, id: "i-1" }), accepts)).toBe("i-1");
    expect(encodeValue(referenceTo({ urn, id: unknown }), accepts)).toBe(sentinels.string);
    expect(encodeValue(referenceTo({ urn }), accepts)).toBe(urn);
  });

  test("shared parts are encoded once", () => {
    const json = encodeValue(diamond(60, "x")) as Json[];
    expect(json[0]).toBe(json[1]);
  });

  test.each<[Value, string, RegExp]>([
    [{ a: [{ [signatureKey]: "x" }] }, "root.a[0]", /has the key 4dabf18193072939515e22adb298388d/],
    [secretOf({ hunter2: { [signatureKey]: 1 } }), "root", /^root has the key/],
    [{ [signatureKey]: undefined }, "root", /has the key/],
    [
      { "x.y": sentinels.boolean },
      'root["x.y"]',
      /equals the reserved marker for values that are known after apply/,
    ],
  ])("refused: case %#", (value, path, detail) => {
    const [found, ...others] = diagnosticsOf(() => encodeValue(value, { outputValues: false }));
    expect(found).toMatchObject({
      code: "model/unencodable-value",
      path,
      detail: expect.stringMatching(detail),
    });
    expect(others).toEqual([]);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  test("every refusal is reported", () => {
    const bad = { [signatureKey]: 1 };
    expect(diagnosticsOf(() => encodeValue({ a: bad, b: [{ ...bad }] })).map(({ path }) => path)).toEqual([
      "root.a",
      "root.b[0]",
    ]);
  });
});

describe("decodeValue", () => {
  test.each<[string, Json, Value]>([
    ["a secret without a value is one of null", sig(signatures.secret), secretOf(null)],
    [
      "a secret in a secret is one secret",
      sig(signatures.secret, { value: sig(signatures.secret, { value: 1 }) }),
      secretOf(1),
    ],
    [
      "an asset with empty fields beside its own",
      sig(signatures.asset, { text: "", path: "x", uri: null, hash: "" }),
      assetOf({ path: "x" }),
    ],
    [
      "an empty text that was left out",
      sig(signatures.asset, { hash: emptyHash }),
      assetOf({ text: "" }, emptyHash),
    ],
    [
      "a reference with name and type",
      sig(signatures.reference, { urn, id: null, name: "logs", type: "aws:s3:Bucket", packageVersion: "" }),
      referenceTo({ urn }),
    ],
    ["an output value", sig(signatures.output, { value: [sentinels.array] }), [unknownOf("array")]],
    ["an output value of null", sig(signatures.output, { value: null }), null],
    ["an output value without a value", sig(signatures.output), unknown],
    ["a secret output value", sig(signatures.output, { value: { a: 1 }, secret: true }), secretOf({ a: 1 })],
    ["a secret unknown", sig(signatures.output, { secret: true }), secretOf(unknown)],
    [
      "an output value of an output value",
      sig(signatures.output, { value: sig(signatures.output, { value: "x", secret: true }) }),
      secretOf("x"),
    ],
    [
      "NaN in the ecosystem's state files",
      sig("8ad145fe-0d11-4827-bfd7-1abcbf086f5c", { value: "7ff8000000000001" }),
      Number.NaN,
    ],
    [
      "a signature is a key of the object itself",
      { nested: { signature: signatures.secret } },
      { nested: { signature: signatures.secret } },
    ],
  ])("%s", (_, json, value) => {
    expect(identicalValues(decodeValue(json), value)).toBe(true);
  });

  test("dependencies of output values are reported with their path", () => {
    const heard: unknown[] = [];
    const output = (value: Json, ...dependencies: string[]) =>
      sig(signatures.output, { value, dependencies });
    const json = {
      a: [output("x", "urn:1", "urn:2")],
      s: sig(signatures.secret, { value: { b: output([output(1, "urn:4")], "urn:3") } }),
      n: output(1),
    };
    decodeValue(json, { onDependencies: (path, urns) => heard.push([path, urns]) });
    expect(heard).toEqual([
      [
        ["a", 0],
        ["urn:1", "urn:2"],
      ],
      [["s", "b"], ["urn:3"]],
      [["s", "b", 0], ["urn:4"]],
    ]);
  });

  const bytes = "803fd3297a5875dc03ca845dda5d2a98";
  const refused: [Json, string, string, RegExp][] = [
    [{ a: sig("feedface") }, "root.a", "model/unknown-signature", /an unknown signature "feedface"/],
    [[sig(bytes, { value: "AA==" })], "root[0]", "model/unknown-signature", /is a byteString/],
    [sig(5), "root", "model/unknown-signature", /an unknown signature,/],
    [sig(null), "root", "model/unknown-signature", /an unknown signature,/],
    [sig({ deep: nested(50_000, 1) as Json }), "root", "model/unknown-signature", /an unknown signature,/],
    [
      sig(signatures.secret, { ciphertext: "v1:x" }),
      "root",
      "model/malformed-encoding",
      /a secret without a value; an encrypted secret/,
    ],
    [sig(signatures.asset), "root", "model/malformed-encoding", /not exactly one of text, path and uri/],
    [
      sig(signatures.asset, { hash: "ab" }),
      "root",
      "model/malformed-encoding",
      /not exactly one of text, path and uri/,
    ],
    [
      sig(signatures.asset, { text: "x", path: "y" }),
      "root",
      "model/malformed-encoding",
      /not exactly one of/,
    ],
    [sig(signatures.asset, { text: 5 }), "root", "model/malformed-encoding", /not exactly one of/],
    [
      sig(signatures.asset, { text: "x", hash: 5 }),
      "root",
      "model/malformed-encoding",
      /hash is not a string/,
    ],
    [
      { f: sig(signatures.asset, { text: "\ud800" }) },
      "root.f",
      "model/malformed-encoding",
      /half of a surrogate pair/,
    ],
    [sig(signatures.archive), "root", "model/malformed-encoding", /not exactly one of assets, path and uri/],
    [
      sig(signatures.archive, { assets: [] }),
      "root",
      "model/malformed-encoding",
      /not exactly one of assets/,
    ],
    [
      sig(signatures.archive, { path: ["x"] }),
      "root",
      "model/malformed-encoding",
      /not exactly one of assets/,
    ],
    [
      sig(signatures.archive, { path: "x", hash: [] }),
      "root",
      "model/malformed-encoding",
      /hash is not a string/,
    ],
    [
      { z: sig(signatures.archive, { assets: { a: "x" } }) },
      "root.z",
      "model/malformed-encoding",
      /other than assets and archives/,
    ],
    [
      sig(signatures.archive, { assets: { "a.b": sig(signatures.asset) } }),
      'root["a.b"]',
      "model/malformed-encoding",
      /is an asset/,
    ],
    [sig(signatures.reference), "root", "model/malformed-encoding", /a reference without a URN/],
    [sig(signatures.reference, { urn: "" }), "root", "model/malformed-encoding", /a reference without a URN/],
    [
      sig(signatures.reference, { urn, id: { V: "x" } }),
      "root",
      "model/malformed-encoding",
      /id is not a string/,
    ],
    [
      sig(signatures.reference, { urn, packageVersion: 1 }),
      "root",
      "model/malformed-encoding",
      /package version is not/,
    ],
    [sig(signatures.output, { value: 1, secret: "yes" }), "root", "model/malformed-encoding", /secret flag/],
    [
      sig(signatures.output, { dependencies: "urn" }),
      "root",
      "model/malformed-encoding",
      /not a list of URNs/,
    ],
    [sig(signatures.output, { dependencies: [1] }), "root", "model/malformed-encoding", /not a list of URNs/],
    [
      sig(signatures.output, { value: "\udfff" }),
      "root",
      "model/malformed-encoding",
      /half of a surrogate pair/,
    ],
    [sig(signatures.number, { value: "NaN" }), "root", "model/malformed-encoding", /16 hexadecimal digits/],
    [sig(signatures.number), "root", "model/malformed-encoding", /16 hexadecimal digits/],
    [["\ud800"], "root[0]", "model/malformed-encoding", /half of a surrogate pair/],
    [{ a: { "\ud800": 1 } }, "root.a", "model/malformed-encoding", /a key with half of a surrogate pair/],
    [{ a: 1n as unknown as Json }, "root.a", "model/malformed-encoding", /is a bigint/],
  ];
  test.each(refused)("refused: case %#", (json, path, code, detail) => {
    const found = diagnosticsOf(() => decodeValue(json));
    expect(found).toMatchObject([{ code, path, detail: expect.stringMatching(detail) }]);
    expect(found[0]!.hint).toBeDefined();
  });

  test("every problem is reported, and none shows what is inside a secret", () => {
    const json = [
      sig("x"),
      sig(signatures.secret, { value: { hunter2: sig("swordfish"), b: sig(signatures.asset) } }),
    ];
    const found = diagnosticsOf(() => decodeValue(json));
    expect(found.map(({ path }) => path)).toEqual(["root[0]", "root[1]", "root[1]"]);
    expect(JSON.stringify(found)).not.toMatch(/hunter2|swordfish/);
  });
});

test("there are seven sentinels, all different", () => {
  const types: (UnknownOf | "string")[] = [
    "string",
    "boolean",
    "number",
    "array",
    "asset",
    "archive",
    "object",
  ];
  expect(new Set(types.map((type) => sentinels[type])).size).toBe(7);
});

function diagnosticsOf(run: () => unknown): readonly Diagnostic[] {
  try {
    run();
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
  return [];
}
