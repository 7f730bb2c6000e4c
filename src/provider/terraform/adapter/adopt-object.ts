import { JSON } from "../../../std/plain-json.js";
import { normaliseLegacy, proposedNew } from "../../../terraform/change/index.js";
import {
  isCtyObject,
  readJson,
  valueOfJson,
  type CtyObject,
  type CtyValue,
} from "../../../terraform/cty/index.js";
import { configurationOfState, noMarks, recordedInputs, secretAt } from "../../../terraform/schema/index.js";
import type { Absent, ForeignRecord, Found, ProviderCall, Rejected } from "../../contract/index.js";
import type { DynamicBytes } from "../protocol/index.js";
import { ask } from "./calls.js";
import { tooNew } from "./current-state.js";
import { objectState } from "./opaque.js";
import { errorsOf, rejected } from "./problems.js";
import { readObject } from "./read-object.js";
import { bytesOf, hide, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";
import { storedObject } from "./stored-object.js";

/**
 * Finds the object of a record in a Terraform state file. The provider upgrades the state and reads the object. Nothing is
 * changed.
 */
export async function adoptObject(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  recorded: ForeignRecord,
): Promise<Found | Absent | Rejected> {
  const upgraded = await upgradedRecord(session, call, resource, recorded);
  if (upgraded.kind !== "found") return upgraded;
  const read = await readObject(session, call, resource, upgraded.stored);
  return read.kind === "found" ? withInputs(session, call, resource, read, recorded) : read;
}

async function upgradedRecord(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  recorded: ForeignRecord,
): Promise<Found | Rejected> {
  const { type, block, version } = resource;
  const { schemaVersion, attributes } = recorded;
  hide(session, sensitiveTexts(recorded));
  if (schemaVersion > version) return rejected(tooNew(session, call, resource, schemaVersion));
  return ask<Found>(session, call, `the upgrade of the state of ${type}`, async (client, context) => {
    const json = new TextEncoder().encode(attributes);
    const answer = await client.upgrade({ type, version: schemaVersion, json }, context);
    const errors = errorsOf(session, answer.diagnostics, { call, block });
    if (errors.length > 0) return rejected(...errors);
    const value = valueOf(block.type, answer.state);
    if (!isCtyObject(value))
      throw new Error(`This is a bug in Coconut: the upgraded state of an object of ${type} is empty.`);
    const privateBytes = recorded.private === undefined ? undefined : Buffer.from(recorded.private, "base64");
    const identity = identityOf(session, resource, recorded);
    const returned = { value, private: privateBytes, identity, legacy: false };
    return { kind: "found", stored: storedObject(session, resource, returned, {}) };
  });
}

/** Returns the texts at the sensitive places of a record, to mask them before the provider says anything about them. */
function sensitiveTexts({ attributes, sensitive }: ForeignRecord): readonly string[] {
  const tree = JSON.parse(attributes) as unknown;
  return sensitive.flatMap((path) => {
    let at = tree;
    for (const step of path) {
      const key = "attribute" in step ? step.attribute : "key" in step ? step.key : step.index;
      at =
        typeof at === "object" && at !== null ? (at as { readonly [key: string]: unknown })[key] : undefined;
    }
    return textsWithin(at);
  });
}

function textsWithin(tree: unknown): readonly string[] {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(textsWithin) : [];
}

/** The identity of another version is left out: a read returns it again. */
function identityOf(
  { schema }: ProviderSession,
  { type }: ResourceSchema,
  { identity, identityVersion }: ForeignRecord,
): DynamicBytes | undefined {
  const known = schema.identity(type);
  if (known === undefined || identity === undefined || known.version !== identityVersion) return undefined;
  return bytesOf(known.type, valueOfJson(known.type, readJson(identity)));
}

/** Returns the object with all that can be set as inputs, and with the form that its type system gives its state. */
async function withInputs(
  session: ProviderSession,
  call: ProviderCall,
  resource: ResourceSchema,
  { stored }: Found,
  { sensitive }: ForeignRecord,
): Promise<Found | Rejected> {
  const { type, block } = resource;
  return ask<Found>(session, call, `the plan of ${type}`, async (client, context) => {
    const object = objectState(stored);
    const state: DynamicBytes = { msgpack: object.state };
    const identity = object.identity && { msgpack: object.identity };
    const read = valueOf(block.type, state) as CtyObject;
    // Only a plan tells whether a type uses the legacy type system. Its errors do not matter yet.
    const config = configurationOfState(block, read);
    const answer = await client.plan(
      {
        type,
        prior: state,
        proposed: bytesOf(block.type, proposedNew(block, read, config)),
        config: bytesOf(block.type, config),
        priorPrivate: object.private,
        ...(identity && { priorIdentity: identity }),
      },
      context,
    );
    const legacy = answer.isLegacy;
    const value: CtyValue = legacy ? normaliseLegacy(block, read) : read;
    const settable = legacy ? configurationOfState(block, value as CtyObject, { legacy }) : config;
    const marks = sensitive.length === 0 ? noMarks : secretAt(sensitive);
    const inputs = recordedInputs(block, settable, marks);
    const returned = { value: value as CtyObject, private: object.private, identity, legacy };
    return { kind: "found", stored: storedObject(session, resource, returned, inputs, marks) };
  });
}
