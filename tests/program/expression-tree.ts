import fc from "fast-check";

/** How an Output is made, as data that both the SDK and the reference model read. */
export type Tree =
  | { readonly op: "constant"; readonly value: Scalar }
  | { readonly op: "property"; readonly resource: ResourceName; readonly field: string }
  | { readonly op: "resource" }
  | { readonly op: "array"; readonly items: readonly Tree[] }
  | { readonly op: "object"; readonly entries: readonly (readonly [string, Tree])[] }
  | { readonly op: "all"; readonly items: readonly Tree[] }
  | { readonly op: "get"; readonly of: Tree; readonly key: string }
  | { readonly op: UnaryOp; readonly of: Tree }
  | { readonly op: "apply"; readonly of: Tree; readonly async: boolean; readonly callback: Callback };

export type UnaryOp = "output" | "unwrap" | "promise" | "secret" | "unsecret" | "isSecret";

/** What a callback does with the value it is given. */
export type Callback =
  | { readonly returns: "its input" }
  | { readonly returns: "a tree"; readonly tree: Tree }
  | { readonly returns: "both"; readonly tree: Tree }
  | { readonly returns: "nothing, it throws" };

export type Scalar = null | boolean | number | string;

/** One whose outputs are known but for some, one that is not known yet, one that failed. */
export type ResourceName = "known" | "unknown" | "failed";

const keys = ["a", "b", "s", "u", "m", "0", "1", "length", "missing"] as const;

export const arbitraryTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; callback: Callback }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    { weight: 3, arbitrary: arbitraryLeaf() },
    { weight: 2, arbitrary: fc.record({ op: fc.constant("array" as const), items: several(tie("tree")) }) },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant("object" as const), entries: entriesOf(tie("tree")) }),
    },
    { weight: 2, arbitrary: fc.record({ op: fc.constant("all" as const), items: several(tie("tree")) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        op: fc.constant("get" as const),
        of: tie("tree"),
        key: fc.constantFrom(...keys),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constantFrom<UnaryOp[]>("output", "unwrap", "promise", "secret", "unsecret", "isSecret"),
        of: tie("tree"),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        op: fc.constant("apply" as const),
        of: tie("tree"),
        async: fc.boolean(),
        callback: tie("callback"),
      }),
    },
  ),
  callback: fc.oneof(
    { weight: 4, arbitrary: fc.record({ returns: fc.constant("its input" as const) }) },
    { weight: 4, arbitrary: fc.record({ returns: fc.constant("a tree" as const), tree: tie("tree") }) },
    { weight: 3, arbitrary: fc.record({ returns: fc.constant("both" as const), tree: tie("tree") }) },
    { weight: 1, arbitrary: fc.record({ returns: fc.constant("nothing, it throws" as const) }) },
  ),
})).tree;

function arbitraryLeaf(): fc.Arbitrary<Tree> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        op: fc.constant("constant" as const),
        value: fc.constantFrom<Scalar[]>(null, true, 0, 7, "", "text"),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        op: fc.constant("property" as const),
        resource: fc.constantFrom("known" as const, "known" as const, "known" as const, "unknown" as const),
        field: fc.constantFrom(...keys),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Tree>({ op: "property", resource: "failed", field: "a" }),
    },
    { weight: 1, arbitrary: fc.constant<Tree>({ op: "resource" }) },
  );
}

function several(tree: fc.Arbitrary<Tree>): fc.Arbitrary<Tree[]> {
  return fc.array(tree, { maxLength: 3 });
}

function entriesOf(tree: fc.Arbitrary<Tree>): fc.Arbitrary<(readonly [string, Tree])[]> {
  return fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "s", "__proto__"), tree), {
    maxLength: 3,
    selector: ([key]) => key,
  });
}
