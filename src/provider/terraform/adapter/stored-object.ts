import { containsSecret, secretTextsIn, type Stored, type ValueObject } from "../../../model/index.js";
import { isCtyObject, type CtyObject } from "../../../terraform/cty/index.js";
import {
  configurationOf,
  idOf,
  noMarks,
  programValues,
  type Block,
  type Marks,
} from "../../../terraform/schema/index.js";
import type { DynamicBytes } from "../protocol/index.js";
import { encodeOpaque, type ObjectState } from "./opaque.js";
import { bytesOf, hide, valueOf, type ProviderSession, type ResourceSchema } from "./session.js";

/** The state of an object, as a provider returned it. */
export interface ReturnedState {
  readonly value: CtyObject;
  readonly private: Uint8Array | undefined;
  readonly identity: DynamicBytes | undefined;
  readonly legacy: boolean;
}

/** Returns the record of an object. Its outputs are secret where the schema or the inputs say so. */
export function storedObject(
  session: ProviderSession,
  resource: ResourceSchema,
  { value, private: privateBytes, identity, legacy }: ReturnedState,
  inputs: ValueObject,
  marks: Marks = marksOf(resource.block, inputs),
): Stored {
  const { block, token, version, type } = resource;
  const identitySchema = session.schema.identity(type);
  const object: ObjectState = {
    state: bytesOf(block.type, value).msgpack!,
    ...(privateBytes !== undefined && privateBytes.length > 0 && { private: privateBytes }),
    ...(identity?.msgpack && { identity: identity.msgpack }),
    ...(identity?.msgpack && identitySchema && { identityVersion: identitySchema.version }),
    ...(legacy && { legacy }),
    provider: session.build,
  };
  const outputs = programValues(block, value, marks);
  hide(session, secretTextsIn([outputs]));
  return {
    type: token,
    schemaVersion: version + 1,
    id: idOf(block, value, identityValue(session, resource, identity)),
    inputs,
    outputs,
    opaque: encodeOpaque(object),
  };
}

/** Returns which parts of recorded inputs are secret. Inputs that no longer fit the schema are wholly secret if one of them is. */
function marksOf(block: Block, inputs: ValueObject): Marks {
  if (!containsSecret(inputs)) return noMarks;
  const configured = configurationOf(block, inputs);
  return configured.kind === "configured" ? configured.marks : { whole: "secret" };
}

function identityValue(
  { schema }: ProviderSession,
  { type }: ResourceSchema,
  identity: DynamicBytes | undefined,
): CtyObject | undefined {
  const identitySchema = schema.identity(type);
  if (identity === undefined || identitySchema === undefined) return undefined;
  const value = valueOf(identitySchema.type, identity);
  return isCtyObject(value) ? value : undefined;
}
