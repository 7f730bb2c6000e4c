import {
  equalValues,
  identicalValues,
  type ObjectRow,
  type RecordedOptions,
  type ResourceRow,
  type Value,
  type ValueObject,
} from "../model/index.js";

/** The recorded data of a resource apart from its object, with other resources by URN. */
export interface Recorded {
  readonly urn: string;
  readonly parent: string | undefined;
  readonly globalId: string | undefined;
  readonly options: RecordedOptions;
  /** `kind field urn` of each edge, and the dependencies of the callbacks that created it. */
  readonly edges: readonly string[];
  readonly schemaVersion: number;
  readonly inputs: ValueObject;
}

/** Returns the differences between state and program that need no provider call, in words for the user. */
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

/** Without `import`, which has an effect only once: keeping or removing it later changes nothing. */
function lasting({ import: _adopted, ...options }: RecordedOptions): Value {
  return options;
}

/** Ignores the order. */
function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length && a.every((member, index) => member === b[index])) return true;
  const [these, those] = [new Set(a), new Set(b)];
  return these.size === those.size && a.every((member) => those.has(member));
}

/** A resource of state with its object. */
export interface RecordedRows {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}

/** True if the rows are already recorded and need not be written. Source positions and times are ignored. */
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
