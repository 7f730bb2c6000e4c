import type {
  JournalEvent,
  OutcomeResult,
  ResourceId,
  RowChange,
  SequencedRecord,
  Snapshot,
} from "../model/index.js";

/** A change that one run made to a resource. */
export interface RunChange {
  readonly urn: string;
  /**
   * `create`, `update`, `replace`, `delete`; or the journal's word for a change in state only: `tainted`, `renamed`.
   */
  readonly action: string;
  /** The result of the provider call. `open`: the call was interrupted. Absent for changes in state only. */
  readonly result?: OutcomeResult | "open";
  /** The previous URN. */
  readonly from?: string;
}

/**
 * Returns the changes of runs, each resource and action once, in the order of the journal. Records refer to resources
 * by number. Their URNs come from the last record before, from the next record that renames or drops them, or from
 * state.
 */
export function runChanges(
  journal: readonly SequencedRecord[],
  runs: ReadonlySet<string>,
  state: Pick<Snapshot, "resources">,
): ReadonlyMap<string, readonly RunChange[]> {
  const urns = firstUrns(journal, state);
  const intents = new Map<string, IntentEvent>();
  const found = new Map([...runs].map((runId) => [runId, new RunNotes()]));
  for (const { runId, event, changes } of journal) {
    const notes = found.get(runId);
    if (event.kind === "recorded") notes?.recorded(event.what, changes, urns);
    for (const change of changes)
      if ("put" in change && change.put === "resource") urns.set(change.row.rid, change.row.urn);
    if (event.kind === "intent") intents.set(event.operation, event);
    if (event.kind !== "intent" && event.kind !== "outcome") continue;
    const intent = intents.get(event.operation);
    const result = event.kind === "intent" ? "open" : event.result;
    if (intent !== undefined) notes?.called(intent, urns.get(intent.rid) ?? unnamed(intent.rid), result);
  }
  return new Map([...found].map(([runId, notes]) => [runId, notes.changes()]));
}

/** Returns the URNs that resources had before the first record, or have in the first record that mentions them. */
function firstUrns(
  journal: readonly SequencedRecord[],
  { resources }: Pick<Snapshot, "resources">,
): Map<ResourceId, string> {
  const urns = new Map<ResourceId, string>();
  for (const change of journal.flatMap(({ changes }) => changes)) {
    const [rid, urn] = toldBy(change) ?? [];
    if (rid !== undefined && urn !== undefined && !urns.has(rid)) urns.set(rid, urn);
  }
  for (const { rid, urn } of resources.values()) if (!urns.has(rid)) urns.set(rid, urn);
  return urns;
}

function toldBy(change: RowChange): readonly [ResourceId, string | undefined] | undefined {
  if ("drop" in change) return change.drop === "resource" ? [change.rid, change.was] : undefined;
  return change.put === "resource" ? [change.row.rid, change.was ?? change.row.urn] : undefined;
}

type IntentEvent = Extract<JournalEvent, { readonly kind: "intent" }>;

interface Note {
  readonly rid: ResourceId;
  readonly change: RunChange;
}

class RunNotes {
  readonly #notes = new Map<string, Note>();

  /** Adds a change in state only, for every resource whose rows it touches. */
  recorded(what: string, changes: readonly RowChange[], urns: ReadonlyMap<ResourceId, string>): void {
    const after = new Map(
      changes.flatMap((change) =>
        "put" in change && change.put === "resource" ? [[change.row.rid, change.row.urn] as const] : [],
      ),
    );
    for (const rid of changes.flatMap(ridOf)) {
      const before = urns.get(rid);
      const urn = after.get(rid) ?? before ?? unnamed(rid);
      const from = before === undefined || before === urn ? {} : { from: before };
      this.#notes.set(`${rid} ${what}`, { rid, change: { urn, action: what, ...from } });
    }
  }

  /** Adds a provider call. Called when it begins and again when it ends. */
  called({ rid, action, generation }: IntentEvent, urn: string, result: OutcomeResult | "open"): void {
    this.#notes.set(`${rid} ${action} ${generation}`, { rid, change: { urn, action, result } });
  }

  /** A deleted and a created object of the same resource are a replacement. */
  changes(): readonly RunChange[] {
    const notes = [...this.#notes.values()];
    const done = (action: string) =>
      new Set(
        notes.flatMap(({ rid, change }) => (change.action === action && change.result === "ok" ? [rid] : [])),
      );
    const [made, gone] = [done("create"), done("delete")];
    const isReplaced = ({ rid, change }: Note) => change.result === "ok" && made.has(rid) && gone.has(rid);
    return notes.flatMap((note): readonly RunChange[] => {
      const { change } = note;
      if (!isReplaced(note) || change.action === "update") return [change];
      return change.action === "delete" ? [] : [{ ...change, action: "replace" }];
    });
  }
}

/** The resource was dropped, and the record with its URN is pruned. */
function unnamed(rid: ResourceId): string {
  return `resource ${rid}`;
}

function ridOf(change: RowChange): readonly ResourceId[] {
  if ("drop" in change) return [change.rid];
  return change.put === "resource" || change.put === "object" ? [change.row.rid] : [];
}
