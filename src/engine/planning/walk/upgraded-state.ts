import type { Registration, Stored } from "../../../model/index.js";
import type { LoadedPackage } from "../../../provider/contract/index.js";
import type { AtOnce } from "../../../std/index.js";
import { accepted } from "../../providers/accepted.js";
import type { PooledProvider } from "../../providers/provider-pool.js";
import { sealOutputs, sealStored } from "../../providers/secret-outputs.js";
import type { WalkContext } from "./walk-context.js";
import { type PriorState, priorState } from "../../facts/prior-state.js";

/** Returns the prior state of a resource, upgraded to the version of the package that manages it now. */
export function upgradedState(
  registration: Registration,
  { loaded }: PooledProvider,
  context: WalkContext,
): AtOnce<PriorState | undefined> {
  const prior = priorState(registration, context.ports.state);
  const isOwn =
    prior !== undefined &&
    prior.object.package?.name === loaded.record.name &&
    prior.stored.type === registration.type;
  if (!isOwn) return prior;
  const { additionalSecretOutputs: names } = registration.options;
  const isCurrent = loaded.package.schemaVersion?.(registration.type) === prior.stored.schemaVersion;
  if (isCurrent) return sealed(prior, names);
  return upgraded(registration, prior, loaded, context).then((current) => sealed(current, names));
}

async function upgraded(
  registration: Registration,
  prior: PriorState,
  loaded: LoadedPackage,
  { ask }: WalkContext,
): Promise<PriorState> {
  const upgrade = (stored: Stored) => ask(registration.urn, (call) => loaded.package.upgrade(call, stored));
  const stored = accepted(await upgrade(prior.stored));
  const { outputs: baseline } = accepted(await upgrade({ ...prior.stored, outputs: prior.baseline }));
  return { ...prior, stored, baseline };
}

function sealed(prior: PriorState, names: readonly string[] = []): PriorState {
  if (names.length === 0) return prior;
  const { stored, baseline } = prior;
  return { ...prior, stored: sealStored(stored, names), baseline: sealOutputs(baseline, names) };
}
