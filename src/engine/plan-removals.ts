import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type ObjectRow,
  type Reason,
  type Registration,
  type ResourceRow,
  type Snapshot,
  type ValueObject,
} from "../model/index.js";
import type { ConfiguredProvider, ProviderCall } from "../provider/contract/index.js";
import type { SnapshotIndex } from "../state/index.js";
import type { Limiter } from "../std/limiter.js";
import { accepted } from "./accepted.js";
import { problem } from "./diagnostics.js";
import { defaultConfiguration, type ProviderPool } from "./provider-pool.js";

/** An object that the program does not ask for any more, and what becomes of it. */
export interface WalkedRemoval {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
  readonly by: "delete" | "forget" | "keep";
  readonly reason: Reason;
  /** Absent for what leaves without a call. */
  readonly provider: ConfiguredProvider | undefined;
}

export interface RemovalPorts {
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly limiter: Limiter;
  readonly call: (urn: string) => ProviderCall;
  /** The configuration that the program has for a provider resource, if it still has it. */
  readonly configuration: (urn: string) => Promise<ValueObject | undefined>;
  readonly config: ValueObject;
  readonly refresh: boolean;
  /** The resources of the program, by URN. */
  readonly wanted: ReadonlyMap<string, Registration>;
  /** Resources that must not be touched; nor may anything be removed that they need. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Says why a callback that may have made this resource did not run; undefined if all of them ran. */
  readonly notRun: (row: ResourceRow) => Reason | undefined;
}

export type RecordedProviderPorts = Pick<
  RemovalPorts,
  "snapshot" | "state" | "pool" | "call" | "configuration" | "config"
>;

/** Decides over everything in state that the program does not ask for, and over what replacements left behind. */
export async function planRemovals(
  ports: RemovalPorts,
): Promise<{ removals: readonly WalkedRemoval[]; diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const unwanted = [...ports.snapshot.objects.values()].flatMap((object) => {
    const row = ports.snapshot.resources.get(object.rid)!;
    const isUnwanted = object.status === "doomed" || !ports.wanted.has(row.urn);
    return isUnwanted && !isHeld(row, ports) ? [{ row, object }] : [];
  });
  const removals = await Promise.all(
    unwanted.map(async ({ row, object }) => {
      try {
        return [await planRemoval(row, object, ports)];
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        diagnostics.push(...error.diagnostics);
        return [];
      }
    }),
  );
  return { removals: removals.flat(), diagnostics };
}

async function planRemoval(row: ResourceRow, object: ObjectRow, ports: RemovalPorts): Promise<WalkedRemoval> {
  const gone: Reason = { kind: "not-in-program" };
  const notRun = object.status === "doomed" ? undefined : ports.notRun(row);
  if (notRun !== undefined) return { row, object, by: "keep", reason: notRun, provider: undefined };
  const isManaged = row.kind === "custom" && object.status !== "owed";
  if (!isManaged || row.options.retainOnDelete || isDeletedWithAnother(row, ports)) {
    return { row, object, by: "forget", reason: gone, provider: undefined };
  }
  const provider = await recordedProvider(row, object, ports);
  if (!provider.ready || !ports.refresh) return { row, object, by: "delete", reason: gone, provider };
  const found = accepted(
    await ports.limiter.run(() => provider.read(ports.call(row.urn), { prior: object.stored })),
  );
  if (found.kind === "found") return { row, object, by: "delete", reason: gone, provider };
  return { row, object, by: "forget", reason: { kind: "no-longer-present" }, provider };
}

function isHeld({ rid, urn }: ResourceRow, { held, state }: RemovalPorts): boolean {
  return held.has(urn) || state.dependents(rid).some((dependent) => held.has(state.urnOf(dependent.rid)));
}

/** Its object goes when that of the other one goes. */
function isDeletedWithAnother({ options: { deletedWith } }: ResourceRow, ports: RemovalPorts): boolean {
  return deletedWith !== undefined && !ports.wanted.has(ports.state.urnOf(deletedWith));
}

/** The provider that state names, with the configuration the program has for it, else the recorded one. */
export async function recordedProvider(
  row: ResourceRow,
  object: ObjectRow,
  ports: RecordedProviderPorts,
): Promise<ConfiguredProvider> {
  if (object.package === undefined) throw new DiagnosticError(noPackage(row));
  const call = ports.call(row.urn);
  const loaded = accepted(await ports.pool.packageRecorded(object.package));
  if (object.provider === undefined) {
    const source = defaultConfiguration(object.package.name, ports.config);
    return accepted(await ports.pool.configured(call, loaded, source)).provider;
  }
  const urn = ports.state.urnOf(object.provider);
  const recorded = ports.state.currentOf(object.provider)?.stored.inputs ?? {};
  const config = (await ports.configuration(urn)) ?? recorded;
  return accepted(await ports.pool.configured(call, loaded, { key: urn, config })).provider;
}

function noPackage({ urn }: ResourceRow): Diagnostic {
  return problem("engine/no-package", {
    detail: `The record of this resource names no package, so nothing can be asked to delete it.`,
    hint: "Restore the state from before it was changed by hand.",
    resource: urn,
  });
}
