import type { ObjectRow, ResourceRow, Snapshot, Stored, ValueObject } from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { accepted } from "./accepted.js";
import { defaultConfiguration, type ConfigurationSource, type StackConfig } from "./default-configuration.js";
import type { ProviderPool } from "./provider-pool.js";
import { withSecretOutputs } from "./secret-outputs.js";

/** The ports for calling the provider of a recorded object. */
export interface RecordedProviderPorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly call: (urn: string) => ProviderCall;
  /** Returns the program's configuration of a provider resource, if the program still declares it. */
  readonly configuration: (urn: string) => Promise<ValueObject | undefined>;
  readonly settings: StackConfig;
}

/** Returns the provider recorded in state, with the program's configuration for it, else the recorded one. */
export async function recordedProvider(
  row: ResourceRow,
  object: ObjectRow,
  ports: Omit<RecordedProviderPorts, "snapshot">,
): Promise<ConfiguredProvider> {
  if (object.package === undefined)
    throw new Error(`This is a bug in Coconut: no package manages ${row.urn}, but it was read.`);
  const call = ports.call(row.urn);
  const loaded = accepted(await ports.pool.packageRecorded(object.package));
  const configured = async (source: ConfigurationSource) => {
    const { provider } = accepted(await ports.pool.configured(call, loaded, source));
    return withSecretOutputs(provider, row.options.additionalSecretOutputs);
  };
  if (object.provider === undefined) return configured(defaultConfiguration(object.package, ports.settings));
  const urn = ports.state.urnOf(object.provider);
  const current = await ports.configuration(urn);
  if (current !== undefined) return configured({ key: urn, urn, config: current });
  const recorded = ports.state.currentOf(object.provider)?.stored.inputs ?? {};
  return configured({ key: `${urn} as recorded`, urn, config: recorded });
}

/** Returns the recorded object, upgraded to the installed version of its package. */
export async function upgradedObject(
  row: ResourceRow,
  object: ObjectRow,
  { pool, call }: Pick<RecordedProviderPorts, "pool" | "call">,
): Promise<ObjectRow> {
  if (object.package === undefined)
    throw new Error(`This is a bug in Coconut: no package manages ${row.urn}, but it was read.`);
  const loaded = accepted(await pool.packageRecorded(object.package));
  const upgrade = async (stored: Stored) => accepted(await loaded.package.upgrade(call(row.urn), stored));
  const stored = await upgrade(object.stored);
  const { outputs: baseline } = await upgrade({ ...object.stored, outputs: object.baseline });
  return { ...object, stored, baseline };
}
