import fc from "fast-check";
import {
  archiveOf,
  assetOf,
  referenceTo,
  secretOf,
  unknown,
  unknownOf,
  type Archive,
  type Asset,
  type Value,
} from "../../src/model/value/index.js";

/** Any Value, with a bias to what is easily got wrong: special numbers, odd keys, strings that look like unknowns. */
export function arbitraryValue(): fc.Arbitrary<Value> {
  return fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 6, arbitrary: arbitraryLeaf() },
      { weight: 2, arbitrary: fc.array(tie("value"), { maxLength: 5 }) },
      { weight: 2, arbitrary: arbitraryObject(tie("value")) },
      { weight: 1, arbitrary: tie("value").map(secretOf) },
    ),
  })).value;
}

/** Objects are built from entries, so that `__proto__` is a key like any other. */
export function arbitraryObject<T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ [key: string]: T }> {
  return fc
    .array(fc.tuple(arbitraryKey, value), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries));
}

export const arbitraryKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "then", "a", "b", "a.b", "*", "", "root", "0"),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);

const arbitraryHash = fc.constantFrom("a", "b").map((digit) => digit.repeat(64));
const arbitraryPlace = fc.constantFrom(
  { path: "./site" },
  { path: "C:\\site" },
  { uri: "https://example.com/a.zip" },
);
const optionalHash = fc.option(arbitraryHash, { nil: undefined });

export const arbitraryAsset: fc.Arbitrary<Asset> = fc
  .tuple(
    fc.oneof(
      fc.string({ unit: "grapheme" }).map((text) => ({ text })),
      arbitraryPlace,
    ),
    optionalHash,
  )
  .map(([source, hash]) => assetOf(source, hash));

export const arbitraryArchive: fc.Arbitrary<Archive> = fc.letrec<{ archive: Archive }>((tie) => ({
  archive: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2 },
        arbitraryPlace,
        arbitraryObject(fc.oneof(arbitraryAsset, tie("archive"))).map((assets) => ({ assets })),
      ),
      optionalHash,
    )
    .map(([source, hash]) => archiveOf(source, hash)),
})).archive;

export const arbitraryReference = fc
  .record(
    {
      urn: fc.constantFrom("urn:pulumi:dev::shop::aws:s3:Bucket::logs", "urn:pulumi:dev::shop::a:b:C::x"),
      id: fc.constantFrom("i-1", "i-2", unknown),
      packageVersion: fc.constantFrom("1.0.0", "2.0.0"),
    },
    { requiredKeys: ["urn"] },
  )
  .map(referenceTo);

export const arbitraryUnknown = fc.constantFrom(
  unknown,
  ...(["boolean", "number", "array", "asset", "archive", "object"] as const).map(unknownOf),
);

function arbitraryLeaf(): fc.Arbitrary<Value> {
  return fc.oneof(
    fc.constantFrom<Value[]>(
      null,
      undefined,
      true,
      false,
      0,
      -0,
      1,
      Number.NaN,
      Infinity,
      -Infinity,
      "",
      "x",
    ),
    fc.double(),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("04da6b54-80e4-46f7-96ec-b56ff0331ba9", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"),
    arbitraryUnknown,
    arbitraryAsset,
    arbitraryArchive,
    arbitraryReference,
  );
}
