import {
  containsPath,
  equalValues,
  getAt,
  getProperty,
  isKnown,
  parsePropertyPath,
  printPropertyPath,
  stripSecrets,
  wildcard,
  type Diagnostic,
  type PathSegment,
  type Planned,
  type PlannedField,
  type Value,
  type ValueChange,
  type ValueObject,
} from "../../../model/index.js";
import type { PlanRequest, ProviderCall, Rejected } from "../../contract/index.js";
import type { Fields } from "../../fields.js";
import type { DefinedResource } from "../../resource-type.js";
import { checkConstraints } from "./check-constraints.js";
import { decodeFields } from "../field/decode-fields.js";
import { driftOf } from "./drift.js";
import { inputProblems } from "../field/field-problems.js";
import type { Connection } from "../hook/hook-runner.js";
import { ignoreChanges } from "./ignore-changes.js";
import { completed, inputChanges } from "./input-changes.js";
import { markedOutputs } from "./marked-outputs.js";
import { plannedOutputs } from "./planned-outputs.js";
import { resolveReferences } from "../field/plain.js";
import { schemaVersion } from "../upgrade-stored.js";
import { validateInputs } from "./validate-inputs.js";

/**
 * What a create or update of a resource would come to, by the rules that all typed resources share: decode,
 * check, compare with what is recorded and with what was read, ask the type's own modifier.
 */
export async function planResource(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  request: PlanRequest,
): Promise<Planned | Rejected> {
  const prior = request.mode === "update" ? request.prior && completed(defined, request.prior) : undefined;
  const recorded = prior?.inputs;
  const desired = desiredInputs(call, defined, request, recorded);
  if (desired.diagnostics.length > 0) return { kind: "rejected", diagnostics: desired.diagnostics };

  const { inputs, partly } = desired;
  const changes = recorded && inputChanges(defined, recorded, inputs, partly);
  const asked = isEmpty(partly) ? inputs : { ...inputs, ...partly };
  const drift = prior === undefined ? [] : driftOf(defined, request);
  const marked =
    prior === undefined
      ? { ok: true as const, fields: new Set<string>(), replacing: new Set<string>() }
      : await markedOutputs(call, defined, connection, prior, inputs, changes!);
  if (!marked.ok) return { kind: "rejected", diagnostics: marked.diagnostics };
  const replacing = new Set([...(defined.replaceOn ?? []), ...marked.replacing]);
  const changed = [...(changes?.values() ?? [])].flatMap((field) =>
    field.changes.map((change) => inputField(replacing, request, change, recorded!, asked)),
  );

  const fields = [
    ...changed,
    ...[...marked.fields].map((field): PlannedField => ({
      path: printPropertyPath([field]),
      kind: "update",
      replaces: false,
      of: "outputs",
    })),
    ...drift.map((change) => plannedField(change, "drift", false)),
  ];
  const isSame = prior !== undefined && fields.length === 0;
  if (!isSame || prior.unfinished !== undefined) {
    const invalid = await validateAtPlan(call, defined, connection, inputs, prior);
    if (invalid.length > 0) return { kind: "rejected", diagnostics: invalid };
  }
  return {
    inputs,
    outputs: plannedOutputs(defined, request, inputs, fields, marked.fields),
    schemaVersion: schemaVersion(defined),
    change: isSame ? "none" : "some",
    fields,
    ...(defined.replaceOrder !== undefined && { replaceOrder: defined.replaceOrder }),
    ...(defined.coexists !== undefined && { coexists: defined.coexists }),
    ...(!connection.ready && {
      deferred: `The configuration of the provider ${defined.provider.package} is known after apply.`,
    }),
  };
}

interface DesiredInputs {
  readonly inputs: ValueObject;
  readonly partly: ValueObject;
  readonly diagnostics: readonly Diagnostic[];
}

function desiredInputs(
  call: ProviderCall,
  defined: DefinedResource,
  request: PlanRequest,
  recorded: ValueObject | undefined,
): DesiredInputs {
  const { type, inputs: fields } = defined;
  const asked = resolveReferences(request.inputs) as ValueObject;
  const { given, kept } =
    recorded === undefined
      ? { given: asked, kept: {} }
      : ignoreChanges(request.ignoreChanges, asked, recorded, Object.keys(fields));
  const { values, partly, issues } = decodeFields(type, without(fields, kept), given);
  const inputs = inOrder(fields, values, kept);
  const undecided = new Set(issues.map(({ field }) => field));
  const diagnostics = [
    ...inputProblems(call, type, fields, given, issues),
    ...checkConstraints(call, defined, isEmpty(kept) ? given : { ...given, ...kept }, inputs, undecided),
  ];
  return { inputs, partly, diagnostics };
}

function without(fields: Fields, kept: ValueObject): Fields {
  if (isEmpty(kept)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(kept, field)));
}

/** In the order of the definition, in which those that were decoded are. */
function inOrder(fields: Fields, decoded: ValueObject, kept: ValueObject): ValueObject {
  if (isEmpty(kept)) return decoded;
  const values = { ...decoded, ...kept };
  const names = Object.keys(fields).filter((field) => Object.hasOwn(values, field));
  return Object.fromEntries(names.map((field) => [field, getProperty(values, field)]));
}

function isEmpty(values: ValueObject): boolean {
  return Object.keys(values).length === 0;
}

function inputField(
  replacing: ReadonlySet<string>,
  { replaceOnChanges }: PlanRequest,
  change: ValueChange,
  before: ValueObject,
  after: ValueObject,
): PlannedField {
  const replaces =
    replacing.has(change.path[0] as string) ||
    replaceOnChanges.some((path) => isTouched(parsePropertyPath(path), change.path, before, after));
  return plannedField(change, "inputs", replaces);
}

/** Whether a change is within what a path leads to, or further up and moves what it leads to. */
function isTouched(
  path: readonly PathSegment[],
  changed: readonly PathSegment[],
  before: Value,
  after: Value,
): boolean {
  if (containsPath(path, changed)) return true;
  const isFurtherUp = changed.every((segment, index) => path[index] === segment || path[index] === wildcard);
  return isFurtherUp && !equalValues(stripSecrets(getAt(before, path)), stripSecrets(getAt(after, path)));
}

function plannedField(change: ValueChange, of: PlannedField["of"], replaces: boolean): PlannedField {
  return { path: printPropertyPath(change.path), kind: change.kind, replaces, of };
}

/** A mistake that can be seen before approval is seen then; the engine asks again before it acts. */
async function validateAtPlan(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  inputs: ValueObject,
  prior: PlanRequest["prior"],
): Promise<readonly Diagnostic[]> {
  if (call.phase !== "plan" || !connection.ready || !isKnown(inputs)) return [];
  return validateInputs(call, defined, connection, inputs, prior);
}
