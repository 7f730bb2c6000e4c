import { describe, expect, test } from "vitest";
import { openConfigValue, sealConfigValue } from "../../src/project/sealed-config-value.js";
import { isDiagnosticError, secretOf, type Json, type Value } from "../../src/model/index.js";
import { dataKey } from "../../src/store/seal/data-key.js";
import { Sealer, type Place } from "../../src/store/seal/index.js";
import { isFullProof, proved } from "../support/proof.js";
import { pairsOf, sealedNodes, withNode } from "./swaps.js";

/** Something sealed, and what opening it with other sealed bytes in its place comes to. */
interface Sealed {
  readonly what: string;
  readonly bytes: string;
  /** Nothing if it is refused. */
  open(bytes: string): unknown;
}

const key = dataKey("k1", Buffer.alloc(32, 7));
const sealers = ["lineage-a", "lineage-b"].map((lineage) => ({
  lineage,
  sealer: new Sealer(lineage, [key]),
}));

const kinds: readonly Place["kind"][] = [
  "inputs",
  "outputs",
  "baseline",
  "opaque",
  "options",
  "intent",
  "stack-outputs",
];
const shapes: readonly { readonly name: string; make(secret: Value): Value }[] = [
  { name: "root", make: (secret) => secret },
  { name: "a", make: (secret) => ({ a: secret }) },
  { name: "b", make: (secret) => ({ b: secret }) },
  { name: "a.b", make: (secret) => ({ a: { b: secret } }) },
  { name: "a[0]", make: (secret) => ({ a: [secret] }) },
  { name: 'a["0"]', make: (secret) => ({ a: { "0": secret } }) },
  { name: "a[1]", make: (secret) => ({ a: [null, secret] }) },
  { name: 'a["b.c"]', make: (secret) => ({ a: { "b.c": secret } }) },
  { name: "a.b.c", make: (secret) => ({ a: { b: { c: secret } } }) },
  { name: '["a,b"]', make: (secret) => ({ "a,b": secret }) },
];

/** All of one content, so that nothing but the place tells them apart. */
const content = "the same everywhere";

function values(): readonly Sealed[] {
  return sealers.flatMap(({ lineage, sealer }) =>
    [1, 2].flatMap((rid) =>
      [1, 2].flatMap((generation) =>
        kinds.flatMap((kind) =>
          shapes.map((shape): Sealed => {
            const place = { rid, generation, kind };
            const text = sealer.seal(shape.make(secretOf(content)), place);
            const [found] = sealedNodes(JSON.parse(text));
            return {
              what: `${shape.name} of the ${kind} of ${rid}.${generation} of ${lineage}`,
              bytes: (found!.node as { sealed: string }).sealed,
              open: (bytes) => {
                const forged = withNode(JSON.parse(text), found!.path, { ...found!.node, sealed: bytes });
                return refusedOr(() => sealer.open(forged as Json, place));
              },
            };
          }),
        ),
      ),
    ),
  );
}

function documents(): readonly Sealed[] {
  return sealers.flatMap(({ lineage, sealer }) => [
    ...["shop:a", "shop:b", "other:a"].map((fullKey): Sealed => ({
      what: `configuration ${fullKey} of ${lineage}`,
      bytes: sealConfigValue(sealer, fullKey, content).split(":")[1]!,
      open: (bytes) => openConfigValue(sealer, fullKey, `coconut-sealed-1:${bytes}`),
    })),
    ...["header 1", "header 2"].map((header): Sealed => ({
      what: `plan beside ${header} of ${lineage}`,
      bytes: Buffer.from(sealer.sealDocument(Buffer.from(JSON.stringify(content)), header)).toString(
        "base64",
      ),
      open: (bytes) => sealer.openDocument(Buffer.from(bytes, "base64"), header),
    })),
  ]);
}

function refusedOr(open: () => unknown): unknown {
  try {
    return open();
  } catch (error) {
    if (isDiagnosticError(error) && error.diagnostics[0]!.code === "store/undecryptable-secret")
      return undefined;
    throw error;
  }
}

const all = [...values(), ...documents()];

describe("what is sealed for one place", () => {
  test("opens there", () => {
    expect(all.filter(({ open, bytes }) => open(bytes) === undefined)).toEqual([]);
  });

  test("is other bytes at every other", () => {
    expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(all.length);
  });

  test("opens at no other, when two are swapped", { timeout: 300_000 }, () => {
    const accepted: string[] = [];
    let swapped = 0;
    // A number that has nothing in common with how many there are of anything.
    for (const [a, b] of pairsOf(all, isFullProof ? 13 : 331)) {
      swapped++;
      if (a.open(b.bytes) !== undefined) accepted.push(`${b.what}, as ${a.what}`);
      if (b.open(a.bytes) !== undefined) accepted.push(`${a.what}, as ${b.what}`);
    }
    proved("secrets", { swappedPairs: swapped, swapsAccepted: accepted.length });
    expect(accepted).toEqual([]);
    expect(swapped).toBeGreaterThan(isFullProof ? 10_000 : 400);
  });

  test("has a nonce that nothing else has", () => {
    const { sealer } = sealers[0]!;
    const contents = Array.from({ length: 500 }, (_, index) => `content ${index}`);
    const documents = contents.map((each) => Buffer.from(sealer.sealDocument(Buffer.from(each), "beside")));
    const sealed = [...all.map(({ bytes }) => Buffer.from(bytes, "base64")), ...documents];
    expect(new Set(sealed.map((bytes) => bytes.toString("hex", 0, 12))).size).toBe(sealed.length);
  });

  test("opens with no other key", () => {
    const other = new Sealer("lineage-a", [dataKey("k1", Buffer.alloc(32, 8))]);
    const { sealer } = sealers[0]!;
    const place: Place = { rid: 1, generation: 1, kind: "inputs" };
    const text = sealer.seal({ a: secretOf(content) }, place);
    expect(refusedOr(() => other.open(JSON.parse(text) as Json, place))).toBeUndefined();
    const document = sealer.sealDocument(Buffer.from(content), "beside");
    expect(other.openDocument(document, "beside")).toBeUndefined();
  });
});
