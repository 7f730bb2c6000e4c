import { equalValues, type RecordedOptions, type Value, type ValueObject } from "../model/index.js";

/** What state says about a resource beside its object, with other resources by URN. */
export interface Recorded {
  readonly urn: string;
  readonly parent: string | undefined;
  readonly globalId: string | undefined;
  readonly options: RecordedOptions;
  /** `kind field urn` of each edge, and what the callbacks that made it wait for. */
  readonly edges: ReadonlySet<string>;
  readonly schemaVersion: number;
  readonly inputs: ValueObject;
}

/** What differs between state and program although nothing has to be done in the world; words for the user. */
export function bookkeeping(before: Recorded, after: Recorded): readonly string[] {
  const differences: string[] = [];
  if (before.urn !== after.urn) differences.push("name");
  if (before.parent !== after.parent) differences.push("parent");
  if (before.globalId !== after.globalId) differences.push("global id");
  if (!equalValues(lasting(before.options), lasting(after.options))) differences.push("options");
  if (!sameMembers(before.edges, after.edges)) differences.push("dependencies");
  if (before.schemaVersion !== after.schemaVersion) differences.push("schema version");
  if (!equalValues(before.inputs, after.inputs)) differences.push("inputs");
  return differences;
}

/** What to adopt was said once: that it is said still, or no longer, changes nothing. */
function lasting({ import: _adopted, ...options }: RecordedOptions): Value {
  return options;
}

function sameMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}
