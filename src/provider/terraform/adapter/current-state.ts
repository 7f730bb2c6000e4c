import type { Stored } from "../../../model/index.js";
import { normaliseLegacy } from "../../../terraform/change/index.js";
import { isCtyObject, type CtyObject } from "../../../terraform/cty/index.js";
import type { ProviderCall, Rejected } from "../../contract/index.js";
import { stateJson } from "../codec/index.js";
import { problem } from "../diagnostics.js";
import { ask } from "./calls.js";
import { objectState, type ObjectState } from "./opaque.js";
import { errorsOf, rejected } from "./problems.js";
import { bytesOf, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";

/** The state of an object in the current version of its schema. */
export interface CurrentState {
  readonly kind: "current";
  readonly value: CtyObject;
  readonly object: ObjectState;
}

/**
 * Returns the state of a stored object. If another build of the provider recorded it, the provider upgrades it first, even if
 * the version of the schema is the same.
 */
export async function currentState(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  stored: Stored,
): Promise<CurrentState | Rejected> {
  const known = currentStates.get(stored);
  if (known?.object.provider === session.build) return known;
  const object = objectState(stored);
  const current =
    object.provider === session.build
      ? ask(session, call, "its own state", async () => decoded(resource, object))
      : upgradedState(session, call, resource, stored);
  const found = await current;
  if (found.kind === "current") currentStates.set(stored, found);
  return found;
}

/** A stored object is immutable, and used several times in a run. */
const currentStates = new WeakMap<Stored, CurrentState>();

/** True if this build of the provider recorded the object, so that there is nothing to upgrade. */
export function isCurrent(session: ProviderSession, { version }: ResourceSchema, stored: Stored): boolean {
  return stored.schemaVersion === version + 1 && objectState(stored).provider === session.build;
}

/** Asks the provider to upgrade a state that another version of it recorded. */
export function upgradedState(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  stored: Stored,
): Promise<CurrentState | Rejected> {
  const object = objectState(stored);
  const { type, block, version: current } = resource;
  const version = stored.schemaVersion - 1;
  if (version > current) return Promise.resolve(rejected(tooNew(session, call, resource, version)));
  return ask(session, call, `the upgrade of the state of ${type}`, async (client, context) => {
    const json = new TextEncoder().encode(stateJson(object.state));
    const { state, diagnostics } = await client.upgrade({ type, version, json }, context);
    const errors = errorsOf(session, diagnostics, { call, block });
    if (errors.length > 0) return rejected(...errors);
    const value = valueOf(block.type, state);
    const upgraded = { ...object, state: bytesOf(block.type, value).msgpack!, provider: session.build };
    return decoded(resource, upgraded);
  });
}

function decoded({ block, type }: ResourceSchema, object: ObjectState): CurrentState {
  const decodedValue = valueOf(block.type, { msgpack: object.state });
  const value = object.legacy === true ? normaliseLegacy(block, decodedValue) : decodedValue;
  if (!isCtyObject(value))
    throw new Error(`This is a bug in Coconut: the state of an object of ${type} is empty.`);
  return { kind: "current", value, object };
}

/** The diagnostic for a state that a newer version of the provider recorded. */
export function tooNew(
  { title }: ProviderSession,
  { urn }: ProviderCall,
  { type, version }: ResourceSchema,
  stored: number,
) {
  return problem("provider/terraform-state", {
    detail: `State has version ${stored} of the schema of ${type}. ${title} only knows versions up to ${version}.`,
    hint: "Use the version of the provider that recorded the object, or a newer one.",
    ...(urn !== undefined && { resource: urn }),
  });
}
