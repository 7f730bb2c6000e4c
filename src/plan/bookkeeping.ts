import {
  equalValues,
  identicalValues,
  type ObjectRow,
  type RecordedOptions,
  type ResourceRow,
  type Value,
  type ValueObject,
} from "../model/index.js";

/** What state says about a resource beside its object, with other resources by URN. */
export interface Recorded {
  readonly urn: string;
  readonly parent: string | undefined;
  readonly globalId: string | undefined;
  readonly options: RecordedOptions;
  /** `kind field urn` of each edge, and what the callbacks that made it wait for. */
  readonly edges: readonly string[];
  readonly schemaVersion: number;
  readonly inputs: ValueObject;
}

/** What differs between state and program although nothing has to be done in the world; words for the user. */
export function bookkeeping(before: Recorded, after: Recorded): readonly string[] {
  const differences: string[] = [];
  if (before.urn !== after.urn) differences.push("name");
  if (before.parent !== after.parent) differences.push("parent");
  if (before.globalId !== after.globalId) differences.push("global id");
  if (!sameOptions(before.options, after.options)) differences.push("options");
  if (!sameMembers(before.edges, after.edges)) differences.push("dependencies");
  if (before.schemaVersion !== after.schemaVersion) differences.push("schema version");
  if (!equalValues(before.inputs, after.inputs)) differences.push("inputs");
  return differences;
}

function sameOptions(before: RecordedOptions, after: RecordedOptions): boolean {
  return equalValues(before as Value, after as Value) || equalValues(lasting(before), lasting(after));
}

/** What to adopt was said once: that it is said still, or no longer, changes nothing. */
function lasting({ import: _adopted, ...options }: RecordedOptions): Value {
  return options;
}

/** Whatever their order. */
function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length && a.every((member, index) => member === b[index])) return true;
  const [these, those] = [new Set(a), new Set(b)];
  return these.size === those.size && a.every((member) => those.has(member));
}

/** A resource of state, and the object that it stands for. */
export interface RecordedRows {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}

/** Whether rows say what is recorded already, so that they need not be written. Source positions and times are ignored. */
export function areRecorded(rows: RecordedRows, recorded: RecordedRows): boolean {
  return identicalValues(content(rows), content(recorded));
}

function content({ row, object }: RecordedRows): Value {
  const { position: _position, origin, ...resource } = row;
  const { edges, createdAt: _created, modifiedAt: _modified, ...rest } = object;
  return {
    resource,
    origin: origin.map(({ waitsFor, key }) => ({ waitsFor, key })),
    object: rest,
    edges: edges.map(({ kind, to, field = "" }) => `${kind} ${field} ${to}`).sort(),
  } as unknown as Value;
}
