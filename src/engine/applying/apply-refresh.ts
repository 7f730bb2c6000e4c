import { runSteps, type Journal } from "../../apply/index.js";
import type { ObjectRow, ResourceId, ResourceRow, RowChange, Step, StepEnd } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { ApplyOptions } from "../facts/request.js";
import type { Applied, ApplyPorts } from "./apply-plan.js";
import { done } from "./steps/resource-steps.js";
import type { WorkedPlan, WalkedRefresh } from "../facts/worked-plan.js";

/** Records what a refresh-only plan showed: exactly what was found when it was made. Nothing is read again. */
export async function applyRefresh(
  { plan, state, madeAt }: WorkedPlan,
  refreshed: ReadonlyMap<string, WalkedRefresh>,
  { perform, emit, elapsed }: Pick<ApplyPorts, "perform" | "emit" | "elapsed">,
  options: ApplyOptions,
): Promise<Applied> {
  const rows = new RefreshedRows(state, perform.journal, madeAt);
  const reports = await runSteps(plan.steps, {
    parallel: options.parallel ?? 16,
    continueOnError: options.continueOnError ?? false,
    signal: AbortSignal.any([options.signal, options.leave].filter((signal) => signal !== undefined)),
    perform: async (step: Step): Promise<StepEnd> => {
      const { id, urn, action } = step;
      const begun = elapsed();
      emit({ kind: "step-started", urn, action, step: id });
      await rows.record(refreshed.get(id)!);
      const timed = { ...done, durationMs: elapsed() - begun };
      emit({ kind: "step-finished", urn, action, step: id, ...timed });
      return timed;
    },
    onStop: (running) => emit({ kind: "cancelling", waitingFor: running.map(({ urn }) => urn) }),
  });
  return { reports, outputs: undefined, diagnostics: plan.held, unplanned: [] };
}

/** The rows of a stack while they are refreshed. What leaves takes with it all that points at it, in one record. */
class RefreshedRows {
  readonly #resources: Map<ResourceId, ResourceRow>;
  readonly #objects: Map<ResourceId, ObjectRow[]>;
  readonly #journal: Journal;
  readonly #seenAt: { readonly seenAt?: string };

  constructor(state: SnapshotIndex, journal: Journal, seenAt: string | undefined) {
    this.#seenAt = seenAt === undefined ? {} : { seenAt };
    const rows = [...state.byUrn.values()];
    this.#resources = new Map(rows.map((row) => [row.rid, row]));
    this.#objects = new Map(rows.map(({ rid }) => [rid, [...state.objectsOf(rid)]]));
    this.#journal = journal;
  }

  /** The rows change at once, in the order of the records: several may be on their way. */
  record({ row, object, found }: WalkedRefresh): Promise<void> {
    if (found === "absent") {
      const changes = this.#leave(object);
      return this.#journal.append({ event: { kind: "recorded", what: "gone" }, changes });
    }
    const { edges } = this.#objects
      .get(object.rid)!
      .find(({ generation }) => generation === object.generation)!;
    const { id, inputs, outputs } = found;
    const stored = { ...object.stored, ...(id !== undefined && { id }), inputs, outputs };
    // What the stack does not own is followed. Of its own, the baseline stays: the next plan proposes the repair.
    const baseline = row.kind === "external" ? outputs : object.baseline;
    const { observed: _, ...known } = object;
    const changes = [this.#putObject({ ...known, ...this.#seenAt, stored, baseline, edges })];
    return this.#journal.append({ event: { kind: "recorded", what: "refreshed" }, changes });
  }

  #leave({ rid, generation }: ObjectRow): readonly RowChange[] {
    const left = this.#objects.get(rid)!.filter((each) => each.generation !== generation);
    this.#objects.set(rid, left);
    const drop: RowChange = { drop: "object", rid, generation };
    if (left.length > 0) return [drop];
    const heir = this.#resources.get(rid)!.parent;
    this.#resources.delete(rid);
    this.#objects.delete(rid);
    return [drop, { drop: "resource", rid }, ...this.#mend(rid, heir)];
  }

  /** Children come to the nearest ancestor that is there; every other edge to what is gone goes with it. */
  #mend(gone: ResourceId, heir: ResourceId | undefined): readonly RowChange[] {
    const changes: RowChange[] = [];
    for (const { parent, ...row } of this.#resources.values()) {
      if (parent !== gone) continue;
      const mended = { ...row, ...(heir !== undefined && { parent: heir }) };
      this.#resources.set(row.rid, mended);
      changes.push({ put: "resource", row: mended });
    }
    for (const object of [...this.#objects.values()].flat()) {
      if (!object.edges.some(({ to }) => to === gone)) continue;
      const edges = object.edges.flatMap((edge) => {
        if (edge.to !== gone) return [edge];
        return edge.kind === "parent" && heir !== undefined ? [{ ...edge, to: heir }] : [];
      });
      changes.push(this.#putObject({ ...object, edges }));
    }
    return changes;
  }

  #putObject(row: ObjectRow): RowChange {
    const others = this.#objects.get(row.rid)!.filter(({ generation }) => generation !== row.generation);
    this.#objects.set(row.rid, [...others, row]);
    return { put: "object", row };
  }
}
