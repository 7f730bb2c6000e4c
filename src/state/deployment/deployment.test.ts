import { describe, expect, test } from "vitest";
import {
  assetOf,
  ephemeralOf,
  referenceTo,
  secretOf,
  unknown,
  type Json,
  type JsonObject,
  type ObjectRow,
  type ResourceRow,
  type RowChange,
  type Snapshot,
} from "../../model/index.js";
import { emptySnapshot, replay } from "../replay.js";
import { deploymentOf, readDeployment, type DeploymentReading } from "./index.js";

const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const cloud = { name: "cloud", version: "1.2.0", module: "@acme/cloud" };

function resource(rid: number, type: string, name: string, more: Partial<ResourceRow> = {}): RowChange {
  const row = { rid, urn: urn(type, name), type, name, kind: "custom", options: {}, origin: [] } as const;
  return { put: "resource", row: { ...row, ...more } };
}

function object(
  rid: number,
  type: string,
  more: Partial<Omit<ObjectRow, "stored">> & { stored?: object } = {},
): RowChange {
  const stored = { type, schemaVersion: 1, id: `id-${rid}`, inputs: {}, outputs: {}, ...more.stored };
  const row: ObjectRow = {
    rid,
    generation: 1,
    status: "current",
    baseline: stored.outputs,
    edges: [],
    ...more,
    stored,
  };
  return {
    put: "object",
    row: row.package === undefined && stored.id !== undefined ? { ...row, package: cloud } : row,
  };
}

function snapshotOf(changes: readonly RowChange[]): Snapshot {
  const record = {
    sequence: 1,
    epoch: 1,
    runId: "r",
    event: { kind: "recorded", what: "made" },
    changes,
  } as const;
  const { snapshot, problems } = replay(emptySnapshot("l"), [record]);
  expect(problems).toEqual([]);
  return snapshot;
}

/** A state with everything that a run may leave behind. */
const odd = snapshotOf([
  resource(1, "pulumi:providers:cloud", "default_1_2_0", { kind: "provider" }),
  object(1, "pulumi:providers:cloud", {
    stored: { id: undefined, inputs: { account: "main", version: "9", token: ephemeralOf(unknown) } },
    package: cloud,
  }),
  resource(2, "shop:web:Site", "site", { kind: "component", origin: [{ waitsFor: [], key: "k" }] }),
  object(2, "shop:web:Site", { stored: { id: undefined, outputs: { url: "u" } } }),
  resource(3, "shop:web:Site$cloud:index:Bucket", "logs", {
    type: "cloud:index:Bucket",
    parent: 2,
    globalId: "#7",
    scope: { module: "shop:main", class: "Site", id: "logs" },
    position: { file: "/shop/main.ts", line: 3, column: 7 },
    origin: [{ waitsFor: [2], position: { file: "/shop/main.ts", line: 1, column: 1 } }],
    options: {
      protect: "in-state",
      retainOnDelete: false,
      deleteBeforeReplace: true,
      retry: { attempts: 3, delay: 2000 },
      hasDeleteHooks: true,
      deleteTimeoutMs: 1234,
      ignoreChanges: ["a"],
      replaceOnChanges: ["b"],
      additionalSecretOutputs: ["c"],
      replaceTrigger: secretOf("now"),
      import: "given",
    },
  }),
  object(3, "cloud:index:Bucket", {
    status: "doomed",
    stored: { id: "old", tainted: true, unfinished: ["tags"] },
    edges: [{ kind: "parent", to: 2 }],
  }),
  object(3, "cloud:index:Bucket", {
    generation: 2,
    provider: 1,
    stored: {
      id: "new",
      schemaVersion: 3,
      opaque: "AAEC",
      inputs: { word: secretOf("hunter2"), site: referenceTo({ urn: urn("shop:web:Site", "site") }) },
      outputs: { text: assetOf({ text: "hello" }, "2cf24dba"), size: Number.NaN },
    },
    baseline: { text: "before" },
    edges: [
      { kind: "parent", to: 2 },
      { kind: "provider", to: 1 },
      { kind: "input", to: 2, field: "site" },
      { kind: "depends-on", to: 2 },
      { kind: "field", to: 2, field: "own" },
    ],
    createdAt: "2030-01-01T00:00:00.000Z",
    modifiedAt: "2030-01-02T00:00:00.000Z",
  }),
  resource(4, "cloud:index:Disk", "owed"),
  object(4, "cloud:index:Disk", {
    status: "owed",
    edges: [
      { kind: "deleted-with", to: 3 },
      { kind: "replace-with", to: 3 },
    ],
  }),
  resource(5, "cloud:index:Bucket", "shared", { kind: "external" }),
  object(5, "cloud:index:Bucket"),
  { put: "outputs", outputs: { url: "u", word: secretOf({ deep: secretOf(1) }) } },
  { put: "moves", applied: ["m1"] },
]);

const request = {
  stack: "dev",
  project: "shop",
  manifest: { time: "2030-01-01T00:00:00.000Z", magic: "m", version: "coconut" },
  projectPath: (file: string) => file.replace(/^\/shop\//, ""),
};

function reading(
  deployment: unknown,
  open = (text: string) => (text.startsWith("~") ? text.slice(1) : undefined),
) {
  let rid = 0;
  return readDeployment(deployment as JsonObject, {
    stack: "dev",
    project: "shop",
    nextRid: () => ++rid,
    open,
    modules: new Map([["cloud", "@acme/cloud"]]),
    projectFile: (path) => `/shop/${path}`,
  });
}

function rowsIn(read: DeploymentReading): Snapshot {
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics, undefined, 1));
  return snapshotOf(read.changes);
}

describe("there and back", () => {
  const written = (seal?: (text: string) => string): Json =>
    JSON.parse(JSON.stringify(deploymentOf(odd, { ...request, ...(seal && { seal }) }))) as Json;

  test("nothing is lost, sealed or in the open", () => {
    for (const seal of [undefined, (text: string) => `~${text}`]) {
      const { deployment } = written(seal) as { deployment: Json };
      expect(rowsIn(reading(deployment))).toEqual(odd);
    }
  });

  test("what is secret stands in no field but its envelope", () => {
    const text = JSON.stringify(written((secret) => `~${"*".repeat(secret.length)}`));
    expect(text).not.toMatch(/hunter2|AAEC|"now"/);
    expect(JSON.stringify(written())).toContain(String.raw`"plaintext":"\"hunter2\""`);
  });

  test("an ephemeral setting is left out, and named as such", () => {
    const { deployment } = written() as { deployment: { resources: JsonObject[] } };
    const provider = deployment.resources.find(({ coconut }) => (coconut as JsonObject)?.["ephemeral"]);
    expect(provider).toMatchObject({ coconut: { ephemeral: ["token"] } });
    expect(provider!["inputs"]).toEqual({ account: "main", version: "9" });
  });

  test("entries are those of the ecosystem, in an order in which each stands behind what it needs", () => {
    const { deployment } = written() as { deployment: { resources: JsonObject[]; manifest: Json } };
    expect(
      deployment.resources.map((entry) => [entry["urn"], entry["delete"] ?? entry["id"] ?? null]),
    ).toEqual([
      [urn("pulumi:pulumi:Stack", "shop-dev"), null],
      [urn("pulumi:providers:cloud", "default_1_2_0_"), "00000000-0000-4000-9000-000000000001"],
      [urn("pulumi:providers:cloud", "default_1_2_0"), "00000000-0000-4000-8000-000000000001"],
      [urn("shop:web:Site", "site"), null],
      [urn("shop:web:Site$cloud:index:Bucket", "logs"), true],
      [urn("shop:web:Site$cloud:index:Bucket", "logs"), "new"],
      [urn("cloud:index:Disk", "owed"), "id-4"],
      [urn("cloud:index:Bucket", "shared"), "id-5"],
    ]);
    expect(deployment.manifest).toMatchObject({
      plugins: [{ name: "cloud", path: "@acme/cloud", type: "resource", version: "1.2.0" }],
    });
    const logs = deployment.resources[5]!;
    expect(logs).toMatchObject({
      custom: true,
      type: "cloud:index:Bucket",
      parent: urn("shop:web:Site", "site"),
      protect: true,
      retainOnDelete: false,
      provider: `${urn("pulumi:providers:cloud", "default_1_2_0")}::00000000-0000-4000-8000-000000000001`,
      dependencies: [urn("shop:web:Site", "site")],
      propertyDependencies: { site: [urn("shop:web:Site", "site")] },
      customTimeouts: { delete: 1.234 },
      importID: "given",
      created: "2030-01-01T00:00:00.000Z",
      sourcePosition: "project:///main.ts#3,7",
    });
  });

  test("an operation that was cut off is pending, and what it was to create is no entry", () => {
    const begun: RowChange[] = [
      resource(1, "cloud:index:Bucket", "logs"),
      object(1, "cloud:index:Bucket", { status: "creating", stored: { id: undefined }, package: cloud }),
    ];
    const intent = {
      kind: "intent",
      operation: "o",
      action: "create",
      rid: 1,
      generation: 1,
      key: "k",
    } as const;
    const { snapshot } = replay(emptySnapshot("l"), [
      { sequence: 1, epoch: 1, runId: "r", event: { ...intent, deadline: "d" }, changes: begun },
    ]);
    const { deployment } = deploymentOf(snapshot, request);
    expect(deployment.resources.map(({ type }) => type)).toEqual([
      "pulumi:pulumi:Stack",
      "pulumi:providers:cloud",
    ]);
    expect(deployment.pending_operations).toMatchObject([
      { type: "creating", resource: { urn: urn("cloud:index:Bucket", "logs") } },
    ]);
  });
});
