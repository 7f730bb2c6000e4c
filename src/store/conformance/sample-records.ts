import type {
  Intent,
  JournalRecord,
  ObjectRow,
  ObjectStatus,
  ResourceId,
  ResourceRow,
  ValueObject,
} from "../../model/index.js";

const type = "test:index:Bucket";

export function sampleResource(rid: ResourceId, more: Partial<ResourceRow> = {}): ResourceRow {
  return {
    rid,
    urn: `urn:coconut:dev::shop::${type}::bucket-${rid}`,
    type,
    name: `bucket-${rid}`,
    kind: "custom",
    options: {},
    origin: [],
    ...more,
  };
}

export function sampleObject(
  rid: ResourceId,
  generation: number,
  status: ObjectStatus,
  more: Partial<ObjectRow> & { readonly inputs?: ValueObject; readonly outputs?: ValueObject } = {},
): ObjectRow {
  const { inputs = { size: rid }, outputs = {}, ...rest } = more;
  const id = status === "creating" ? {} : { id: `id-${rid}-${generation}` };
  return {
    rid,
    generation,
    status,
    stored: { type, schemaVersion: 1, ...id, inputs, outputs },
    baseline: outputs,
    package: { name: "test", version: "1.0.0", module: "@test/provider" },
    edges: [],
    ...rest,
  };
}

export function sampleIntent(
  action: Intent["action"],
  rid: ResourceId,
  generation: number,
  inputs?: ValueObject,
): Intent {
  return {
    kind: "intent",
    operation: `${action} ${rid}.${generation}`,
    action,
    rid,
    generation,
    key: `key ${action} ${rid}.${generation}`,
    ...(inputs !== undefined && { inputs }),
    deadline: "2030-01-01T00:30:00.000Z",
  };
}

type Entry = Omit<JournalRecord, "runId">;

/** Returns the two records of a successful create. */
export function creation(
  rid: ResourceId,
  more: Parameters<typeof sampleObject>[3] = {},
  resource: Partial<ResourceRow> = {},
): [intent: Entry, outcome: Entry] {
  const { outputs: _, baseline: __, ...asked } = more;
  const intent = sampleIntent("create", rid, 1, more.inputs ?? { size: rid });
  return [
    {
      event: intent,
      changes: [
        { put: "resource", row: sampleResource(rid, resource) },
        { put: "object", row: sampleObject(rid, 1, "creating", asked) },
      ],
    },
    {
      event: { kind: "outcome", operation: intent.operation, result: "ok" },
      changes: [{ put: "object", row: sampleObject(rid, 1, "current", more) }],
    },
  ];
}
