import type {
  Change,
  ChangeAction,
  Plan,
  PlannedField,
  Reason,
  ResourceKind,
  SourcePosition,
  Stored,
  ValueObject,
} from "../../src/model/index.js";

/** What one line of the plan is about; the rest is the same for all. */
interface Given {
  readonly type?: string;
  readonly reasons?: readonly Reason[];
  readonly before?: ValueObject;
  readonly after?: ValueObject;
  /** The inputs as the provider decoded them. */
  readonly decoded?: ValueObject;
  readonly deferred?: string;
  /** The outputs that the provider plans. */
  readonly outputs?: ValueObject;
  /** The outputs that the last run left, and those that were found. */
  readonly baseline?: ValueObject;
  readonly observed?: ValueObject;
  readonly renamedFrom?: string;
  readonly hideDiffs?: readonly string[];
  /** The inputs, and the outputs, that are predicted. */
  readonly predicted?: readonly string[];
  readonly predictedOutputs?: readonly string[];
  readonly kind?: ResourceKind;
  /** What it is a child of. */
  readonly parent?: Change;
  readonly position?: SourcePosition;
}

export function change(action: ChangeAction, name: string, given: Given = {}): Change {
  const { type = "cloud:index:Bucket", reasons = [], before, after = {}, decoded, deferred } = given;
  const {
    outputs = {},
    baseline,
    observed,
    renamedFrom,
    hideDiffs,
    predicted,
    predictedOutputs,
    kind = "custom",
    parent,
    position,
  } = given;
  const isPlanned = decoded !== undefined || deferred !== undefined;
  return {
    urn: `urn:pulumi:dev::shop::${parent === undefined ? "" : `${parent.type}$`}${type}::${name}`,
    type,
    name,
    kind,
    ...(parent !== undefined && { parent: parent.urn }),
    action,
    reasons,
    sequence: [],
    ...(before !== undefined && { prior: { ...stored(type, before), outputs: baseline ?? {} } }),
    ...(isPlanned && {
      planned: {
        inputs: decoded ?? after,
        outputs,
        change: "some",
        fields: [],
        ...(deferred !== undefined && { deferred }),
        ...(predictedOutputs !== undefined && { predicted: predictedOutputs }),
      },
    }),
    ...(baseline !== undefined && { baseline }),
    ...(observed !== undefined && { observed: { ...stored(type, before ?? {}), outputs: observed } }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(hideDiffs !== undefined && { hideDiffs }),
    ...(predicted !== undefined && { predicted }),
    ...(position !== undefined && { position }),
    inputs: after,
    needs: [],
  };
}

function stored(type: string, inputs: ValueObject): Stored {
  return { type, schemaVersion: 1, id: "b-1", inputs, outputs: {} };
}

export function planOf(...changes: readonly Change[]): Plan {
  return {
    lineage: "l",
    base: 1,
    changes,
    monikers: () => new Map(),
    steps: [],
    outputs: {},
    outputChanges: [],
    held: [],
    warnings: [],
    suggestions: [],
  };
}

export function field(path: string, replaces = false, of: PlannedField["of"] = "inputs"): PlannedField {
  return { path, kind: "update", replaces, of };
}
