import {
  containsPath,
  equalValues,
  getAt,
  getProperty,
  isKnown,
  isUnknown,
  openSecrets,
  parsePropertyPath,
  printPropertyPath,
  stripSecrets,
  wildcard,
  type Diagnostic,
  type PathSegment,
  type Planned,
  type PlannedField,
  type Stored,
  type Value,
  type ValueChange,
  type ValueObject,
} from "../../../model/index.js";
import type { AtOnce } from "../../../std/index.js";
import type { PlanRequest, ProviderCall, Rejected } from "../../contract/index.js";
import type { Fields } from "../../fields.js";
import type { DefinedResource } from "../../resource-type.js";
import { checkConstraints } from "./check-constraints.js";
import { decodeFields } from "../field/decode-fields.js";
import { driftOf } from "./drift.js";
import { inputProblems } from "../field/field-problems.js";
import type { Connection } from "../hook/hook-runner.js";
import { ignoreChanges } from "./ignore-changes.js";
import { completed, differences, inputChanges, type FieldChanges } from "./input-changes.js";
import { markedOutputs, nothingMarked, type MarkedFields } from "./marked-outputs.js";
import { partlyKnown } from "./partly-known.js";
import { plannedOutputs } from "./planned-outputs.js";
import { predictedOutputs, withPredicted } from "./predicted-outputs.js";
import { repeatedEphemeral } from "./repeated-ephemeral.js";
import { resolveReferences } from "../field/plain.js";
import { givesWriteOnly, recordedPart } from "../field/write-only-inputs.js";
import { schemaVersion } from "../upgrade-stored.js";
import { validateInputs } from "./validate-inputs.js";

/**
 * Plans a create or update of a resource: decodes and checks the inputs, compares them with the recorded and the
 * observed state, and calls `modifyPlan`.
 */
export function planResource(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  request: PlanRequest,
): AtOnce<Planned | Rejected> {
  const prior = request.mode === "update" ? request.prior && completed(defined, request.prior) : undefined;
  const desired = desiredInputs(call, defined, request, prior?.inputs);
  const repeated = repeatedEphemeral(call, defined, request.inputs);
  if (desired.diagnostics.length + repeated.length > 0)
    return { kind: "rejected", diagnostics: [...desired.diagnostics, ...repeated] };
  const inputs = recordedPart(defined, desired.inputs);
  const partly = shownPartly(defined, recordedPart(defined, desired.partly), prior, request);
  const changes = prior && inputChanges(defined, prior.inputs, inputs, partly);
  const planning: Planning = { call, defined, connection, request, prior, inputs, partly, changes };
  if (changes === undefined || defined.modifyPlan === undefined) return planMarked(planning, nothingMarked);
  return markedOutputs(call, defined, connection, request, prior!, inputs, changes).then((marked) =>
    marked.ok ? planMarked(planning, marked) : { kind: "rejected", diagnostics: marked.diagnostics },
  );
}

const nothingPartly: ValueObject = {};

/** Returns the known parts of fields that are not fully known, relative to the existing object. */
function shownPartly(
  defined: DefinedResource,
  partly: ValueObject,
  prior: Stored | undefined,
  { replaces }: PlanRequest,
): ValueObject {
  const names = Object.keys(partly).filter((field) => !isUnknown(openSecrets(getProperty(partly, field))));
  if (names.length === 0) return nothingPartly;
  const given = Object.fromEntries(names.map((field) => [field, getProperty(partly, field)]));
  const recorded = prior ?? replaces;
  return recorded === undefined ? given : partlyKnown(defined, given, recorded.inputs);
}

interface Planning {
  readonly call: ProviderCall;
  readonly defined: DefinedResource;
  readonly connection: Connection;
  readonly request: PlanRequest;
  /** The recorded state with defaults; absent for a new object. */
  readonly prior: Stored | undefined;
  readonly inputs: ValueObject;
  /** The known parts of inputs that are not fully known. */
  readonly partly: ValueObject;
  readonly changes: ReadonlyMap<string, FieldChanges> | undefined;
}

function planMarked(planning: Planning, marked: MarkedFields): AtOnce<Planned | Rejected> {
  const { call, defined, connection, request, prior, inputs, partly } = planning;
  const fields = plannedFields(planning, marked);
  const isSame = prior !== undefined && fields.length === 0;
  const planned: Planned = {
    inputs,
    partlyKnown: partly === nothingPartly ? undefined : partly,
    outputs: plannedOutputs(defined, request, inputs, fields, marked.fields),
    schemaVersion: schemaVersion(defined),
    change: isSame ? "none" : "some",
    fields,
    replaceOrder: defined.replaceOrder,
    coexists: defined.coexists,
    unrecorded: givesWriteOnly(defined, request.inputs) || undefined,
    deferred: connection.ready
      ? undefined
      : `The configuration of provider ${defined.provider.package} is known after apply.`,
  };
  // A replacement is planned again as a create, and checked then.
  const isReplaced = request.isReplaced === true || fields.some(({ replaces }) => replaces);
  const isPerformed = (!isSame || prior.unfinished !== undefined) && !(prior !== undefined && isReplaced);
  const validated = isPerformed ? validateAtPlan(call, defined, connection, inputs, prior) : noFaults;
  const result = (invalid: readonly Diagnostic[]): AtOnce<Planned | Rejected> => {
    if (invalid.length > 0) return { kind: "rejected", diagnostics: invalid };
    return isPerformed && defined.predict !== undefined ? predicting(planning, planned) : planned;
  };
  return validated instanceof Promise ? validated.then(result) : result(validated);
}

/** Adds the predicted outputs to the plan. For an existing object, predicted outputs that change are shown. */
async function predicting(
  { call, defined, connection, prior, inputs }: Planning,
  planned: Planned,
): Promise<Planned | Rejected> {
  const predicted = await predictedOutputs(call, defined, connection, prior, inputs);
  if (!predicted.ok) return { kind: "rejected", diagnostics: predicted.diagnostics };
  const names = Object.keys(predicted.outputs);
  if (names.length === 0) return planned;
  const shown = new Set(planned.fields.flatMap(({ path, of }) => (of === "outputs" ? [path] : [])));
  const changes = names.flatMap((name) => {
    if (prior === undefined || shown.has(printPropertyPath([name]))) return [];
    const moved = differences(name, getProperty(prior.outputs, name), getProperty(predicted.outputs, name));
    return moved.map((change) => plannedField(change, "outputs", false));
  });
  return {
    ...planned,
    outputs: withPredicted(planned.outputs, predicted.outputs),
    fields: changes.length === 0 ? planned.fields : [...planned.fields, ...changes],
    predicted: names,
  };
}

const noFaults: readonly Diagnostic[] = [];

function plannedFields(
  { defined, request, prior, inputs, partly, changes }: Planning,
  marked: MarkedFields,
): readonly PlannedField[] {
  const fields: PlannedField[] = [];
  if (prior === undefined || changes === undefined) return fields;
  const asked = isEmpty(partly) ? inputs : { ...inputs, ...partly };
  const isReplacing = (field: string) =>
    defined.replaceOn?.includes(field) === true || marked.replacing.has(field);
  for (const field of changes.values())
    for (const change of field.changes)
      fields.push(inputField(isReplacing, request, change, prior.inputs, asked));
  for (const field of marked.fields)
    fields.push({ path: printPropertyPath([field]), kind: "update", replaces: false, of: "outputs" });
  for (const change of driftOf(defined, request)) fields.push(plannedField(change, "drift", false));
  return fields;
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
  const written = isEmpty(kept) ? given : { ...given, ...kept };
  const diagnostics = [
    ...inputProblems(call, type, fields, given, issues),
    ...checkConstraints(call, defined, written, inputs, issues),
  ];
  return { inputs, partly, diagnostics };
}

function without(fields: Fields, kept: ValueObject): Fields {
  if (isEmpty(kept)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(kept, field)));
}

/** Returns the fields in the order of the definition, like decoded fields. */
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
  isReplacing: (field: string) => boolean,
  { replaceOnChanges }: PlanRequest,
  change: ValueChange,
  before: ValueObject,
  after: ValueObject,
): PlannedField {
  const replaces =
    isReplacing(change.path[0] as string) ||
    replaceOnChanges.some((path) => isTouched(parsePropertyPath(path), change.path, before, after));
  return plannedField(change, "inputs", replaces);
}

/** Returns whether a change is at or below a path, or above it and changes the value at the path. */
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

/**
 * Validates known inputs during planning, so that users see mistakes before they approve. The engine validates again in
 * apply.
 */
function validateAtPlan(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  inputs: ValueObject,
  prior: PlanRequest["prior"],
): AtOnce<readonly Diagnostic[]> {
  if (call.phase !== "plan" || !connection.ready || !isKnown(inputs)) return noFaults;
  return validateInputs(call, defined, connection, inputs, prior);
}
