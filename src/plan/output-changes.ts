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
  /** The outputs of the program, as far as they are known at plan time. */
  readonly planned: ValueObject;
  /** True if an output could not be evaluated: then it keeps its last value. */
  readonly isFailed?: (name: string) => boolean;
  /** Returns the sources of an output; called only for outputs that change or are unknown. */
  readonly sourcesOf: (name: string) => readonly OutputSource[];
  /** Undefined for a resource that the program does not declare. */
  readonly sourceFacts: (urn: string) => SourceFacts | undefined;
}

/** The facts that decide whether an apply makes unknown values of a resource known. */
export interface SourceFacts {
  readonly kind: ResourceKind;
  readonly action: ChangeAction;
  /** True if the resource has an object in state. */
  readonly exists: boolean;
  /** True if the plan knows all of its values. */
  readonly isKnown: boolean;
  /** True if something changes inside a component, or among the sources of a provider's configuration. */
  readonly changesBehind: boolean;
}

/**
 * Returns the outputs that an apply changes. An unknown output counts only if a step of the plan makes it known;
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

/** In an object, null and absent are equal. */
function isAbsent(value: Value): boolean {
  return (value ?? null) === null;
}

function becomesKnown(sources: readonly OutputSource[], { sourceFacts }: OutputFacts): boolean {
  const found = sources.flatMap(({ urn }) => sourceFacts(urn) ?? []);
  return found.some(settles) && !found.some(isNotMade);
}

/** True if a step of the plan can make its unknown values known. */
function settles({ kind, action, isKnown, changesBehind }: SourceFacts): boolean {
  // A function call that reads an object waits for its step, whatever is known of its values.
  if (kind === "custom" && changing.has(action)) return true;
  if (action === "skip") return false;
  if (kind === "component" || kind === "provider") return changesBehind;
  return !isKnown && action !== "same";
}

const changing: ReadonlySet<ChangeAction> = new Set(["create", "update", "replace", "import"]);

/** The resource does not exist and the plan skips it, so its values stay unknown. */
function isNotMade({ kind, action, exists }: SourceFacts): boolean {
  return action === "skip" && !exists && kind !== "component";
}
