import type { CtyType, CtyValue } from "../../../terraform/cty/index.js";
import { readJson, valueOfJson } from "../../../terraform/cty/index.js";
import type { Schema } from "../../../terraform/schema/index.js";
import type { ProviderCall } from "../../contract/index.js";
import { decodeMsgpack, encodeMsgpack } from "../codec/index.js";
import type { ProviderProcess } from "../process/index.js";
import type { CallContext, DynamicBytes, ProviderClient, ProviderSchema } from "../protocol/index.js";

/** A provider process and all data that its calls need. */
export interface ProviderSession {
  readonly client: ProviderClient;
  readonly process: ProviderProcess;
  readonly schema: ProviderSchema;
  /** The name of the package: `tf_random`. */
  readonly name: string;
  /** `the Terraform provider random 3.6.0` */
  readonly title: string;
  /** The program of the provider. */
  readonly command: string;
  /** Differs between two builds of the provider. A state from another build is upgraded before it is used. */
  readonly build: string;
}

/** A resource type of the provider. */
export interface ResourceSchema extends Schema {
  /** The type in programs and state: `tf_random:random_password`. */
  readonly token: string;
  /** The type in the protocol: `random_password`. */
  readonly type: string;
}

/** Returns the schema of a resource type; undefined if the provider does not have it. */
export function resourceSchema({ name, schema }: ProviderSession, token: string): ResourceSchema | undefined {
  if (!token.startsWith(`${name}:`)) return undefined;
  const type = token.slice(name.length + 1);
  const found = schema.resource(type);
  if (found === undefined) return undefined;
  let resource = resources.get(found);
  if (resource === undefined) resources.set(found, (resource = { ...found, token, type }));
  return resource;
}

/** A schema belongs to one type of one package, and is used for every object. */
const resources = new WeakMap<Schema, ResourceSchema>();

/** Masks texts in all that is said from now on about the provider: what it is given and returns, and must not be shown. */
export function hide({ process }: ProviderSession, texts: Iterable<string>): void {
  process.child.hide(texts);
}

/** Returns a text of the provider with secrets masked. */
export function hidden({ process }: Pick<ProviderSession, "process">, text: string): string {
  return process.child.hidden(text);
}

/** Returns the context of a call that changes nothing: it ends with the call of the engine. */
export function questionContext(call: ProviderCall): CallContext {
  return { ...changeContext(call), signal: call.signal };
}

/** Returns the context of a call that changes an object: it is never cancelled, only the provider is asked to stop. */
export function changeContext({ urn, report }: ProviderCall): CallContext {
  return {
    urn,
    onLog: ({ level, text }) => report({ level: level === "trace" ? "debug" : level, text }),
  };
}

export function bytesOf(type: CtyType, value: CtyValue): DynamicBytes {
  return { msgpack: encodeMsgpack(type, value) };
}

/** Decodes an answer. Throws a CtyFault if it does not have the type. */
export function valueOf(type: CtyType, { msgpack, json }: DynamicBytes): CtyValue {
  if (msgpack !== undefined && msgpack.length > 0) return decodeMsgpack(type, msgpack);
  if (json !== undefined && json.length > 0)
    return valueOfJson(type, readJson(new TextDecoder().decode(json)));
  return null;
}
