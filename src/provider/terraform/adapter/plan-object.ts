import { equalBytes } from "../../../std/equal-bytes.js";
import {
  identicalValues,
  type Diagnostic,
  type Planned,
  type PlannedField,
  type ValueObject,
} from "../../../model/index.js";
import { checkPlan, normaliseLegacy, proposedNew, proposedUnknown } from "../../../terraform/change/index.js";
import { isCtyObject, type CtyObject, type CtyPath, type CtyValue } from "../../../terraform/cty/index.js";
import {
  configurationOf,
  hasUnrecorded,
  ignoreChanges,
  isMarkedAt,
  misplacedEphemerals,
  patternOf,
  programValues,
  recordedInputs,
  secretTextsOf,
  withTimeouts,
  withoutWriteOnly,
  type Marks,
} from "../../../terraform/schema/index.js";
import type { PlanRequest, ProviderCall, Rejected } from "../../contract/index.js";
import { ask } from "./calls.js";
import { currentState, type CurrentState } from "./current-state.js";
import { problem } from "../diagnostics.js";
import type { CallContext, PlanAnswer, ProviderClient } from "../protocol/index.js";
import { encodeOpaque, type PlannedState } from "./opaque.js";
import { errorsOf, faultProblems, inputProblems, rejected } from "./problems.js";
import { changedFields } from "./changed-fields.js";
import { bytesOf, hide, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";

/** Plans a create or an update. `isReady` is false while the configuration of the provider is not known. */
export async function planObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  request: PlanRequest,
  isReady: boolean,
): Promise<Planned | Rejected> {
  const { block } = resource;
  const configured = configurationOf(block, request.inputs);
  if (configured.kind === "faults")
    return rejected(...inputProblems(resource.token, configured.faults, { call }));
  const { marks } = configured;
  hide(session, secretTextsOf(block, configured.value, marks));
  const misplaced = misplacedEphemerals(block, marks).map((path) => ({ path, text: ephemeralText }));
  if (misplaced.length > 0) return rejected(...inputProblems(resource.token, misplaced, { call }));
  const stored = request.observed ?? request.prior;
  const before = stored && (await currentState(session, call, resource, stored));
  if (before?.kind === "rejected") return before;
  const timed = withTimeouts(block, configured.value, request.timeouts ?? {});
  const { config, unknownPaths } = ignoreChanges(block, timed, before?.value ?? null, request.ignoreChanges);
  const unknown = [
    ...unknownPaths,
    ...request.replaceOnChanges.filter((path) => patternOf(block, path) === undefined),
  ];
  for (const path of unknown)
    call.report({
      level: "warn",
      text: `The path ${path} has no effect: ${resource.token} has no such property, or it is inside a set.`,
    });
  const inputs = recordedInputs(block, config, marks);
  const planning = { session, call, resource, request, config, inputs, before, marks };
  return isReady ? askForPlan(planning) : planWithoutProvider(planning);
}

const ephemeralText =
  "An ephemeral value is never stored, and the provider returns this attribute in its state. Only write-only attributes accept ephemeral values.";

interface Planning {
  readonly session: ProviderSession;
  readonly call: ProviderCall;
  readonly resource: ResourceSchema;
  readonly request: PlanRequest;
  readonly config: CtyObject;
  /** The inputs that would be recorded. */
  readonly inputs: ValueObject;
  readonly before: CurrentState | undefined;
  readonly marks: Marks;
}

async function askForPlan(planning: Planning): Promise<Planned | Rejected> {
  const { session, call, resource, before } = planning;
  const { block, type } = resource;
  return ask(session, call, `the plan of ${type}`, async (client, context) => {
    if (!isAcceptedBefore(planning)) {
      const config = bytesOf(block.type, planning.config);
      const { diagnostics } = await client.validateResource({ type, config }, context);
      const errors = errorsOf(session, diagnostics, { call, block });
      if (errors.length > 0) return rejected(...errors);
    }
    const found = await requestPlan(planning, before, client, context);
    if (found.kind === "rejected") return found;
    const { planned, answer } = found;
    if (before === undefined) return plannedOf(planning, found, []);
    const facts = { ...planning, before: before.value };
    const fields = changedFields({ ...facts, planned, requiresReplace: answer.requiresReplace });
    if (!fields.some(({ replaces }) => replaces)) return plannedOf(planning, found, fields);
    // The plan of an update does not tell what a new object would be.
    const successor = await requestPlan(planning, undefined, client, context);
    if (successor.kind === "rejected") return successor;
    const replaced = changedFields({
      ...facts,
      planned: successor.planned,
      requiresReplace: answer.requiresReplace,
    });
    return plannedOf(planning, found, replaced);
  });
}

interface FoundPlan {
  readonly kind: "planned";
  readonly planned: CtyObject;
  readonly answer: PlanAnswer;
}

/** Asks for the plan of an update, or of a create if there is no object before, and checks it. */
async function requestPlan(
  { session, call, resource, config, marks }: Planning,
  before: CurrentState | undefined,
  client: ProviderClient,
  context: CallContext,
): Promise<FoundPlan | Rejected> {
  const { block, type } = resource;
  const place = { call, block };
  const answer = await client.plan(
    {
      type,
      prior: before === undefined ? bytesOf(block.type, null) : { msgpack: before.object.state },
      proposed: bytesOf(block.type, proposedNew(block, before?.value ?? null, config)),
      config: bytesOf(block.type, config),
      priorPrivate: before?.object.private,
      ...(before?.object.identity && { priorIdentity: { msgpack: before.object.identity } }),
    },
    context,
  );
  const errors = errorsOf(session, answer.diagnostics, place);
  if (errors.length > 0) return rejected(...errors);
  const returned = plannedValue(resource, before, answer);
  const planned = answer.isLegacy ? normaliseLegacy(block, returned) : returned;
  if (!isCtyObject(planned)) return rejected(noPlan(session, call, resource));
  if (!answer.isLegacy) {
    const isSecret = (path: CtyPath) => isMarkedAt(marks, path);
    const faults = checkPlan(block, { prior: before?.value ?? null, config, planned, isSecret });
    if (faults.length > 0)
      return rejected(...faultProblems("provider/terraform-invalid-plan", session, faults, place));
  }
  return { kind: "planned", planned, answer };
}

/** Returns the planned value: the one before itself, if the provider plans no change. */
function plannedValue(
  { block }: ResourceSchema,
  before: CurrentState | undefined,
  { planned, isLegacy }: PlanAnswer,
): CtyValue {
  const isUnchanged = before !== undefined && equalBytes(planned.msgpack, before.object.state);
  // The value of a legacy object is not exactly that of its bytes.
  const isExact = before?.object.legacy !== true || isLegacy;
  return isUnchanged && isExact ? before.value : valueOf(block.type, planned);
}

/** True if the configuration is the one that the last create or update was performed with, so that it was validated then. */
function isAcceptedBefore({
  request: { prior },
  resource: { block },
  config,
  inputs,
  session,
  before,
}: Planning): boolean {
  return (
    prior !== undefined &&
    before?.object.provider === session.build &&
    !hasUnrecorded(block, config) &&
    identicalValues(prior.inputs, inputs)
  );
}

function plannedOf(planning: Planning, found: FoundPlan, fields: readonly PlannedField[]): Planned {
  const { resource, config, before, marks, inputs } = planning;
  const { planned, answer } = found;
  const { block, version } = resource;
  const isUnrecorded = hasUnrecorded(block, config);
  const change = before === undefined || fields.length > 0 ? "some" : "none";
  return {
    inputs,
    outputs: programValues(block, planned, marks),
    schemaVersion: version + 1,
    change,
    fields,
    replaceOrder: "delete-first",
    ...(change === "some" && { opaque: encodeOpaque(plannedState(planning, found)) }),
    ...(answer.isLegacy && { predicted: "all" }),
    ...(isUnrecorded && { unrecorded: true }),
  };
}

function plannedState({ resource, config }: Planning, { planned, answer }: FoundPlan): PlannedState {
  const { block } = resource;
  return {
    state: answer.planned.msgpack ?? bytesOf(block.type, planned).msgpack!,
    config: bytesOf(block.type, withoutWriteOnly(block, config)).msgpack!,
    ...(answer.plannedPrivate.length > 0 && { private: answer.plannedPrivate }),
    ...(answer.plannedIdentity?.msgpack && { identity: answer.plannedIdentity.msgpack }),
    ...(answer.isLegacy && { legacy: true }),
  };
}

/** Plans from the schema alone, because the configuration of the provider is not known yet. */
function planWithoutProvider(planning: Planning): Planned {
  const { resource, config, before, marks, inputs } = planning;
  const { block, version } = resource;
  const planned =
    before === undefined ? proposedUnknown(block, config) : proposedNew(block, before.value, config);
  if (!isCtyObject(planned))
    throw new Error("This is a bug in Coconut: a configuration gave no planned object.");
  const differences =
    before === undefined
      ? []
      : changedFields({ ...planning, before: before.value, planned, requiresReplace: [] });
  // Only the provider can tell whether other differences, such as null and an empty text, are changes.
  const fields = differences.filter(({ of }) => of === "inputs");
  return {
    inputs,
    outputs: programValues(block, planned, marks),
    schemaVersion: version + 1,
    change: before === undefined || fields.length > 0 ? "some" : "none",
    fields,
    replaceOrder: "delete-first",
    deferred: "The configuration of its provider is not known yet.",
    ...(hasUnrecorded(block, config) && { unrecorded: true }),
  };
}

function noPlan({ title }: ProviderSession, { urn }: ProviderCall, { type }: ResourceSchema): Diagnostic {
  return problem("provider/terraform-invalid-plan", {
    detail: `${title} planned nothing for an object of ${type}, which the program declares.`,
    hint: "This is a bug in the provider. Report it to its authors, with the inputs of the resource.",
    ...(urn !== undefined && { resource: urn }),
  });
}
