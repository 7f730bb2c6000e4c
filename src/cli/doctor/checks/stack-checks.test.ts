import { expect, test } from "vitest";
import type { OpenOperation, StackInspection } from "../../../operations/index.js";
import { outcomeOf } from "../examine.js";
import { reportOn } from "../finding.js";
import type { CheckedPackage } from "./package-checks.js";
import { operationChecks, stackChecks } from "./stack-checks.js";

type Glance = Extract<StackInspection["glance"], { readonly ok: true }>["result"];
type Opened = NonNullable<StackInspection["opened"]>;

const glance: Glance = {
  project: "shop",
  name: "dev",
  format: 1,
  newestFormat: 1,
  key: { by: "passphrase" },
};
const counts = { records: 3, firstRecord: 1, runs: 1, resources: 1, objects: 1, operations: 0 };
const opened: Opened = {
  ok: true,
  result: {
    check: { ok: true, result: { checked: counts, problems: [] } },
    operations: [],
    packages: [],
    config: { ok: true, result: { file: "coconut.dev.json", settings: 0 } },
  },
};
const holder = {
  runId: "r1",
  command: "apply",
  since: "2030-01-01T00:00:00Z",
  user: "ann",
  host: "here",
  pid: 7,
  startTime: "1",
  bootId: "b",
};

function checked(seen: Partial<Glance>, came: Opened = opened, project: string | undefined = "shop") {
  return stackChecks({
    inspection: { stack: "dev", glance: { ok: true, result: { ...glance, ...seen } }, opened: came },
    project,
    aim: (line) => line,
    packages: [],
  });
}

const wrong = (...given: Parameters<typeof checked>) =>
  checked(...given)
    .filter(({ state }) => state !== "ok")
    .map(({ name, state, detail }) => `${state} ${name}: ${detail}`);

test("a stack that is well", () => {
  expect(wrong({})).toEqual([]);
  expect(checked({}).map(({ name }) => name)).toEqual(["lock", "key", "integrity", "operations"]);
});

const who = "apply by ann@here, pid 7, since 2030-01-01T00:00:00Z (run r1)";

test.each<[string, Partial<Glance>, string]>([
  [
    "a live run",
    { holder: { ...holder, isAlive: true, isHere: true } },
    `note lock: A run holds the lock: ${who}.`,
  ],
  [
    "a dead one",
    { holder: { ...holder, isAlive: false, isHere: true } },
    `note lock: A run that crashed still holds the lock: ${who}. The next apply takes it over automatically.`,
  ],
  [
    "one elsewhere",
    { holder: { ...holder, isAlive: true, isHere: false } },
    `warning lock: A run on another machine holds the lock: ${who}. Only a command on that machine can detect whether it is still running.`,
  ],
  [
    "another project",
    { project: "store" },
    "problem project: The stack belongs to project store, but this project is shop.",
  ],
])("a stack of %s", (_, seen, line) => {
  expect(wrong(seen)).toEqual([line]);
});

test("a format that is newer is told once", () => {
  const refused: Opened = { ok: false, faults: [{ code: "store/newer-format", detail: "It is newer." }] };
  expect(wrong({ format: 2 }, refused)).toEqual([
    "problem format: The state file has format 2. This version of Coconut supports formats up to 1.",
  ]);
});

test("whose project cannot be read is not said to be another's", () => {
  const facts = { stack: "dev", glance: { ok: true as const, result: glance }, opened };
  const found = stackChecks({ inspection: facts, project: undefined, aim: (line) => line, packages: [] });
  expect(found.filter(({ state }) => state !== "ok")).toEqual([]);
});

test.each<[string, string, "integrity" | "failed"]>([
  ["store/integrity", "integrity", "integrity"],
  ["store/not-a-stack", "integrity", "integrity"],
  ["store/key-missing", "key", "failed"],
  ["store/key-wrong", "key", "failed"],
  ["store/busy", "file", "failed"],
])("%s is a problem of its %s", (code, name, outcome) => {
  const found = checked({}, { ok: false, faults: [{ code, detail: "No." }] });
  expect(found.filter(({ state }) => state === "problem")).toEqual([
    { group: "Stack dev", name, state: "problem", detail: "No." },
  ]);
  expect(outcomeOf(found)).toBe(outcome);
});

test("nothing is a problem", () => {
  expect(outcomeOf(checked({}))).toBe("ok");
});

const record = { name: "shelf", version: "1.0.0", module: "./shelf.ts" };
const create: OpenOperation = {
  urn: "urn:pulumi:dev::shop::shelf:index:Box::a b",
  type: "shelf:index:Box",
  name: "a b",
  action: "create",
  hasId: false,
  package: record,
};
const found = (isFindable: boolean): readonly CheckedPackage[] => [
  {
    recorded: { ...record, types: {} },
    found: {
      ok: true,
      result: { version: "1.0.0", types: { [create.type]: { schemaVersion: 1, isFindable } } },
    },
  },
];

const seen = (operation: Partial<OpenOperation>, packages: readonly CheckedPackage[] = [], isHeld = false) =>
  operationChecks(reportOn("Stack dev"), [{ ...create, ...operation }], {
    isHeld,
    packages,
    aim: (line) => `${line} -s staging`,
  })[0]!;

test.each<[string, Partial<OpenOperation>, readonly CheckedPackage[], string, RegExp]>([
  ["an update", { action: "update" }, [], "warning", /repeats the update/],
  ["a delete", { action: "delete" }, [], "warning", /checks whether the object still exists/],
  ["a create that said its id", { hasId: true }, found(false), "warning", /looks for the object/],
  ["a create that can be found", {}, found(true), "warning", /looks for the object/],
  ["a create that cannot", {}, found(false), "problem", /cannot find out whether the object exists/],
  ["a create of an unknown package", {}, [], "warning", /asks the provider/],
  [
    "a create of no package",
    { package: { ...record, name: "other" } },
    found(true),
    "warning",
    /asks the provider/,
  ],
])("%s", (_, operation, packages, state, detail) => {
  const finding = seen(operation, packages);
  expect(finding).toMatchObject({ state, detail: expect.stringMatching(detail) as string });
  expect(seen(operation, packages, true)).toMatchObject({ state: "note" });
});

test("what to do is meant for the stack, and can be pasted", () => {
  expect(seen({ action: "update" }).hint).toBe("Resolve it:\n    coco apply -s staging");
  expect(seen({}, found(false)).hint).toBe(
    "If the object exists:\n    coco recover 'a b' --adopt <id> -s staging\nIf it does not exist:\n    coco recover 'a b' --absent -s staging",
  );
});
