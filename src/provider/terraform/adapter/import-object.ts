import type { Stored, ValueObject } from "../../../model/index.js";
import {
  CtyFault,
  isCtyObject,
  readJson,
  valueOfJson,
  type CtyObject,
} from "../../../terraform/cty/index.js";
import { configurationOfState, noMarks, recordedInputs } from "../../../terraform/schema/index.js";
import type { Absent, Found, ProviderCall, Rejected } from "../../contract/index.js";
import { problem } from "../diagnostics.js";
import type { ImportRequest } from "../protocol/index.js";
import { ask } from "./calls.js";
import { objectState } from "./opaque.js";
import { errorsOf, rejected } from "./problems.js";
import { readObject } from "./read-object.js";
import { bytesOf, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";
import { storedObject } from "./stored-object.js";

/** Finds an object by its id, or by its identity as JSON, and reads it. */
export async function importObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  id: string,
): Promise<Found | Absent | Rejected> {
  const read = await readById(session, call, resource, id, {});
  if (read.kind !== "found") return read;
  return withInputs(session, call, resource, read);
}

/** Reads an object of which only the inputs and the id are recorded, because its create was interrupted. */
export async function readIdentified(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { inputs }: Stored,
  id: string,
): Promise<Found | Absent | Rejected> {
  return readById(session, call, resource, id, inputs);
}

async function readById(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  id: string,
  inputs: ValueObject,
): Promise<Found | Absent | Rejected> {
  const { type, block } = resource;
  const imported = await ask<Found>(session, call, `the import of ${type}`, async (client, context) => {
    const answer = await client.import(importRequest(session, resource, id), context);
    const errors = errorsOf(session, answer.diagnostics, { call, block });
    if (errors.length > 0) return rejected(...errors);
    const found = answer.imported.find((each) => each.type === type);
    const value = found && valueOf(block.type, found.state);
    if (found === undefined || !isCtyObject(value!))
      return rejected(notImported(session, call, resource, id));
    const returned = { value, private: found.private, identity: found.identity, legacy: false };
    return { kind: "found", stored: storedObject(session, resource, returned, inputs) };
  });
  return imported.kind === "rejected" ? imported : readObject(session, call, resource, imported.stored);
}

function importRequest({ schema }: ProviderSession, { type }: ResourceSchema, id: string): ImportRequest {
  const identity = schema.identity(type);
  if (identity === undefined || !id.trimStart().startsWith("{")) return { type, id };
  try {
    return { type, identity: bytesOf(identity.type, valueOfJson(identity.type, readJson(id))) };
  } catch (error) {
    if (error instanceof CtyFault) return { type, id };
    throw error;
  }
}

/**
 * Returns an existing object with the inputs that describe it: those that the provider names, otherwise all that can be
 * set.
 */
async function withInputs(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { stored }: Found,
): Promise<Found | Rejected> {
  const { type, block } = resource;
  return ask<Found>(session, call, `the configuration of ${type}`, async (client, context) => {
    const { state, legacy = false } = objectState(stored);
    const settable = () =>
      configurationOfState(block, valueOf(block.type, { msgpack: state }) as CtyObject, { legacy });
    const found = (config: CtyObject): Found => ({
      kind: "found",
      stored: { ...stored, inputs: recordedInputs(block, config, noMarks) },
    });
    if (!session.schema.capabilities.generateResourceConfig) return found(settable());
    const answer = await client.generateConfiguration({ type, state: { msgpack: state } }, context);
    const config = valueOf(block.type, answer.config);
    return found(isCtyObject(config) ? config : settable());
  });
}

function notImported(
  { title }: ProviderSession,
  { urn }: ProviderCall,
  { type }: ResourceSchema,
  id: string,
) {
  return problem("provider/terraform-no-import", {
    detail: `${title} returned no object of ${type} for the id ${JSON.stringify(id)}.`,
    hint: "Check the id. The documentation of the type describes the ids that it can import.",
    ...(urn !== undefined && { resource: urn }),
  });
}
