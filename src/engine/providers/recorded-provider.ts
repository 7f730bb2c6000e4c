import {
  containsEphemeral,
  DiagnosticError,
  getProperty,
  type Diagnostic,
  type ObjectRow,
  type ResourceRow,
  type Snapshot,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
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
  /** Like `configuration`, evaluated against state alone: for configuration values that are ephemeral, so not in state. */
  readonly settingsNow: (urn: string, state: SnapshotIndex) => Promise<ValueObject | undefined>;
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
  const config = containsEphemeral(recorded) ? await withEphemeral(row, urn, recorded, ports) : recorded;
  return configured({ key: `${urn} as recorded`, urn, config });
}

/** A recorded configuration with the settings that were ephemeral as the program gives them now. */
async function withEphemeral(
  row: ResourceRow,
  urn: string,
  recorded: ValueObject,
  { settingsNow, state }: Pick<RecordedProviderPorts, "settingsNow" | "state">,
): Promise<ValueObject> {
  const names = Object.keys(recorded).filter((name) => containsEphemeral(recorded[name]));
  const now = (await settingsNow(urn, state)) ?? {};
  const missing = names.filter((name) => (getProperty(now, name) ?? null) === null);
  if (missing.length > 0) throw new DiagnosticError(settingNotRecorded(row, urn, missing));
  return { ...recorded, ...Object.fromEntries(names.map((name) => [name, now[name]])) };
}

function settingNotRecorded(row: ResourceRow, provider: string, names: readonly string[]): Diagnostic {
  const settings = names.map((name) => JSON.stringify(name)).join(", ");
  return problem("engine/setting-not-recorded", {
    detail: `${row.type} ${JSON.stringify(row.name)} is managed with the provider ${provider}. Its setting ${settings} was ephemeral, so its value is not in state, and the program does not set it.`,
    hint: `Put the provider back into the program with ${names.join(", ")}, apply, and then remove it. To drop the resource from state without deleting its object:\n    coco state rm ${shellWord(row.urn)}`,
    resource: row.urn,
    path: names[0]!,
  });
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
