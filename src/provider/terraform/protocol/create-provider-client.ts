import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { identitySchemasOf } from "./identity-schemas.js";
import {
  bytesOf,
  deferredOf,
  diagnosticsOf,
  dynamicMessage,
  identityMessage,
  identityOf,
  onlyDiagnostics,
  pathOf,
  timeOf,
} from "./provider-answers.js";
import { ProviderCallError } from "./provider-call-error.js";
import type { CallContext, IdentitySchemasAnswer, ProviderClient, TypeConfig } from "./provider-client.js";
import { functionsOf } from "./provider-functions.js";
import { providerSchema } from "./provider-schema.js";
import type { ProviderTransport } from "./provider-transport.js";
import { rpcs, type Rpc } from "./rpcs.js";
import { capabilitiesOf } from "./server-capabilities.js";

/** Returns the client of a provider's process. */
export function createProviderClient(transport: ProviderTransport): ProviderClient {
  const { protocol } = transport;
  const ask = asking(transport);
  return {
    protocol,
    ...wholeProvider(ask, protocol),
    ...resources(ask),
    ...changes(ask),
    ...dataSources(ask),
    ...ephemeralResources(ask),
  };
}

/** Coconut sends the values of write-only attributes, and does not accept a plan that the provider put off. */
const clientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: true };

type Ask = ReturnType<typeof asking>;

/** Returns a function that sends a request and converts the answer with `read`. */
function asking(transport: ProviderTransport) {
  return <Request extends DescMessage, Response extends DescMessage, Answer>(
    rpc: Rpc<Request, Response>,
    request: MessageInitShape<Request>,
    about: { readonly type?: string; readonly context: CallContext | undefined },
    read: (response: MessageShape<Response>) => Answer,
  ): Promise<Answer> =>
    transport.send({
      rpc: rpc[transport.protocol],
      type: about.type,
      bytes: toBinary(rpc.request, create(rpc.request, request)),
      decode: (bytes) => read(fromBinary(rpc.response, bytes)),
      context: about.context ?? {},
    });
}

function typeConfig({ type, config }: TypeConfig) {
  return { typeName: type, config: dynamicMessage(config) };
}

type WholeProvider =
  | "getSchema"
  | "getMetadata"
  | "validateProvider"
  | "configure"
  | "getFunctions"
  | "callFunction"
  | "identitySchemas"
  | "stop";

/** The calls that are not about one type. */
function wholeProvider(ask: Ask, protocol: 5 | 6): Pick<ProviderClient, WholeProvider> {
  const identitySchemas = (context?: CallContext): Promise<IdentitySchemasAnswer> =>
    ask(rpcs.identitySchemas, {}, { context }, ({ identitySchemas, diagnostics }) => ({
      schemas: identitySchemasOf(identitySchemas),
      diagnostics: diagnosticsOf(diagnostics),
    }));
  return {
    identitySchemas,
    async getSchema(context) {
      const identities = await identitySchemas(context).catch(noneIfUnimplemented);
      return ask(rpcs.schema, {}, { context }, (found) => ({
        schema: providerSchema(protocol, found, identities.schemas),
        diagnostics: [...diagnosticsOf(found.diagnostics), ...identities.diagnostics],
      }));
    },
    getMetadata: (context) =>
      ask(rpcs.metadata, {}, { context }, (found) => ({
        capabilities: capabilitiesOf(found.serverCapabilities),
        resources: found.resources.map(({ typeName }) => typeName),
        dataSources: found.dataSources.map(({ typeName }) => typeName),
        ephemeral: found.ephemeralResources.map(({ typeName }) => typeName),
        functions: found.functions.map(({ name }) => name),
        diagnostics: diagnosticsOf(found.diagnostics),
      })),
    validateProvider: ({ config }, context) =>
      ask(rpcs.validateProvider, { config: dynamicMessage(config) }, { context }, onlyDiagnostics),
    configure: ({ terraformVersion, config }, context) =>
      ask(
        rpcs.configure,
        { terraformVersion, config: dynamicMessage(config), clientCapabilities },
        { context },
        onlyDiagnostics,
      ),
    getFunctions: (context) =>
      ask(rpcs.functions, {}, { context }, ({ functions, diagnostics }) => ({
        functions: functionsOf(functions),
        diagnostics: diagnosticsOf(diagnostics),
      })),
    callFunction: ({ name, arguments: given }, context) =>
      ask(
        rpcs.callFunction,
        { name, arguments: given.map(dynamicMessage) },
        { type: name, context },
        ({ result, error }) => ({
          result: bytesOf(result),
          ...(error?.functionArgument !== undefined && { argument: Number(error.functionArgument) }),
          diagnostics: error
            ? [{ severity: "error", summary: "Error in function call", detail: error.text }]
            : [],
        }),
      ),
    stop: (context) =>
      ask(rpcs.stop, {}, { context }, ({ error }) => ({ error: error === "" ? undefined : error })),
  };
}

function noneIfUnimplemented(error: unknown): IdentitySchemasAnswer {
  if (error instanceof ProviderCallError && error.isUnimplemented)
    return { schemas: new Map(), diagnostics: [] };
  throw error;
}

type Resources =
  | "validateResource"
  | "upgrade"
  | "upgradeIdentity"
  | "read"
  | "import"
  | "generateConfiguration";

function resources(ask: Ask): Pick<ProviderClient, Resources> {
  return {
    validateResource: (request, context) =>
      ask(
        rpcs.validateResource,
        { ...typeConfig(request), clientCapabilities },
        { type: request.type, context },
        onlyDiagnostics,
      ),
    upgrade: ({ type, version, json }, context) =>
      ask(
        rpcs.upgrade,
        { typeName: type, version: BigInt(version), rawState: { json } },
        { type, context },
        ({ upgradedState, diagnostics }) => ({
          state: bytesOf(upgradedState),
          diagnostics: diagnosticsOf(diagnostics),
        }),
      ),
    upgradeIdentity: ({ type, version, json }, context) =>
      ask(
        rpcs.upgradeIdentity,
        { typeName: type, version: BigInt(version), rawIdentity: { json } },
        { type, context },
        ({ upgradedIdentity, diagnostics }) => ({
          identity: identityOf(upgradedIdentity),
          diagnostics: diagnosticsOf(diagnostics),
        }),
      ),
    read({ type, state, private: kept, identity }, context) {
      const request = {
        typeName: type,
        currentState: dynamicMessage(state),
        ...(kept && { private: kept }),
        ...(identity && { currentIdentity: identityMessage(identity) }),
        clientCapabilities,
      };
      return ask(rpcs.read, request, { type, context }, (found) => ({
        state: bytesOf(found.newState),
        private: found.private,
        identity: identityOf(found.newIdentity),
        ...deferredOf(found.deferred),
        diagnostics: diagnosticsOf(found.diagnostics),
      }));
    },
    import(request, context) {
      const { type } = request;
      const named = "id" in request ? { id: request.id } : { identity: identityMessage(request.identity) };
      const sent = { typeName: type, ...named, clientCapabilities };
      return ask(rpcs.import, sent, { type, context }, (found) => ({
        imported: found.importedResources.map(({ typeName, state, private: kept, identity }) => ({
          type: typeName,
          state: bytesOf(state),
          private: kept,
          identity: identityOf(identity),
        })),
        ...deferredOf(found.deferred),
        diagnostics: diagnosticsOf(found.diagnostics),
      }));
    },
    generateConfiguration: ({ type, state }, context) =>
      ask(
        rpcs.generateConfiguration,
        { typeName: type, state: dynamicMessage(state) },
        { type, context },
        ({ config, diagnostics }) => ({ config: bytesOf(config), diagnostics: diagnosticsOf(diagnostics) }),
      ),
  };
}

function changes(ask: Ask): Pick<ProviderClient, "plan" | "apply"> {
  return {
    plan({ type, prior, proposed, config, priorPrivate, priorIdentity }, context) {
      const request = {
        typeName: type,
        priorState: dynamicMessage(prior),
        proposedNewState: dynamicMessage(proposed),
        config: dynamicMessage(config),
        ...(priorPrivate && { priorPrivate }),
        ...(priorIdentity && { priorIdentity: identityMessage(priorIdentity) }),
        clientCapabilities,
      };
      return ask(rpcs.plan, request, { type, context }, (found) => ({
        planned: bytesOf(found.plannedState),
        requiresReplace: found.requiresReplace.map(pathOf),
        plannedPrivate: found.plannedPrivate,
        plannedIdentity: identityOf(found.plannedIdentity),
        isLegacy: found.legacyTypeSystem,
        ...deferredOf(found.deferred),
        diagnostics: diagnosticsOf(found.diagnostics),
      }));
    },
    apply({ type, prior, planned, config, plannedPrivate, plannedIdentity }, context) {
      const request = {
        typeName: type,
        priorState: dynamicMessage(prior),
        plannedState: dynamicMessage(planned),
        config: dynamicMessage(config),
        ...(plannedPrivate && { plannedPrivate }),
        ...(plannedIdentity && { plannedIdentity: identityMessage(plannedIdentity) }),
      };
      return ask(rpcs.apply, request, { type, context }, (found) => ({
        state: bytesOf(found.newState),
        private: found.private,
        identity: identityOf(found.newIdentity),
        isLegacy: found.legacyTypeSystem,
        diagnostics: diagnosticsOf(found.diagnostics),
      }));
    },
  };
}

function dataSources(ask: Ask): Pick<ProviderClient, "validateData" | "readData"> {
  return {
    validateData: (request, context) =>
      ask(rpcs.validateData, typeConfig(request), { type: request.type, context }, onlyDiagnostics),
    readData: (request, context) =>
      ask(
        rpcs.readData,
        { ...typeConfig(request), clientCapabilities },
        { type: request.type, context },
        ({ state, deferred, diagnostics }) => ({
          state: bytesOf(state),
          ...deferredOf(deferred),
          diagnostics: diagnosticsOf(diagnostics),
        }),
      ),
  };
}

type EphemeralResources = "validateEphemeral" | "openEphemeral" | "renewEphemeral" | "closeEphemeral";

function ephemeralResources(ask: Ask): Pick<ProviderClient, EphemeralResources> {
  return {
    validateEphemeral: (request, context) =>
      ask(rpcs.validateEphemeral, typeConfig(request), { type: request.type, context }, onlyDiagnostics),
    openEphemeral: (request, context) =>
      ask(
        rpcs.openEphemeral,
        { ...typeConfig(request), clientCapabilities },
        { type: request.type, context },
        (found) => ({
          result: bytesOf(found.result),
          private: found.private,
          renewAt: timeOf(found.renewAt),
          ...deferredOf(found.deferred),
          diagnostics: diagnosticsOf(found.diagnostics),
        }),
      ),
    renewEphemeral: ({ type, private: kept }, context) =>
      ask(
        rpcs.renewEphemeral,
        { typeName: type, ...(kept && { private: kept }) },
        { type, context },
        ({ private: renewed, renewAt, diagnostics }) => ({
          private: renewed,
          renewAt: timeOf(renewAt),
          diagnostics: diagnosticsOf(diagnostics),
        }),
      ),
    closeEphemeral: ({ type, private: kept }, context) =>
      ask(
        rpcs.closeEphemeral,
        { typeName: type, ...(kept && { private: kept }) },
        { type, context },
        onlyDiagnostics,
      ),
  };
}
