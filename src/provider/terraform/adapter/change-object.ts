import type { Diagnostic, Planned, PlannedField, Stored, ValueObject } from "../../../model/index.js";
import {
  checkApplied,
  normaliseLegacy,
  resultOfChange,
  unknownPaths,
  unknownsToNull,
} from "../../../terraform/change/index.js";
import {
  isCtyObject,
  isWhollyKnown,
  type CtyObject,
  type CtyPath,
  type CtyValue,
} from "../../../terraform/cty/index.js";
import {
  configurationOf,
  isMarkedAt,
  secretTextsOf,
  withWriteOnly,
  type Marks,
} from "../../../terraform/schema/index.js";
import type { CreateRequest, Outcome, ProviderCall, Rejected, UpdateRequest } from "../../contract/index.js";
import type { ApplyAnswer } from "../protocol/index.js";
import { problem } from "../diagnostics.js";
import { ask, change } from "./calls.js";
import { currentState, type CurrentState } from "./current-state.js";
import { plannedState, type PlannedState } from "./opaque.js";
import { planObject } from "./plan-object.js";
import { errorsOf, faultProblems, inputProblems, rejected } from "./problems.js";
import { readState } from "./read-object.js";
import { bytesOf, hide, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";
import { storedObject } from "./stored-object.js";

/** Creates an object as planned. */
export function createObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { planned, asked }: CreateRequest,
): Promise<Outcome> {
  return performChange({
    action: "create",
    session,
    call,
    resource,
    planned,
    asked: asked ?? planned.inputs,
  });
}

/** Updates an object as planned. */
export function updateObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { planned, asked, prior, observed }: UpdateRequest,
): Promise<Outcome> {
  const from = observed ?? prior;
  return performChange({ action: "update", session, call, resource, planned, asked, from });
}

interface ChangeOfObject {
  readonly action: "create" | "update";
  readonly session: ProviderSession;
  readonly call: ProviderCall;
  readonly resource: ResourceSchema;
  readonly planned: Planned;
  readonly asked: ValueObject;
  /** The object that an update starts from. */
  readonly from?: Stored;
}

/** A change with all values that the provider is given. */
interface PreparedChange extends ChangeOfObject {
  readonly before: CurrentState | undefined;
  readonly state: PlannedState;
  readonly config: CtyObject;
  readonly marks: Marks;
}

async function performChange(given: ChangeOfObject): Promise<Outcome> {
  const { action, session, call, resource } = given;
  const prepared = await prepare(given);
  if ("kind" in prepared)
    return prepared.kind === "rejected" ? { kind: "failed", diagnostics: prepared.diagnostics } : prepared;
  const { before, state, config } = prepared;
  const { block, type } = resource;
  const answered = await change(session, call, `the ${action} of ${type}`, (client, context) =>
    client.apply(
      {
        type,
        prior: before === undefined ? bytesOf(block.type, null) : { msgpack: before.object.state },
        planned: { msgpack: state.state },
        config: bytesOf(block.type, config),
        plannedPrivate: state.private,
        ...(state.identity && { plannedIdentity: { msgpack: state.identity } }),
      },
      context,
    ),
  );
  if (answered.kind === "unanswered")
    return { kind: answered.mayHaveHappened ? "uncertain" : "failed", diagnostics: [answered.diagnostic] };
  return outcomeOf(prepared, answered.answer, answered.wasStopped);
}

async function prepare(given: ChangeOfObject): Promise<PreparedChange | Rejected | Outcome> {
  const { session, call, resource, planned, asked, from } = given;
  const { block, token } = resource;
  const before = from && (await currentState(session, call, resource, from));
  if (before?.kind === "rejected") return before;
  const configured = configurationOf(block, asked);
  if (configured.kind === "faults")
    return { kind: "rejected", diagnostics: inputProblems(token, configured.faults, { call }) };
  const isPlanned =
    planned.opaque !== undefined || (planned.change === "none" && planned.deferred === undefined);
  hide(session, secretTextsOf(block, configured.value, configured.marks));
  const opaque = isPlanned ? planned.opaque : await planNow(given);
  if (opaque === undefined) return unchanged(given, before!, configured.marks);
  if (typeof opaque !== "string") return opaque;
  const state = plannedState(opaque, token);
  return ask(session, call, "its own plan", async () => {
    const recorded = valueOf(block.type, { msgpack: state.config }) as CtyObject;
    const config = withWriteOnly(block, recorded, configured.value);
    if (!isWhollyKnown(config))
      throw new Error(
        `This is a bug in Coconut: the configuration of an object of ${token} is not known yet.`,
      );
    return { ...given, before, state, config, marks: configured.marks };
  });
}

/**
 * Plans a change that could only be planned from the schema, because the configuration of the provider was not known. Returns
 * undefined for an update that changes nothing.
 */
async function planNow({
  session,
  call,
  resource,
  asked,
  from,
}: ChangeOfObject): Promise<string | Rejected | undefined> {
  const request = { type: resource.token, inputs: asked, replaceOnChanges: [], ignoreChanges: [] };
  const mode = from === undefined ? "create" : "update";
  const planned = await planObject(session, call, resource, { ...request, mode, prior: from }, true);
  if ("kind" in planned) return planned;
  const replaced = planned.fields.filter(({ replaces }) => replaces);
  return replaced.length === 0 ? planned.opaque : rejected(onlyReplaceable(call, resource, replaced));
}

/** After an interrupted change, the engine updates an object also if it is as planned. Providers expect no call for that. */
function unchanged(
  { session, resource, planned }: ChangeOfObject,
  { value, object }: CurrentState,
  marks: Marks,
): Outcome {
  const { private: privateBytes, identity, legacy = false } = object;
  const returned = { value, private: privateBytes, identity: identity && { msgpack: identity }, legacy };
  return { kind: "ok", stored: storedObject(session, resource, returned, planned.inputs, marks) };
}

async function outcomeOf(
  prepared: PreparedChange,
  answer: ApplyAnswer,
  wasStopped: boolean,
): Promise<Outcome> {
  const { action, session, call, resource } = prepared;
  const { block } = resource;
  const decoded = await ask(session, call, `the ${action} of ${resource.type}`, async () => ({
    value: returnedValue(prepared, valueOf(block.type, answer.state), answer),
  }));
  // The provider has answered, so the object may exist, but nothing is known of it.
  if ("kind" in decoded) return { kind: "uncertain", diagnostics: decoded.diagnostics };
  const { value } = decoded;
  const errors = errorsOf(session, answer.diagnostics, { call, block });
  const result = resultOfChange(action, {
    state: !isCtyObject(value) ? "null" : isWhollyKnown(value) ? "known" : "unknowns",
    // With secrets, because masked text may hide the reason.
    errors: answer.diagnostics.flatMap(({ severity, summary, detail }) =>
      severity === "error" ? [`${summary}\n${detail}`] : [],
    ),
    wasStopped,
  });
  switch (result) {
    case "done": {
      const stored = storedAfter(prepared, value as CtyObject, answer);
      const differences = differencesFromPlan(prepared, value);
      return differences.length === 0
        ? { kind: "ok", stored }
        : { kind: "unfinished", stored, diagnostics: differences };
    }
    case "incomplete":
      return incomplete(prepared, value as CtyObject, answer, errors);
    case "unchanged-or-partly":
      return afterFailedUpdate(prepared, errors);
    case "nothing":
      return { kind: "failed", diagnostics: errors };
    case "unclear":
      return { kind: "uncertain", diagnostics: errors.length > 0 ? errors : [noResult(prepared)] };
  }
}

function returnedValue(
  { resource, state }: PreparedChange,
  value: CtyValue,
  { isLegacy }: ApplyAnswer,
): CtyValue {
  return isLegacy || state.legacy === true ? normaliseLegacy(resource.block, value) : value;
}

/** Returns what differs from the plan. Types of the legacy SDK only predict, so there a difference is no fault. */
function differencesFromPlan(
  { session, call, resource, state, marks }: PreparedChange,
  value: CtyValue,
): readonly Diagnostic[] {
  if (state.legacy === true) return [];
  const { block } = resource;
  const isSecret = (path: CtyPath) => isMarkedAt(marks, path);
  const faults = checkApplied(block, valueOf(block.type, { msgpack: state.state }), value, isSecret);
  return faultProblems("provider/terraform-inconsistent", session, faults, { call, block });
}

function storedAfter(
  { session, resource, planned, marks, state }: PreparedChange,
  value: CtyObject,
  { private: privateBytes, identity, isLegacy }: ApplyAnswer,
): Stored {
  const legacy = isLegacy || state.legacy === true;
  return storedObject(
    session,
    resource,
    { value, private: privateBytes, identity, legacy },
    planned.inputs,
    marks,
  );
}

/** The object exists, and the provider reported errors or left parts of it unknown. A failed create is replaced by the next plan. */
function incomplete(
  prepared: PreparedChange,
  value: CtyObject,
  answer: ApplyAnswer,
  errors: readonly Diagnostic[],
): Outcome {
  const { session, call, resource, action } = prepared;
  const { block } = resource;
  const faults = unknownPaths(block.type, value).map((path) => ({
    path,
    text: "This attribute is still unknown after the change.",
  }));
  const known = unknownsToNull(block.type, value) as CtyObject;
  const stored = storedAfter(prepared, known, answer);
  const isTainted = action === "create" && errors.length > 0;
  return {
    kind: "unfinished",
    stored: isTainted ? { ...stored, tainted: true } : stored,
    diagnostics: [
      ...errors,
      ...faultProblems("provider/terraform-unknown-result", session, faults, { call, block }),
    ],
  };
}

/** Reads the object again, because the state that comes with an error may be the planned one. */
async function afterFailedUpdate(
  { session, call, resource, from, before }: PreparedChange,
  errors: readonly Diagnostic[],
): Promise<Outcome> {
  const read = await readState(session, call, resource, before!, from!);
  if (read.kind === "found") return { kind: "unfinished", stored: read.stored, diagnostics: errors };
  const also = read.kind === "rejected" ? read.diagnostics : [];
  return { kind: "uncertain", diagnostics: [...errors, ...also] };
}

function onlyReplaceable(
  { urn }: ProviderCall,
  { type }: ResourceSchema,
  fields: readonly PlannedField[],
): Diagnostic {
  return problem("provider/terraform-refused", {
    detail: `An object of ${type} cannot be updated: changes of ${fields.map(({ path }) => path).join(", ")} replace it. The object was not changed.`,
    hint: "Run apply again. The next plan shows the replacement.",
    ...(urn !== undefined && { resource: urn }),
  });
}

function noResult({ session, call, resource, action }: PreparedChange): Diagnostic {
  return problem("provider/terraform-answer", {
    detail: `${session.title} returned no object from the ${action} of ${resource.type}, and no error. The object may exist.`,
    hint: "This is a bug in the provider. Report it to its authors.",
    ...(call.urn !== undefined && { resource: call.urn }),
  });
}
