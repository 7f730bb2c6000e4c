import type {
  ObjectRow,
  ResourceId,
  ResourceKind,
  ResourceRow,
  RowChange,
  Seen,
  Stored,
  ValueObject,
} from "../model/index.js";
import type { Decision } from "./decide.js";
import type { FoundObject } from "./refreshed-rows.js";

/** The parts of a plan that come from reading objects. */
export interface SeeingPlan {
  readonly resources: ReadonlyMap<string, SeenResource>;
  readonly state: { readonly byUrn: ReadonlyMap<string, Pick<ResourceRow, "kind">> };
  /** For a refresh-only plan: the objects that differ from state, and all objects that were read. */
  readonly refreshed?: ReadonlyMap<string, Pick<FoundObject, "row" | "found">>;
  readonly read?: readonly ResourceId[];
}

export interface SeenResource {
  readonly registration: { readonly kind: ResourceKind };
  readonly prior: { readonly object: ObjectRow } | undefined;
  readonly observed: Stored | "absent" | undefined;
  readonly decision: Decision;
}

/** The objects that a plan has read, for the run that records them. */
export interface Observations {
  /** The objects that match state. */
  readonly seen?: Seen;
  /** Number of objects that were read, and how many of them have changed or are gone. */
  readonly drift?: { readonly read: number; readonly changed: number; readonly gone: number };
  /**
   * The rows of objects that differ from state, with the observed values: steps of the plan may fix them, or fail
   * to. Also the rows of objects that match again.
   */
  readonly rows: readonly RowChange[];
}

/** `at`: when the plan was made, in ISO 8601. */
export function observations(plan: SeeingPlan, at: string): Observations {
  const { asRecorded, changed, gone, rows } =
    plan.refreshed === undefined ? seenInPlan(plan, at) : seenInRefresh(plan.refreshed, plan.read ?? []);
  const read = asRecorded.length + changed + gone;
  if (read === 0) return { rows };
  const resources = asRecorded.length === managedIn(plan) ? "all" : asRecorded;
  return { rows, drift: { read, changed, gone }, ...(asRecorded.length > 0 && { seen: { at, resources } }) };
}

interface SeenObjects {
  readonly asRecorded: readonly ResourceId[];
  readonly changed: number;
  readonly gone: number;
  readonly rows: readonly RowChange[];
}

function seenInPlan({ resources }: SeeingPlan, at: string): SeenObjects {
  const asRecorded: ResourceId[] = [];
  const rows: RowChange[] = [];
  let changed = 0;
  let gone = 0;
  for (const { registration, prior, observed, decision } of resources.values()) {
    if (prior === undefined || observed === undefined || registration.kind !== "custom") continue;
    const { rid } = prior.object;
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

function hasDrifted({ reasons }: Decision): boolean {
  return reasons.some(({ kind }) => kind === "drift");
}

function found({ inputs, outputs }: { readonly inputs: ValueObject; readonly outputs: ValueObject }) {
  return { inputs, outputs };
}

/** A refresh has a step for every object that differs from state; the step records it. */
function seenInRefresh(
  refreshed: NonNullable<SeeingPlan["refreshed"]>,
  read: readonly ResourceId[],
): SeenObjects {
  const others = [...refreshed.values()];
  const rids = new Set(others.map(({ row }) => row.rid));
  const gone = others.filter((each) => each.found === "absent").length;
  return {
    asRecorded: read.filter((rid) => !rids.has(rid)),
    changed: others.length - gone,
    gone,
    rows: [],
  };
}

/** Number of resources in state that a provider can read. */
function managedIn({ state }: SeeingPlan): number {
  let count = 0;
  for (const { kind } of state.byUrn.values()) if (kind === "custom") count++;
  return count;
}
