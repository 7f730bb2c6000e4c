import { DiagnosticError, type Diagnostic } from "../model/index.js";
import {
  checkComponent,
  checkFunction,
  checkProvider,
  checkResource,
  checkToken,
  type UncheckedDefinition,
} from "./check-definition.js";
import { CallSite } from "../sdk/internal.js";
import type { DecodedKeys, Fields, Present } from "./fields.js";
import type { ConfigurationIdentity } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import { componentClass, type DefinedComponent } from "./provider-component.js";
import { brandProvider } from "./provider-brand.js";
import { providerFunction, type DefinedFunction } from "./provider-function.js";
import { resourceClass, type DefinedResource } from "./resource-type.js";

/**
 * Defines a provider: the resource types, component types and functions of one package. The types of hooks, arguments and
 * resources are inferred from the schemas of the fields.
 *
 * ```ts
 * export const disk = defineProvider({
 *   package: "disk",
 *   version: "1.2.0",
 *   config: { root: v.optional(v.string(), ".") },
 *   connect: (config) => new Disk(config.root),
 * });
 *
 * export const File = disk.resource("fs:File", {
 *   inputs: { path: v.string(), content: v.string() },
 *   outputs: { size: v.number() },
 *   replaceOn: ["path"],
 *   create: async ({ client, inputs }) => ({ id: inputs.path, outputs: await client.write(inputs) }),
 *   read: async ({ client, id }) => client.stat(id),
 *   update: async ({ client, inputs }) => client.write(inputs),
 *   delete: async ({ client, id }) => client.remove(id),
 * });
 * ```
 */
export function defineProvider<Config extends Fields = {}, Client = undefined>(definition: {
  /** The name of the package: the first part of every type that it defines. */
  readonly package: string;
  /** The version, with major, minor and patch. State records it with every resource. */
  readonly version: string;
  /** The schemas of the configuration values. */
  readonly config?: Config;
  /** Maximum number of concurrent hooks of one configuration. Default: no limit of its own. */
  readonly callsAtOnce?: number;
  /** Creates the client for hooks, once per configuration. */
  readonly connect?: (
    config: { readonly [Field in keyof DecodedKeys<Config>]: Present<Config[Field]> },
    identity: ConfigurationIdentity,
  ) => Client | PromiseLike<Client>;
  /** Releases the client at the end of the command: closes sockets, stops processes. */
  readonly disconnect?: (client: Client) => void | PromiseLike<void>;
}): Provider<{ readonly [Field in keyof DecodedKeys<Config>]: Present<Config[Field]> }, Client> {
  refuse(checkProvider(definition));
  const provider = makeProvider(definition as ProviderDefinition);
  brandProvider(provider, new CallSite(defineProvider));
  return provider as object as never;
}

interface ProviderDefinition {
  readonly package: string;
  readonly version: string;
  readonly config?: Fields;
  readonly callsAtOnce?: number;
  readonly connect?: (config: unknown, identity: ConfigurationIdentity) => unknown;
  readonly disconnect?: (client: unknown) => void | PromiseLike<void>;
}

function makeProvider(definition: ProviderDefinition): Provider<unknown, unknown> {
  const {
    package: name,
    version,
    config = {},
    callsAtOnce,
    connect = () => undefined,
    disconnect,
  } = definition;
  const resources = new Map<string, DefinedResource>();
  const components = new Map<string, DefinedComponent>();
  const functions = new Map<string, DefinedFunction>();
  const types = () => new Map<string, unknown>([...resources, ...components]);
  const provider: Provider<unknown, unknown> = {
    package: name,
    version,
    config,
    callsAtOnce,
    connect,
    ...(disconnect && { disconnect }),
    resources,
    components,
    functions,
    resource(token, definition) {
      refuse(checkToken(name, token, types()));
      const type = `${name}:${token}`;
      refuse(checkResource(type, definition as object as UncheckedDefinition));
      const defined = { ...definition, type, provider } as object as DefinedResource;
      resources.set(type, defined);
      return resourceClass(defined) as never;
    },
    component(token, definition) {
      refuse(checkToken(name, token, types()));
      const type = `${name}:${token}`;
      refuse(checkComponent(type, definition as object as UncheckedDefinition));
      const defined = { ...definition, type, provider } as object as DefinedComponent;
      components.set(type, defined);
      return componentClass(defined) as never;
    },
    function(token, definition) {
      refuse(checkToken(name, token, functions));
      const type = `${name}:${token}`;
      refuse(checkFunction(type, definition as object as UncheckedDefinition));
      const defined = { ...definition, token: type, provider } as object as DefinedFunction;
      functions.set(type, defined);
      return providerFunction(defined);
    },
  };
  return provider;
}

function refuse([first, ...rest]: readonly Diagnostic[]): void {
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}
