import type { ResourceId, RowChange, Seen, ValueObject } from "../../model/index.js";
import type { DriftCounts } from "../../store/internal.js";
import type { WalkedResource } from "../facts/walked.js";
import type { WorkedPlan } from "../facts/worked-plan.js";

/** What a plan has seen of the world, for the run that records it. */
export interface Observations {
  /** What was as it is recorded. */
  readonly seen?: Seen;
  readonly drift?: DriftCounts;
  /** The rows of what was not, with what was found: steps of the plan may mend it, or fail to. And of what is so again. */
  readonly rows: readonly RowChange[];
}

/** `at`: when the plan was made, in ISO 8601. */
export function observations(worked: WorkedPlan, at: string): Observations {
  const { asRecorded, changed, gone, rows } =
    worked.refreshed === undefined ? seenInPlan(worked, at) : seenInRefresh(worked);
  const read = asRecorded.length + changed + gone;
  if (read === 0) return { rows };
  const resources = asRecorded.length === managedIn(worked) ? "all" : asRecorded;
  return { rows, drift: { read, changed, gone }, ...(asRecorded.length > 0 && { seen: { at, resources } }) };
}

interface SeenObjects {
  readonly asRecorded: readonly ResourceId[];
  readonly changed: number;
  readonly gone: number;
  readonly rows: readonly RowChange[];
}

function seenInPlan({ resources }: WorkedPlan, at: string): SeenObjects {
  const asRecorded: ResourceId[] = [];
  const rows: RowChange[] = [];
  let changed = 0;
  let gone = 0;
  for (const { registration, prior, observed, decision } of resources.values()) {
    if (prior === undefined || observed === undefined || registration.kind !== "custom") continue;
    const { rid } = prior.row;
    if (observed === "absent") gone++;
    else if (hasDrifted(decision)) {
      changed++;
      rows.push({ put: "object", row: { ...prior.object, seenAt: at, observed: found(observed) } });
    } else {
      asRecorded.push(rid);
      const { observed: before, ...row } = prior.object;
      if (before !== undefined) rows.push({ put: "object", row });
    }
  }
  return { asRecorded, changed, gone, rows };
}

function hasDrifted({ reasons }: WalkedResource["decision"]): boolean {
  return reasons.some(({ kind }) => kind === "drift");
}

function found({ inputs, outputs }: { readonly inputs: ValueObject; readonly outputs: ValueObject }) {
  return { inputs, outputs };
}

/** A refresh has a step for everything that is not as it is recorded, which takes it. */
function seenInRefresh({ refreshed, read = [] }: WorkedPlan): SeenObjects {
  const others = [...refreshed!.values()];
  const rids = new Set(others.map(({ row }) => row.rid));
  const gone = others.filter((each) => each.found === "absent").length;
  return {
    asRecorded: read.filter((rid) => !rids.has(rid)),
    changed: others.length - gone,
    gone,
    rows: [],
  };
}

/** How many resources there are in state that a provider can be asked about. */
function managedIn({ state }: WorkedPlan): number {
  let count = 0;
  for (const { kind } of state.byUrn.values()) if (kind === "custom") count++;
  return count;
}
