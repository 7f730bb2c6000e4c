import {
  type ChangeAction,
  equalValues,
  getAt,
  isKnown,
  parsePropertyPath,
  type Planned,
  type PlannedField,
  type Reason,
  type RecordedOptions,
  type ResourceKind,
  stripSecrets,
} from "../model/index.js";

/** All that the decision for one resource of the program depends on. */
export interface Facts {
  readonly kind: ResourceKind;
  /** Absent for what is not in state. */
  readonly prior?: PriorFacts | undefined;
  /** What reading it at plan time found; `unread` where it was not read. */
  readonly observed: "present" | "absent" | "unread";
  /** The provider's answer; absent for components and externals. */
  readonly planned?: Planned | undefined;
  /** Set when another type or provider managed it before. */
  readonly managedDifferently?: { readonly before: string; readonly after: string } | undefined;
  readonly forced: readonly ForcedReason[];
  /** What differs in state although nothing has to be done: options, edges, spelling, … */
  readonly bookkeeping: readonly string[];
  readonly deleteBeforeReplace?: boolean | undefined;
}

export type ForcedReason = Extract<Reason, { readonly kind: "forced" }>;

export interface PriorFacts {
  readonly kind: ResourceKind;
  readonly status: "current" | "owed";
  readonly unfinished?: readonly string[] | undefined;
}

export interface Decision {
  readonly action: ChangeAction;
  readonly reasons: readonly Reason[];
  /** For `replace`: which half goes first. */
  readonly replaceOrder?: "create-first" | "delete-first";
}

/** What happens to one resource of the program. The first rule that fits decides. */
export function decide(facts: Facts): Decision {
  const { kind, prior, planned } = facts;
  if (kind === "external") return { action: "read", reasons: [] };
  if (prior === undefined) return { action: "create", reasons: [{ kind: "not-in-state" }] };
  if (kind === "component") return recordOrSame(facts);
  if (prior.status === "owed") return { action: "create", reasons: [{ kind: "owed" }] };
  if (facts.managedDifferently !== undefined) {
    return replace(facts, [{ kind: "managed-differently", ...facts.managedDifferently }]);
  }
  if (facts.observed === "absent") return { action: "create", reasons: [{ kind: "no-longer-present" }] };
  const changed = fieldsOf(planned, "inputs", "outputs");
  const byFields: readonly Reason[] = changed.some((field) => field.replaces)
    ? [{ kind: "fields", fields: changed }]
    : [];
  if (facts.forced.length > 0) return replace(facts, [...facts.forced, ...byFields]);
  if (byFields.length > 0) return replace(facts, byFields);
  if (changed.length > 0) return update(facts, changed);
  const drifted = fieldsOf(planned, "drift");
  if (drifted.some((field) => field.replaces)) return replace(facts, [{ kind: "drift", fields: drifted }]);
  if (drifted.length > 0) return { action: "update", reasons: [{ kind: "drift", fields: drifted }] };
  if (planned?.change === "some") return { action: "update", reasons: [] };
  if (prior.unfinished !== undefined) {
    return { action: "update", reasons: [{ kind: "unfinished", why: prior.unfinished }] };
  }
  return recordOrSame(facts);
}

function update(facts: Facts, fields: readonly PlannedField[]): Decision {
  const drifted = fieldsOf(facts.planned, "drift");
  const reasons: Reason[] = [{ kind: "fields", fields }];
  if (drifted.length > 0) reasons.push({ kind: "drift", fields: drifted });
  return { action: "update", reasons };
}

function recordOrSame({ bookkeeping }: Facts): Decision {
  if (bookkeeping.length === 0) return { action: "same", reasons: [] };
  return { action: "record", reasons: [{ kind: "bookkeeping", what: bookkeeping }] };
}

function replace(facts: Facts, reasons: readonly Reason[]): Decision {
  return { action: "replace", reasons, replaceOrder: replaceOrder(facts, reasons) };
}

/**
 * Creating first keeps the old object working until the new one is there. It needs the two to be able to exist
 * side by side: certain when a field that tells them apart changed, else only if the type says so.
 */
function replaceOrder(facts: Facts, reasons: readonly Reason[]): "create-first" | "delete-first" {
  if (facts.deleteBeforeReplace !== undefined)
    return facts.deleteBeforeReplace ? "delete-first" : "create-first";
  if (facts.planned?.replaceOrder !== undefined) return facts.planned.replaceOrder;
  const identityMoved = reasons.some((reason) => tellsApart(reason, facts));
  return identityMoved || facts.planned?.coexists === true ? "create-first" : "delete-first";
}

/**
 * Whether a reason says that old and new object differ in what tells them apart. A value that is not known yet may come out
 * as it was, and a forced replacement is performed all the same.
 */
function tellsApart(reason: Reason, { forced, planned }: Facts): boolean {
  if (reason.kind !== "fields") return reason.kind === "managed-differently";
  if (forced.length === 0) return true;
  return reason.fields.some(
    ({ path, replaces }) => replaces && isKnown(getAt(planned?.inputs, parsePropertyPath(path))),
  );
}

const none: readonly PlannedField[] = [];

function fieldsOf(
  planned: Planned | undefined,
  ...of: readonly PlannedField["of"][]
): readonly PlannedField[] {
  if (planned === undefined || planned.fields.length === 0) return none;
  return planned.fields.filter((field) => of.includes(field.of));
}

/** Whether the trigger of a replacement has another value than when the object was made. */
export function isTriggered(
  { replaceTrigger: before }: RecordedOptions,
  { replaceTrigger: now }: RecordedOptions,
): boolean {
  return before !== undefined && now !== undefined && !equalValues(stripSecrets(before), stripSecrets(now));
}

export type ImportDecision =
  | { readonly ok: true; readonly decision: Decision; readonly differs: boolean }
  /** What was found differs in a way that an update cannot mend. */
  | { readonly ok: false; readonly fields: readonly PlannedField[] };

/**
 * What happens to an object that a resource is to adopt. `planned` was planned against what was found: a
 * difference is updated in the same step, and one that needs a new object refuses the adoption.
 */
export function decideImport(id: string, planned: Planned): ImportDecision {
  const { action, reasons } = decide({
    kind: "custom",
    prior: { kind: "custom", status: "current" },
    observed: "present",
    planned,
    forced: [],
    bookkeeping: [],
  });
  if (action === "replace") return { ok: false, fields: planned.fields.filter(({ replaces }) => replaces) };
  const decision: Decision = { action: "import", reasons: [{ kind: "imported", id }, ...reasons] };
  return { ok: true, decision, differs: action !== "same" };
}
