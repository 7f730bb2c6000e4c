import { describe, expect, test } from "vitest";
import {
  secretOf,
  unknown,
  type Because,
  type Change,
  type ChangeNeed,
  type Plan,
  type PlannedField,
  type Reason,
  type Step,
} from "../model/index.js";
import { explain } from "./explain.js";

const position = { file: "main.ts", line: 3, column: 5 };

function change(name: string, given: Partial<Change> = {}): Change {
  return {
    urn: name,
    type: "cloud:index:Bucket",
    name,
    kind: "custom",
    action: "same",
    reasons: [],
    sequence: [],
    position,
    inputs: {},
    needs: [],
    ...given,
  };
}

function stored(inputs: object, outputs: object = {}): NonNullable<Change["prior"]> {
  return { type: "cloud:index:Bucket", schemaVersion: 1, id: "b-1", inputs, outputs } as never;
}

function planned(inputs: object, outputs: object = {}): NonNullable<Change["planned"]> {
  return { inputs, outputs, change: "some", fields: [] } as never;
}

function field(path: string, given: Partial<PlannedField> = {}): PlannedField {
  return { path, kind: "update", replaces: false, of: "inputs", ...given };
}

function fields(...paths: readonly string[]): Reason {
  return { kind: "fields", fields: paths.map((path) => field(path)) };
}

function planOf(changes: readonly Change[], steps: readonly Step[] = []): Plan {
  return {
    lineage: "l",
    base: 1,
    changes,
    monikers: () => new Map(),
    steps,
    outputs: {},
    outputChanges: [],
    held: [],
    warnings: [],
    suggestions: [],
  };
}

/** Why the first of the changes is what it is. */
function because(first: Change, ...others: readonly Change[]): readonly Because[] {
  return explain(planOf([first, ...others]), first.urn)[0]!.because;
}

const program = { kind: "program", position };
const input = (name: string, urn: string, reads?: readonly string[]): ChangeNeed => ({
  kind: "input",
  field: name,
  urn,
  ...(reads && { reads }),
});

describe("a field that changed", () => {
  const updated = (needs: readonly ChangeNeed[] = []) =>
    change("site", {
      action: "update",
      reasons: [fields("bucket")],
      prior: stored({ bucket: "b-1" }),
      inputs: { bucket: "b-2" },
      planned: planned({ bucket: "b-2" }),
      needs,
    });

  test("comes from the program where nothing else moves", () => {
    expect(because(updated())).toEqual([
      {
        kind: "field",
        path: "bucket",
        change: "update",
        replaces: false,
        before: "b-1",
        after: "b-2",
        from: [program],
      },
    ]);
  });

  test.each<[path: string, from: readonly string[]]>([
    ["tags.source", ["logs: arn"]],
    ["tags.made", ["logs: -"]],
    ["tags.owner", ["program"]],
    ["tags.gone", ["program"]],
    ["tags.method", ["provider"]],
    ["tags", ["logs: arn"]],
    ["tags.deep", ["logs: id, name"]],
    ["tags.deep[1]", ["logs: name"]],
    ["tags.deep[2]", ["program"]],
  ])("%s comes from what that element is made from", (path, from) => {
    const elements = [
      { path: "tags.source", reads: ["arn"] },
      { path: "tags.made" },
      { path: "tags.deep[0]", reads: ["id"] },
      { path: "tags.deep[1]", reads: ["name", "arn"] },
    ];
    const isWhole = path === "tags";
    const site = change("site", {
      action: "update",
      reasons: [fields(path)],
      prior: stored({ tags: { gone: 1 } }),
      inputs: { tags: { source: unknown, owner: "ana", deep: [unknown, unknown, 1] } },
      planned: {
        ...planned({ tags: unknown }),
        partlyKnown: { tags: { source: unknown, owner: "ana", deep: [unknown, unknown, 1], method: "x" } },
      },
      needs: [{ ...input("tags", "logs", ["arn"]), elements: isWhole ? undefined : elements }],
    });
    const logs = change("logs", {
      action: "replace",
      prior: stored({ name: "a" }, { arn: path.startsWith("tags.deep") ? undefined : "x" }),
      planned: planned({ name: "b" }, path.startsWith("tags.deep") ? { arn: null } : { arn: unknown }),
    });
    const [reason] = because(site, logs);
    const sources = reason?.kind === "field" ? reason.from : [];
    const told = sources.map((source) =>
      source.kind === "resource"
        ? `${source.cause.name}: ${source.properties?.join(", ") ?? "-"}`
        : source.kind,
    );
    expect(told).toEqual(from);
  });

  test.each<[read: string, moves: boolean]>([
    ["tags.stage", true],
    ["tags.owner", false],
    ["tags", true],
    ["list[0]", false],
    ["list[1]", true],
    ["list.length", true],
    ["tags.more.deep", true],
  ])("a part of a property that is read: %s moves: %s", (read, moves) => {
    const logs = change("logs", {
      action: "update",
      prior: stored({}, { tags: { stage: "test", owner: "ana", more: "a" }, list: [1, 2] }),
      planned: planned({}, { tags: { stage: "live", owner: "ana", more: "b" }, list: [1, 3] }),
    });
    const [reason] = because(updated([input("bucket", "logs", [read])]), logs);
    expect(reason).toMatchObject({ from: [{ kind: moves ? "resource" : "program" }] });
  });

  test.each<[string, unknown, Partial<Change>, readonly string[] | undefined]>([
    ["a resource that is new", ["id"], { action: "create" }, ["id"]],
    ["one that is taken over", ["id"], { action: "import", observed: stored({}) }, ["id"]],
    ["one that is replaced", ["id"], { action: "replace", prior: stored({}), planned: planned({}) }, ["id"]],
    [
      "one that is updated, in what it will not tell before",
      ["arn"],
      {
        action: "update",
        prior: stored({ name: "a" }, { arn: "x" }),
        planned: planned({ name: "b" }, { arn: unknown }),
      },
      ["arn", "id"],
    ],
    [
      "one that is updated, in a known property",
      ["name"],
      { action: "update", prior: stored({ name: "a" }), planned: planned({ name: "b" }) },
      ["name"],
    ],
    [
      "a configuration",
      ["region"],
      { kind: "provider", action: "record", prior: stored({ region: "eu" }), inputs: { region: "us" } },
      ["region"],
    ],
    ["an object that is read later", ["arn"], { kind: "external", action: "read" }, ["arn"]],
    [
      "an object that was read",
      ["arn"],
      {
        kind: "external",
        action: "read",
        prior: stored({}, { arn: "x" }),
        observed: stored({}, { arn: "y" }),
      },
      ["id", "arn"],
    ],
    ["one of which a callback reads something", undefined, { action: "create" }, undefined],
  ])("comes from %s", (_, properties, other, reads) => {
    const [reason] = because(updated([input("bucket", "logs", reads)]), change("logs", other));
    const cause = { urn: "logs", type: "cloud:index:Bucket", name: "logs", action: other.action };
    expect(reason).toMatchObject({
      from: [{ kind: "resource", ...(properties !== undefined && { properties }), cause }],
    });
  });

  test.each<[string, Partial<Change>, readonly string[] | undefined]>([
    ["stays", { prior: stored({}), planned: planned({}) }, ["id"]],
    ["stays, whatever a callback reads", { prior: stored({}), planned: planned({}) }, undefined],
    [
      "is updated elsewhere",
      { action: "update", prior: stored({ a: 1, b: 1 }), planned: planned({ a: 1, b: 2 }) },
      ["a", "id", "urn"],
    ],
    [
      "is replaced, and keeps it",
      { action: "replace", prior: stored({ a: 1 }), planned: planned({ a: 1 }) },
      ["a"],
    ],
    ["is read, and is what it was", { kind: "external", prior: stored({}), observed: stored({}) }, ["id"]],
  ])("does not come from a resource that %s", (_, other, reads) => {
    const [reason] = because(updated([input("bucket", "logs", reads)]), change("logs", other));
    expect(reason).toMatchObject({ from: [program] });
  });

  test("does not come from what another field needs, nor from what is needed otherwise", () => {
    const needs = [input("title", "logs", ["id"]), { kind: "depends-on", urn: "logs" } as const];
    expect(because(updated(needs), change("logs", { action: "create" }))).toMatchObject([
      { from: [program] },
    ]);
  });

  test("comes from the provider: a default, or what it computes", () => {
    const given = { action: "update", prior: stored({}, { size: 1 }) } as const;
    const sources = { from: [{ kind: "provider" }] };
    const byDefault = change("a", { ...given, reasons: [fields("size")], planned: planned({ size: 2 }) });
    expect(because(byDefault)).toMatchObject([{ after: 2, ...sources }]);
    const computed = change("a", {
      ...given,
      reasons: [{ kind: "fields", fields: [field("size", { of: "outputs" })] }],
      planned: planned({}, { size: unknown }),
    });
    expect(because(computed)).toMatchObject([{ before: 1, after: unknown, ...sources }]);
  });

  test("of an object that is taken over is compared with what was found", () => {
    const adopted = change("a", {
      action: "import",
      reasons: [{ kind: "imported", id: "b-7" }, fields("size")],
      observed: stored({ size: 1 }),
      inputs: { size: 2 },
      planned: planned({ size: 2 }),
    });
    expect(because(adopted)).toMatchObject([{ kind: "reason" }, { before: 1, after: 2, from: [program] }]);
  });

  test("that the program took away comes from the program", () => {
    const gone = change("a", {
      action: "update",
      reasons: [fields("size")],
      prior: stored({ size: 1 }),
      planned: planned({}),
    });
    expect(because(gone)).toMatchObject([{ from: [program] }]);
  });

  test("is secret on both sides if it is on one, and not there where it is hidden", () => {
    const made = (hideDiffs: readonly string[]) =>
      change("a", {
        action: "update",
        reasons: [fields("size")],
        prior: stored({ size: "x" }),
        planned: planned({ size: secretOf("y") }),
        hideDiffs,
      });
    expect(because(made([]))).toMatchObject([{ before: secretOf("x"), after: secretOf("y") }]);
    const [hidden] = because(made(["size"]));
    expect(hidden).toMatchObject({ path: "size", hidden: true });
    expect(hidden).not.toHaveProperty("before");
    expect(hidden).not.toHaveProperty("after");
  });
});

describe("other reasons", () => {
  const plain: readonly Reason[] = [
    { kind: "not-in-state" },
    { kind: "not-in-program" },
    { kind: "no-longer-present" },
    { kind: "owed" },
    { kind: "managed-differently", before: "a", after: "b" },
    { kind: "forced", by: "trigger" },
    { kind: "forced", by: "request" },
    { kind: "forced", by: "taint" },
    { kind: "unfinished", why: ["not ready"] },
    { kind: "bookkeeping", what: ["options"] },
    { kind: "callback-did-not-run", position },
    { kind: "assumed-member", position },
    { kind: "imported", id: "b-7" },
    { kind: "not-targeted" },
  ];

  test.each(plain)("$kind $by is complete in itself", (reason) => {
    expect(because(change("a", { reasons: [reason] }))).toEqual([{ kind: "reason", reason }]);
  });

  test.each<[Reason, object]>([
    [
      { kind: "drift", fields: [field("size", { of: "drift" })] },
      { before: 1, after: 3 },
    ],
    [
      { kind: "observed", fields: [field("size", { of: "drift" })] },
      { before: 2, after: 3 },
    ],
  ])("$kind has what was left or remembered, and what was found", (reason, sides) => {
    const drifted = change("a", {
      reasons: [reason],
      baseline: { size: 1 },
      prior: stored({}, { size: 2 }),
      observed: stored({}, { size: 3 }),
    });
    expect(because(drifted)).toEqual([{ kind: "drift", path: "size", replaces: false, ...sides }]);
  });

  test("drift that a refresh has seen is what state holds", () => {
    const reason: Reason = { kind: "drift", fields: [field("size", { of: "drift" })] };
    const drifted = change("a", { reasons: [reason], baseline: { size: 1 }, prior: stored({}, { size: 2 }) });
    expect(because(drifted)).toMatchObject([{ before: 1, after: 2 }]);
  });

  test.each(["replace-with", "deleted-with"] as const)("%s leads to the other resource", (by) => {
    const first = change("a", { action: "replace", reasons: [{ kind: "forced", by, of: "b" }] });
    const other = change("b", { action: "replace" });
    expect(because(first, other)).toEqual([
      { kind: "goes-with", by, cause: expect.objectContaining({ urn: "b" }) },
    ]);
    expect(because(first)).toEqual([{ kind: "reason", reason: first.reasons[0] }]);
  });

  test("an update without a reason is what the provider asks for", () => {
    expect(because(change("a", { action: "update" }))).toEqual([{ kind: "provider" }]);
  });

  test("what the provider could not say yet is told", () => {
    const deferred = change("a", { planned: { ...planned({}), deferred: "not configured" } });
    expect(because(deferred)).toEqual([{ kind: "deferred", why: "not configured" }]);
  });

  test("a component tells what changes in it, at any depth", () => {
    const inside = (name: string, parent: string, given: Partial<Change>) =>
      change(name, { needs: [{ kind: "parent", urn: parent }], ...given });
    const members = [
      inside("b", "a", { kind: "component" }),
      inside("c", "b", { action: "update" }),
      inside("d", "a", {}),
    ];
    expect(because(change("a", { kind: "component" }), ...members)).toMatchObject([
      { kind: "contains", cause: { urn: "c", action: "update" } },
    ]);
  });

  test("an object that was left behind is told beside the resource that left it", () => {
    const left = change("a", { action: "delete", reasons: [{ kind: "not-in-program" }] });
    expect(because(change("a"), left)).toEqual([{ kind: "left-behind" }]);
  });

  test("nothing is behind what stays", () => {
    expect(because(change("a"))).toEqual([]);
  });
});

describe("deleting first", () => {
  const step = (id: string, urn: string, action: Step["action"], after: readonly string[]): Step => ({
    id,
    urn,
    action,
    after,
    replacement: true,
  });
  const changes = [change("disk", { action: "replace" }), change("user", { action: "replace" })];

  test("what has to be gone before says so", () => {
    const steps = [
      step("delete disk", "disk", "delete", ["delete user"]),
      step("create disk", "disk", "create", ["delete disk"]),
      step("delete user", "user", "delete", []),
      step("create user", "user", "create", ["create disk", "delete user"]),
    ];
    const [user, disk] = explain(planOf(changes, steps), "user");
    expect(user!.because).toMatchObject([{ kind: "deleted-before", cause: { urn: "disk" } }]);
    expect(disk).toMatchObject({ urn: "disk", because: [] });
  });

  test("creating first asks for nothing of others", () => {
    const steps = [
      step("create disk", "disk", "create", []),
      step("delete disk", "disk", "delete", ["create disk", "create user", "delete user"]),
      step("create user", "user", "create", ["create disk"]),
      step("delete user", "user", "delete", ["create user"]),
    ];
    expect(explain(planOf(changes, steps), "user")).toMatchObject([{ urn: "user", because: [] }]);
  });
});

describe("a chain", () => {
  const link = (index: number, needs: readonly number[]): Change =>
    change(`r${index}`, {
      action: "update",
      reasons: [fields("from")],
      prior: stored({ from: "x" }, { out: "x" }),
      planned: planned({ from: unknown }, { out: unknown }),
      needs: needs.map((need) => input("from", `r${need}`, ["out"])),
    });

  test("is followed to its end, each resource once", () => {
    const diamond = [link(1, [2, 3]), link(2, [4]), link(3, [4]), link(4, [])];
    expect(explain(planOf(diamond), "r1").map(({ urn }) => urn)).toEqual(["r1", "r2", "r3", "r4"]);
  });

  test("may be long", () => {
    const count = 20_000;
    const changes = Array.from({ length: count }, (_, index) =>
      link(index, index + 1 < count ? [index + 1] : []),
    );
    expect(explain(planOf(changes), "r0")).toHaveLength(count);
  });

  test("of something that the plan does not have is empty", () => {
    expect(explain(planOf([]), "r1")).toEqual([]);
  });
});
