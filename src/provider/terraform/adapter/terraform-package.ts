import {
  isKnown,
  equalValues,
  getProperty,
  stripSecrets,
  type ClassCode,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import { equalCty, type CtyValue } from "../../../terraform/cty/index.js";
import {
  configurationOf,
  secretTextsOf,
  topNamesOf,
  typeOfBlock,
  withSecretInputs,
} from "../../../terraform/schema/index.js";
import { packageMembers, type DescribedProvider } from "../../../terraform/typings/index.js";
import type { EquivalenceRequest, ProviderCall, ProviderPackage, Rejected } from "../../contract/index.js";
import type { Answer, CallContext, DynamicBytes, ProviderClient } from "../protocol/index.js";
import { ask } from "./calls.js";
import { functionToken } from "./ask-function.js";
import { configuredProvider } from "./configured-provider.js";
import { isCurrent, upgradedState } from "./current-state.js";
import { errorsOf, inputProblems, noType, rejected } from "./problems.js";
import type { ProviderSessions } from "./provider-sessions.js";
import { bytesOf, hide, resourceSchema, type ProviderSession, type ResourceSchema } from "./session.js";
import { storedObject } from "./stored-object.js";

export interface TerraformPackageOptions {
  readonly name: string;
  /** The type of the provider: `google-beta`. */
  readonly type: string;
  readonly version: string;
  /** Whether programs can import generated classes of its types. */
  readonly hasClasses: boolean;
}

/** A Terraform provider as a package. `first` is its first process, whose schema all others share. */
export function terraformPackage(
  { name, type, version, hasClasses }: TerraformPackageOptions,
  first: ProviderSession,
  sessions: ProviderSessions,
): ProviderPackage {
  const { provider } = first.schema;
  const classes = once(() => classesOf({ package: name, type, version, schemas: first.schema }));
  const typeOf = (type: string) => resourceSchema(first, type);
  return {
    name,
    version,
    callsAtOnce,
    configFields: [...topNamesOf(provider.block).program.values()],
    implements: (type) => typeOf(type) !== undefined,
    replaceFields: () => [],
    isEquivalent: (request) => isEquivalent(first, request),
    classOf: (type) => (hasClasses ? classes().get(type) : undefined),
    isEphemeral: (token) => functionToken(name, token)?.kind === "ephemeral",
    schemaVersion(type) {
      const schema = typeOf(type);
      return schema && schema.version + 1;
    },
    async upgrade(call, stored) {
      const resource = typeOf(stored.type);
      if (resource === undefined) return noType(first, stored.type, call);
      if (isCurrent(first, resource, stored)) return stored;
      const upgraded = await upgradedState(first, call, resource, stored);
      if (upgraded.kind === "rejected") return upgraded;
      const { value, object } = upgraded;
      const { private: privateBytes, identity, legacy = false } = object;
      const returned = { value, private: privateBytes, identity: identity && { msgpack: identity }, legacy };
      const { opaque, outputs, schemaVersion } = storedObject(first, resource, returned, stored.inputs);
      return { ...stored, schemaVersion, outputs, ...(opaque !== undefined && { opaque }) };
    },
    async checkConfig(call, { config }) {
      const faulty = await sendConfig(first, call, config, (client, bytes, context) =>
        client.validateProvider({ config: bytes }, context),
      );
      return faulty ?? { config: withSecretInputs(provider.block, config), replaces: false };
    },
    async configure(call, { config }) {
      if (!isKnown(config)) return configuredProvider(first, false, async () => {});
      const session = await sessions.fresh();
      const failed = await sendConfig(session, call, config, (client, bytes, context) =>
        client.configure({ config: bytes, terraformVersion }, context),
      );
      return failed ?? configuredProvider(session, true, () => session.process.close());
    },
  };
}

/** The generated classes of resource types, by the types in state. */
function classesOf(provider: DescribedProvider): ReadonlyMap<string, ClassCode> {
  const resources = packageMembers(provider).filter(({ kind }) => kind === "resource");
  return new Map(
    resources.map(({ token, module, export: name }) => [token, { kind: "exported", module, name }]),
  );
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

/** Terraform has the same limit by default. */
const callsAtOnce = 10;

/** The version of Terraform that providers are told. They refuse versions before 1.0. */
const terraformVersion = "1.12.0";

function configurationFor(session: ProviderSession, call: ProviderCall, config: ValueObject) {
  const { block } = session.schema.provider;
  const configured = configurationOf(block, config);
  if (configured.kind === "faults")
    return rejected(...inputProblems(`The configuration of ${session.name}`, configured.faults, { call }));
  hide(session, secretTextsOf(block, configured.value, configured.marks));
  return { block, config: bytesOf(block.type, configured.value) };
}

/** Sends the configuration with one of the two calls for it. Returns why it was rejected, if it was. */
async function sendConfig(
  session: ProviderSession,
  call: ProviderCall,
  given: ValueObject,
  send: (client: ProviderClient, config: DynamicBytes, context: CallContext) => Promise<Answer>,
): Promise<Rejected | undefined> {
  const configured = configurationFor(session, call, given);
  if ("kind" in configured) return configured;
  const { block, config } = configured;
  const errors = await ask(session, call, "its configuration", async (client, context) => {
    const { diagnostics } = await send(client, config, context);
    return errorsOf(session, diagnostics, { call, block });
  });
  if ("kind" in errors) return errors;
  return errors.length === 0 ? undefined : rejected(...errors);
}

/** True if two spellings of an input are the same value for the schema, such as sets in another order. */
function isEquivalent(session: ProviderSession, { type, field, before, after }: EquivalenceRequest): boolean {
  const one = getProperty(before, field);
  const other = getProperty(after, field);
  if (equalValues(stripSecrets(one), stripSecrets(other))) return true;
  const schema = resourceSchema(session, type);
  const name = schema && topNamesOf(schema.block).schema.get(field);
  if (schema === undefined || name === undefined) return false;
  const [first, second] = [one, other].map((value) => valueAlone(schema, field, name, value));
  const memberType = schema.block.type.attributes.get(name);
  return (
    first !== undefined &&
    second !== undefined &&
    memberType !== undefined &&
    equalCty(memberType, first, second)
  );
}

/** Returns the cty value of one input without the others. */
function valueAlone(
  { block }: ResourceSchema,
  field: string,
  name: string,
  value: Value,
): CtyValue | undefined {
  const attribute = block.attributes.get(name);
  const nested = block.blocks.get(name);
  const members = {
    attributes: new Map(attribute ? [[name, attribute]] : []),
    blocks: new Map(nested ? [[name, nested]] : []),
  };
  const configured = configurationOf({ ...members, type: typeOfBlock(members) }, { [field]: value });
  return configured.kind === "configured" ? configured.value.get(name) : undefined;
}
