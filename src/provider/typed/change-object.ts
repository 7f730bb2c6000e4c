import {
  containsSecret,
  getProperty,
  type Diagnostic,
  type PlannedDelete,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type {
  ChangeRequest,
  CreateRequest,
  DeleteRequest,
  Outcome,
  ProviderCall,
  Rejected,
  UpdateRequest,
} from "../contract/index.js";
import { processGroupOf } from "../../std/process-group.js";
import type { ChangeCall } from "../hook-calls.js";
import type { DefinedResource } from "../resource-type.js";
import { Bug } from "./bug.js";
import { driftIn, sightedOutputs } from "./planning/drift.js";
import { identifiedFrom, isId, outputsFrom } from "./hook/hook-answers.js";
import { runHook, type Connection, type HookResult } from "./hook/hook-runner.js";
import { inputChanges } from "./planning/input-changes.js";
import { requireField } from "./planning/marked-outputs.js";
import { toPlainFields } from "./field/plain.js";
import { withWriteOnly } from "./field/write-only-inputs.js";
import { schemaVersion } from "./upgrade-stored.js";

/**
 * Creates an object. An error means that nothing happened, unless the hook called `identified` before: then the object
 * exists and is unfinished. A result without an id is uncertain.
 */
export async function createObject(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { planned, asked = {}, key, identified, running }: CreateRequest,
): Promise<Outcome> {
  const { type, create } = defined;
  const { inputs } = planned;
  const given = withWriteOnly(defined, inputs, asked);
  let told: string | undefined;
  const result = await runHook({ type, hook: "create" }, connection, call, [given], (common) =>
    create(
      Object.assign(common, {
        inputs: toPlainFields(given),
        isSecret: secrecyOf(given),
        idempotencyKey: key,
        identified: async (id: string) => {
          if (!isId(id)) throw new TypeError("identified() requires the object's id, a non-empty string.");
          told = id;
          await identified(id);
        },
        running: groupRecorder(running),
      }),
    ),
  );
  if (!result.ok) {
    return told === undefined
      ? notDone(result)
      : unfinished(stored(defined, told, inputs, {}), result.diagnostics);
  }
  const { id = told, outputs, diagnostics } = identifiedFrom(call, defined, "create", result.answer, given);
  if (id === undefined) return { kind: "uncertain", diagnostics };
  return done(stored(defined, id, inputs, outputs), diagnostics);
}

/** Updates an object to the planned inputs. After an error, the next plan compares with the real object. */
export async function updateObject(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  request: UpdateRequest,
): Promise<Outcome> {
  const { type, update } = defined;
  const { prior, planned, asked, key } = request;
  const id = idOf(prior);
  const given = withWriteOnly(defined, planned.inputs, asked);
  const sighted = sightedOutputs(request);
  const changes = inputChanges(defined, prior.inputs, planned.inputs);
  const outputNames = new Map(Object.entries(defined.outputs));
  const seen = [given, prior.inputs, sighted.baseline, sighted.observed];
  const result = await runHook({ type, hook: "update" }, connection, call, seen, (common) =>
    update({
      ...common,
      id,
      inputs: toPlainFields(given),
      isSecret: secrecyOf(given),
      prior: {
        inputs: toPlainFields(prior.inputs),
        outputs: toPlainFields(sighted.baseline),
        observed: toPlainFields(sighted.observed),
      },
      changed: (field) => requireField(changes, field, type, "input").state !== "same",
      drifted: (field) => {
        requireField(outputNames, field, type, "output");
        return driftIn(defined, request, field).length > 0;
      },
      idempotencyKey: key,
      running: groupRecorder(request.running),
    }),
  );
  if (!result.ok) return notDone(result);
  const { outputs, diagnostics } = outputsFrom(call, defined, "update", result.answer, given, seen);
  const merged = diagnostics.length === 0 ? outputs : { ...sighted.observed, ...outputs };
  return done(stored(defined, id, planned.inputs, merged), diagnostics);
}

export async function deleteObject(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { prior, key, running }: DeleteRequest,
): Promise<Outcome> {
  const { type } = defined;
  const seen = [prior.inputs, prior.outputs];
  const result = await runHook({ type, hook: "delete" }, connection, call, seen, (common) =>
    defined.delete(
      Object.assign(common, recordedOf(prior), { idempotencyKey: key, running: groupRecorder(running) }),
    ),
  );
  return result.ok ? { kind: "ok", stored: prior } : notDone(result);
}

/** Asks the type whether an object may be deleted. If its hook throws, the delete is rejected. */
export async function planDeleteOf(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { prior, observed }: { readonly prior: Stored; readonly observed?: Stored | undefined },
): Promise<PlannedDelete | Rejected> {
  const { type, planDelete } = defined;
  if (planDelete === undefined) return {};
  const found = observed?.outputs ?? prior.outputs;
  const seen = [prior.inputs, prior.outputs, found];
  const result = await runHook({ type, hook: "planDelete" }, connection, call, seen, (common) =>
    planDelete({ ...common, ...recordedOf(prior), observed: toPlainFields(found) }),
  );
  return result.ok ? {} : { kind: "rejected", diagnostics: result.diagnostics };
}

/** Returns the recorded state of an object, for hooks. */
export function recordedOf(prior: Stored) {
  return {
    id: idOf(prior),
    prior: { inputs: toPlainFields(prior.inputs), outputs: toPlainFields(prior.outputs) },
  };
}

/** Does not record a process that has already exited. */
function groupRecorder(running: ChangeRequest["running"]): ChangeCall["running"] {
  return async (leader) => {
    if (!Number.isSafeInteger(leader) || leader < 1)
      throw new TypeError("running() requires the id of a process that leads its own process group.");
    const group = processGroupOf(leader);
    if (group !== undefined) await running?.(group);
  };
}

function secrecyOf(inputs: ValueObject): (field: string) => boolean {
  return (field) => containsSecret(getProperty(inputs, field));
}

function idOf({ type, id }: Stored): string {
  if (id === undefined) {
    throw new Bug(`an object of ${type} was changed or read before its id is known.`);
  }
  return id;
}

function stored(defined: DefinedResource, id: string, inputs: ValueObject, outputs: ValueObject): Stored {
  return { type: defined.type, schemaVersion: schemaVersion(defined), id, inputs, outputs };
}

/** The outcome of a change that happened. If its result is incomplete, the object is unfinished. */
function done(stored: Stored, diagnostics: readonly Diagnostic[]): Outcome {
  return diagnostics.length === 0 ? { kind: "ok", stored } : unfinished(stored, diagnostics);
}

function unfinished(stored: Stored, diagnostics: readonly Diagnostic[]): Outcome {
  const why = diagnostics.map(({ detail }) => detail);
  return { kind: "unfinished", stored: { ...stored, unfinished: why }, diagnostics };
}

function notDone(failure: Extract<HookResult<unknown>, { ok: false }>): Outcome {
  const { diagnostics, isUncertain, isRetryable } = failure;
  if (isUncertain) return { kind: "uncertain", diagnostics };
  return isRetryable ? { kind: "failed", diagnostics, isRetryable } : { kind: "failed", diagnostics };
}
