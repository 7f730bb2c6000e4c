import { expect, test } from "vitest";
import type { OpenOperation } from "../../../operations/index.js";
import { reportOn } from "../finding.js";
import { operationChecks } from "./operation-checks.js";
import type { FoundPackage } from "./package-checks.js";

const record = { name: "shelf", version: "1.0.0", module: "./shelf.ts" };
const create: OpenOperation = {
  urn: "urn:pulumi:dev::shop::shelf:index:Box::a b",
  type: "shelf:index:Box",
  name: "a b",
  action: "create",
  hasId: false,
  package: record,
};
const found = (isFindable: boolean): readonly FoundPackage[] => [
  {
    recorded: { ...record, types: {} },
    found: {
      ok: true,
      result: { version: "1.0.0", types: { [create.type]: { schemaVersion: 1, isFindable } } },
    },
  },
];

const seen = (operation: Partial<OpenOperation>, packages: readonly FoundPackage[] = [], isHeld = false) =>
  operationChecks(reportOn("Stack dev"), [{ ...create, ...operation }], {
    isHeld,
    packages,
    aim: (line) => `${line} -s staging`,
  })[0]!;

test.each<[string, Partial<OpenOperation>, readonly FoundPackage[], string, RegExp]>([
  ["an update", { action: "update" }, [], "warning", /updates it once more/],
  ["a delete", { action: "delete" }, [], "warning", /whether it is still there/],
  ["a create that said its id", { hasId: true }, found(false), "warning", /looks for what it made/],
  ["a create that can be found", {}, found(true), "warning", /looks for what it made/],
  ["a create that cannot", {}, found(false), "problem", /nothing can look up/],
  ["a create of an unknown package", {}, [], "warning", /asks its package/],
  [
    "a create of no package",
    { package: { ...record, name: "other" } },
    found(true),
    "warning",
    /asks its package/,
  ],
])("%s", (_, operation, packages, state, detail) => {
  const finding = seen(operation, packages);
  expect(finding).toMatchObject({ state, detail: expect.stringMatching(detail) as string });
  expect(seen(operation, packages, true)).toMatchObject({ state: "note" });
});

test("what to do is meant for the stack, and can be pasted", () => {
  expect(seen({ action: "update" }).hint).toBe("Let it be settled:\n    coco apply -s staging");
  expect(seen({}, found(false)).hint).toBe(
    "If it exists:\n    coco recover 'a b' --adopt <id> -s staging\nif it does not:\n    coco recover 'a b' --absent -s staging",
  );
});
