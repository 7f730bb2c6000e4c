import { isKnown, type Diagnostic } from "../../model/index.js";
import type {
  ConfiguredProvider,
  ConfigureRequest,
  ProviderCall,
  ProviderPackage,
  Rejected,
} from "../contract/index.js";
import type { Provider } from "../provider.js";
import { noSuchFunction } from "./answer-call.js";
import { constructorFor } from "./construct-component.js";
import { decodeFields } from "./field/decode-fields.js";
import { problem } from "./diagnostics.js";
import { settingProblems } from "./field/field-problems.js";
import { about, hookFailed, type Connection } from "./hook/hook-runner.js";
import { nearestName } from "../../std/nearest-name.js";
import { toPlainFields } from "./field/plain.js";
import { maskFor } from "./hook/secret-texts.js";
import { isEquivalentField } from "./planning/input-changes.js";
import { TypedProvider, type Definitions } from "./typed-provider.js";
import { schemaVersion, upgradeStored } from "./upgrade-stored.js";

export interface TypedPackageOptions<Client> {
  /** The client for hooks. If set, `connect` is not called. */
  readonly client?: Client;
}

/** Returns the package of a provider. */
export function typedPackage<Config, Client>(
  provider: Provider<Config, Client>,
  options: TypedPackageOptions<Client> = {},
): ProviderPackage {
  const { package: name, version, callsAtOnce, resources } = provider;
  return {
    name,
    version,
    callsAtOnce,
    implements: (type) => resources.has(type),
    globalId: (type) => resources.get(type)?.globalId,
    configFields: Object.keys(provider.config),
    replaceFields: (type) => resources.get(type)?.replaceOn ?? [],
    hasUniqueIds: (type) => resources.get(type)?.uniqueIds !== false && resources.has(type),
    isEquivalent({ type, field, before, after }) {
      const defined = resources.get(type);
      return defined !== undefined && isEquivalentField(defined, field, before, after);
    },
    isEphemeral: (token) => provider.functions.get(token)?.ephemeral === true,
    constructorOf(type) {
      const defined = provider.components.get(type);
      return defined === undefined
        ? noSuchType({}, { name, version, types: provider.components }, type, "component type")
        : constructorFor(defined, `${name} ${version}`);
    },
    schemaVersion(type) {
      const defined = resources.get(type);
      return defined && schemaVersion(defined);
    },
    async upgrade(call, stored) {
      const defined = resources.get(stored.type);
      return defined === undefined
        ? noSuchType(call, { name, version, types: resources }, stored.type)
        : upgradeStored(call, defined, stored);
    },
    async checkConfig(call, { config }) {
      const { values, issues } = decodeFields(`the provider ${name}`, provider.config, config);
      const diagnostics = settingProblems(call, name, provider.config, config, issues);
      return diagnostics.length > 0 ? { kind: "rejected", diagnostics } : { config: values, replaces: false };
    },
    configure: (call, request) => configure(call, provider, options, request),
  };
}

/** Creates the client, once per configuration. There is no client while the configuration contains unknowns. */
async function configure(
  call: ProviderCall,
  provider: Provider<never, unknown>,
  options: TypedPackageOptions<unknown>,
  { config, identity }: ConfigureRequest,
): Promise<ConfiguredProvider | Rejected> {
  const { package: name, version } = provider;
  const packageText = `${name} ${version}`;
  const definitions: Definitions = {
    resource: (call, type) =>
      provider.resources.get(type) ?? noSuchType(call, { name, version, types: provider.resources }, type),
    isComponent: (type) => provider.components.has(type),
    function: (token) =>
      provider.functions.get(token) ?? noSuchFunction(packageText, token, [...provider.functions.keys()]),
  };
  const connected = (connection: Pick<Connection, "client" | "ready">, close = async () => {}) =>
    new TypedProvider({ packageText, config, ...connection }, definitions, close);
  if (!isKnown(config)) return connected({ client: undefined, ready: false });
  if (Object.hasOwn(options, "client")) return connected({ client: options.client, ready: true });
  try {
    const client = await provider.connect(toPlainFields(config) as never, identity);
    return connected({ client, ready: true }, async () => provider.disconnect?.(client));
  } catch (error) {
    const thrown = { error, mask: maskFor(config) };
    const place = { type: `the provider ${name}`, hook: "connect" };
    return { kind: "rejected", diagnostics: [hookFailed(place, packageText, thrown, call)] };
  }
}

interface Defining {
  readonly name: string;
  readonly version: string;
  readonly types: ReadonlyMap<string, unknown>;
}

function noSuchType(
  call: Pick<ProviderCall, "urn">,
  { name, version, types: defined }: Defining,
  type: string,
  what = "resource type",
): Rejected {
  const types = [...defined.keys()];
  const nearest = nearestName(type, types);
  const diagnostic: Diagnostic = problem("provider/no-such-type", {
    detail: `Package ${name} ${version} does not define the ${what} ${type}.`,
    hint:
      nearest === undefined
        ? `Check the type and the version of the package. It defines: ${types.join(", ") || "nothing"}`
        : `Did you mean ${nearest}? If not, another version of the package may define it.`,
    ...about(call),
  });
  return { kind: "rejected", diagnostics: [diagnostic] };
}
