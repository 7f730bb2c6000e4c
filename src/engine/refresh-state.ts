import {
  equalValues,
  isDiagnosticError,
  objectKey,
  type Diagnostic,
  type JournalRecord,
  type ObjectRow,
  type ResourceRow,
  type RowChange,
} from "../model/index.js";
import { accepted } from "./providers/accepted.js";
import { recordedProvider, upgradedObject, type RecordedProviderPorts } from "./planning/plan-removals.js";

export interface RefreshPorts extends RecordedProviderPorts {
  readonly append: (record: Omit<JournalRecord, "runId">) => Promise<void>;
}

/**
 * Takes the world's values into state: outputs as they are observed, beside the baseline, so that the next plan
 * still proposes the repair. What is gone leaves, and nothing is left pointing at it.
 */
export async function refreshState(ports: RefreshPorts): Promise<{ diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const managed = [...ports.snapshot.objects.values()].flatMap((object) => {
    const row = ports.snapshot.resources.get(object.rid)!;
    const isReadable = row.kind === "custom" || row.kind === "external";
    return isReadable && object.status === "current" ? [{ row, object }] : [];
  });
  const observed = await Promise.all(
    managed.map(async ({ row, object }) => {
      try {
        const upgraded = await upgradedObject(row, object, ports);
        return { object: upgraded, found: await read(row, upgraded, ports) };
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        diagnostics.push(...error.diagnostics);
        return { object, found: object.stored };
      }
    }),
  );
  const gone = new Set(observed.flatMap(({ object, found }) => (found === "absent" ? [object.rid] : [])));
  const refreshed = new Set<string>();
  for (const { object, found } of observed) {
    if (found === "absent" || equalValues(object.stored.outputs, found.outputs)) continue;
    const row = withoutEdges({ ...object, stored: { ...object.stored, outputs: found.outputs } }, gone);
    refreshed.add(objectKey(object.rid, object.generation));
    await ports.append({ event: { kind: "recorded", what: "refreshed" }, changes: [{ put: "object", row }] });
  }
  if (gone.size > 0) {
    await ports.append({
      event: { kind: "recorded", what: "gone" },
      changes: forgotten(gone, refreshed, ports),
    });
  }
  return { diagnostics };
}

async function read(
  row: ResourceRow,
  object: ObjectRow,
  ports: RefreshPorts,
): Promise<ObjectRow["stored"] | "absent"> {
  const provider = await recordedProvider(row, object, ports);
  const found = accepted(await provider.read(ports.call(row.urn), { prior: object.stored }));
  return found.kind === "absent" ? "absent" : found.stored;
}

/** What is gone leaves in one record, together with everything that pointed at it. */
function forgotten(
  gone: ReadonlySet<number>,
  refreshed: ReadonlySet<string>,
  { snapshot }: RefreshPorts,
): readonly RowChange[] {
  const changes: RowChange[] = [];
  for (const [key, object] of snapshot.objects) {
    if (gone.has(object.rid) && object.status === "current") {
      changes.push({ drop: "object", rid: object.rid, generation: object.generation });
    } else if (!refreshed.has(key) && object.edges.some(({ to }) => gone.has(to))) {
      changes.push({ put: "object", row: withoutEdges(object, gone) });
    }
  }
  for (const row of snapshot.resources.values()) {
    const { parent, ...orphan } = row;
    if (parent !== undefined && gone.has(parent)) changes.push({ put: "resource", row: orphan });
  }
  for (const rid of gone) {
    const isLast = ![...snapshot.objects.values()].some(
      (each) => each.rid === rid && each.status !== "current",
    );
    if (isLast) changes.push({ drop: "resource", rid });
  }
  return changes;
}

function withoutEdges(object: ObjectRow, gone: ReadonlySet<number>): ObjectRow {
  return { ...object, edges: object.edges.filter(({ to }) => !gone.has(to)) };
}
