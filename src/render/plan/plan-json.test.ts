import { expect, test } from "vitest";
import { secretOf, unknown, type Change, type Plan } from "../../model/index.js";
import { planJson } from "./plan-json.js";

const change: Change = {
  urn: "urn:pulumi:dev::shop::disk:fs:File::page",
  type: "disk:fs:File",
  name: "page",
  kind: "custom",
  action: "update",
  reasons: [{ kind: "fields", fields: [{ path: "content", kind: "update", replaces: false, of: "inputs" }] }],
  sequence: [1],
  position: { file: "main.ts", line: 3, column: 14 },
  prior: {
    type: "disk:fs:File",
    schemaVersion: 1,
    id: "page",
    inputs: { content: secretOf("old") },
    outputs: {},
  },
  inputs: { content: secretOf({ text: "canary" }), path: unknown },
  needs: [],
};
const plan: Plan = {
  lineage: "l-1",
  base: 7,
  changes: [change],
  monikers: () => new Map(),
  steps: [{ id: "update page", action: "update", urn: change.urn, after: [], replacement: false }],
  outputs: { token: secretOf("canary") },
  outputChanges: [],
  held: [],
  warnings: [],
  suggestions: [],
};

test("a plan is one document, with secrets masked and the unknown by its sentinel", () => {
  const text = JSON.stringify(planJson(plan));
  expect(text).not.toContain("canary");
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    base: 7,
    changes: [
      {
        action: "update",
        position: { line: 3 },
        before: { content: "[secret]" },
        after: { content: "[secret]", path: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" },
      },
    ],
    outputs: { token: "[secret]" },
  });
});

/** The one change of the document. */
function shownOf(given: Partial<Change>): { readonly [field: string]: unknown } {
  const document = planJson({ ...plan, changes: [{ ...change, ...given }] });
  return (document as { changes: { [field: string]: unknown }[] }).changes[0]!;
}

test("hidden values are counted, and in no part of the document", () => {
  const shown = shownOf({
    hideDiffs: ["noise", "tags.stamp", "seen"],
    reasons: [
      { kind: "fields", fields: [{ path: "noise", kind: "update", replaces: false, of: "inputs" }] },
      { kind: "drift", fields: [{ path: "seen", kind: "update", replaces: false, of: "drift" }] },
    ],
    prior: { ...change.prior!, inputs: { noise: "hidden", size: 1, tags: { stamp: "hidden", team: "web" } } },
    inputs: { noise: "hidden too", size: 2, tags: { stamp: "hidden too", team: "web" } },
    baseline: { seen: "hidden" },
    observed: { ...change.prior!, outputs: { seen: "hidden now", other: 1 } },
  });
  expect(JSON.stringify(shown)).not.toMatch(/hidden( too| now)?"[,}]/);
  expect(shown).toMatchObject({
    before: { size: 1, tags: { team: "web" } },
    after: { size: 2, tags: { team: "web" } },
    observed: { other: 1 },
    details: [{ path: "size", before: 1, after: 2 }],
    hidden: 3,
  });
});

test("what becomes secret is masked in what it was", () => {
  const shown = shownOf({
    prior: { ...change.prior!, inputs: { content: "canary" } },
    inputs: { content: secretOf("canary") },
  });
  expect(JSON.stringify(shown)).not.toContain("canary");
});

test("what it was called, what it needs, what was found and what forces it are told", () => {
  const shown = shownOf({
    renamedFrom: "urn:pulumi:dev::shop::disk:fs:File::index",
    needs: [{ kind: "input", field: "path", urn: "urn:pulumi:dev::shop::disk:fs:File::dir", reads: ["id"] }],
    reasons: [
      { kind: "forced", by: "replace-with", of: "urn:pulumi:dev::shop::disk:fs:File::dir" },
      { kind: "drift", fields: [{ path: "size", kind: "update", replaces: false, of: "drift" }] },
    ],
    prior: { ...change.prior!, inputs: {} },
    inputs: {},
    baseline: { size: 1 },
    observed: { ...change.prior!, outputs: { size: 2 } },
  });
  expect(shown).toMatchObject({
    renamedFrom: "urn:pulumi:dev::shop::disk:fs:File::index",
    needs: [{ kind: "input", field: "path", reads: ["id"] }],
    reasons: [{ by: "replace-with", of: "urn:pulumi:dev::shop::disk:fs:File::dir" }, { kind: "drift" }],
    details: [{ path: "size", of: "drift", before: 1, after: 2 }],
  });
});

test("suggestions are told with their command", () => {
  const suggestion = { from: "a", to: "b", evidence: ["same type"], command: "coco rename a b" };
  expect(planJson({ ...plan, suggestions: [suggestion] })).toMatchObject({ suggestions: [suggestion] });
});

test("what it is a child of, and which half of a replacement comes first, are told", () => {
  const parent = "urn:pulumi:dev::shop::shop:web:Site::front";
  const [remove, create] = [
    { id: "delete page", action: "delete", urn: change.urn, after: [], replacement: true },
    { id: "create page", action: "create", urn: change.urn, after: ["delete page"], replacement: true },
  ] as const;
  const replaced = { ...plan, changes: [{ ...change, parent, action: "replace" }] } as const;
  expect(planJson({ ...replaced, steps: [remove, create] })).toMatchObject({
    changes: [{ parent, action: "replace", replaceOrder: "delete-first" }],
  });
  const createFirst = [
    { ...remove, after: [create.id] },
    { ...create, after: [] },
  ];
  expect(planJson({ ...replaced, steps: createFirst })).toMatchObject({
    changes: [{ replaceOrder: "create-first" }],
  });
  expect(shownOf({})).not.toHaveProperty("replaceOrder");
});

test("callbacks that have not run are told, with what decides them", () => {
  const skipped = { position: { file: "main.ts", line: 3, column: 5 }, waitsFor: ["a"], givesMembers: true };
  expect(planJson({ ...plan, skipped: [skipped] })).toMatchObject({ skipped: [skipped] });
  expect(planJson(plan)).toMatchObject({ skipped: [] });
});

test("what happens to outputs has its sides, masked, and its elements", () => {
  const outputChanges: Plan["outputChanges"] = [
    {
      name: "map",
      kind: "update",
      before: { a: 1, b: 2 },
      after: { a: 1, b: unknown },
      sources: [{ urn: "x" }],
    },
    { name: "word", kind: "update", before: "canary", after: secretOf("canary"), sources: [] },
    { name: "old", kind: "delete", before: 1, sources: [] },
  ];
  const document = planJson({ ...plan, outputChanges });
  expect(JSON.stringify(document)).not.toContain("canary");
  const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect(document).toMatchObject({
    outputChanges: [
      {
        name: "map",
        kind: "update",
        before: { a: 1, b: 2 },
        after: { a: 1, b: sentinel },
        details: [{ path: "map.b", kind: "update", before: 2, after: sentinel }],
        sources: [{ urn: "x" }],
      },
      { name: "word", before: "[secret]", after: "[secret]" },
      { name: "old", kind: "delete", before: 1, details: [{ path: "old", kind: "delete", before: 1 }] },
    ],
  });
});
