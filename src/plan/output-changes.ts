import {
  equalValues,
  getProperty,
  isKnown,
  type ChangeAction,
  type OutputChange,
  type OutputSource,
  type ResourceKind,
  type Value,
  type ValueObject,
} from "../model/index.js";

export interface OutputFacts {
  /** The outputs of the last run. */
  readonly recorded: ValueObject;
  /** The outputs of the program, as far as they are known at plan. */
  readonly planned: ValueObject;
  /** Whether an output could not be evaluated: then it keeps its last value. */
  readonly isFailed?: (name: string) => boolean;
  /** What an output is made from; asked only for outputs that change or are not known. */
  readonly sourcesOf: (name: string) => readonly OutputSource[];
  /** Undefined for what is no resource of the program. */
  readonly sourceFacts: (urn: string) => SourceFacts | undefined;
}

/** What decides whether an apply makes values of a resource known that the plan does not know. */
export interface SourceFacts {
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** Whether the resource has an object in state. */
  readonly exists: boolean;
  /** Whether the plan knows all of its values. */
  readonly isKnown: boolean;
  /** Whether something changes that is in a component, or that a provider is configured from. */
  readonly changesBehind: boolean;
}

/**
 * The outputs that an apply changes. An output that is not known counts only if a step of the plan makes it known;
 * otherwise it keeps its last value.
 */
export function outputChanges(facts: OutputFacts): readonly OutputChange[] {
  const { recorded, planned, isFailed, sourcesOf } = facts;
  const changes: OutputChange[] = [];
  for (const [name, after] of Object.entries(planned)) {
    const before = getProperty(recorded, name);
    if (isFailed?.(name) || (isKnown(after) && equalValues(before, after))) continue;
    const sources = sourcesOf(name);
    if (isKnown(after) || becomesKnown(sources, facts)) changes.push(changeOf(name, before, after, sources));
  }
  for (const [name, before] of Object.entries(recorded)) {
    if (!Object.hasOwn(planned, name) && !isAbsent(before)) changes.push(changeOf(name, before, null, []));
  }
  return changes;
}

function changeOf(name: string, before: Value, after: Value, sources: readonly OutputSource[]): OutputChange {
  if (isAbsent(before)) return { name, kind: "add", after, sources };
  if (isAbsent(after)) return { name, kind: "delete", before, sources };
  return { name, kind: "update", before, after, sources };
}

/** In an object, null and absent are alike. */
function isAbsent(value: Value): boolean {
  return (value ?? null) === null;
}

function becomesKnown(sources: readonly OutputSource[], { sourceFacts }: OutputFacts): boolean {
  const found = sources.flatMap(({ urn }) => sourceFacts(urn) ?? []);
  return found.some(settles) && !found.some(isNotMade);
}

/** Whether a step of the plan can give values to what is not known of it. */
function settles({ kind, action, isKnown, changesBehind }: SourceFacts): boolean {
  // What is asked about an object waits for its step, whatever is known of its values.
  if (kind === "custom" && changing.has(action)) return true;
  if (action === "skip") return false;
  if (kind === "component" || kind === "provider") return changesBehind;
  return !isKnown && action !== "same";
}

const changing: ReadonlySet<ChangeAction> = new Set(["create", "update", "replace", "import"]);

/** It does not exist, and the plan leaves it out: its values stay unknown. */
function isNotMade({ kind, action, exists }: SourceFacts): boolean {
  return action === "skip" && !exists && kind !== "component";
}
