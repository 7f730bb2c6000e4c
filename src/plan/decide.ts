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

/** All facts that the decision for one declared resource depends on. */
export interface Facts {
  readonly kind: ResourceKind;
  /** Absent for a resource that is not in state. */
  readonly prior?: PriorFacts | undefined;
  /** The result of reading the object at plan time; `unread` if it was not read. */
  readonly observed: "present" | "absent" | "unread";
  /** The provider's plan; absent for components and externals. */
  readonly planned?: Planned | undefined;
  /** Set if another type or provider managed it before. */
  readonly managedDifferently?: { readonly before: string; readonly after: string } | undefined;
  readonly forced: readonly ForcedReason[];
  /** The differences in state that need no call: options, edges, spelling, … */
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
  /** For `replace`: the order of create and delete. */
  readonly replaceOrder?: "create-first" | "delete-first";
}

/** Decides the action for one declared resource. The first matching rule decides. */
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
 * Creating first keeps the old object available until the new one exists. Both must be able to coexist: that is
 * certain if a field that identifies objects changed; otherwise the type must allow it.
 */
function replaceOrder(facts: Facts, reasons: readonly Reason[]): "create-first" | "delete-first" {
  if (facts.deleteBeforeReplace !== undefined)
    return facts.deleteBeforeReplace ? "delete-first" : "create-first";
  if (facts.planned?.replaceOrder !== undefined) return facts.planned.replaceOrder;
  const identityMoved = reasons.some((reason) => tellsApart(reason, facts));
  return identityMoved || facts.planned?.coexists === true ? "create-first" : "delete-first";
}

/**
 * True if the reason implies that the old and the new object differ in an identifying field. An unknown value may
 * turn out unchanged, and a forced replacement happens in any case.
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

/** True if the replace trigger differs from its value when the object was created. */
export function isTriggered(
  { replaceTrigger: before }: RecordedOptions,
  { replaceTrigger: now }: RecordedOptions,
): boolean {
  return before !== undefined && now !== undefined && !equalValues(stripSecrets(before), stripSecrets(now));
}

export type ImportDecision =
  | { readonly ok: true; readonly decision: Decision; readonly differs: boolean }
  /** The object differs from the inputs in a way that an update cannot fix. */
  | { readonly ok: false; readonly fields: readonly PlannedField[] };

/**
 * Decides about an object that a resource adopts. `planned` is the plan against the object as found. A difference
 * is updated in the same step; a difference that needs a new object refuses the adoption.
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
