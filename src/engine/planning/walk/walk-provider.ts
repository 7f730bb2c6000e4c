import { DiagnosticError, type Registration, type ValueObject } from "../../../model/index.js";
import type { LoadedPackage, Rejected } from "../../../provider/contract/index.js";
import type { AtOnce } from "../../../std/index.js";
import { accepted } from "../../providers/accepted.js";
import { checkVersion } from "../../providers/check-version.js";
import { providerOf } from "../../facts/provider-of.js";
import { byDefault, defaultConfiguration } from "../../providers/default-configuration.js";
import type { PooledProvider } from "../../providers/provider-pool.js";
import { withSecretOutputs } from "../../providers/secret-outputs.js";
import type { WalkContext } from "./walk-context.js";
import type { WalkedResource } from "../../facts/walked.js";

export interface ProviderUse {
  readonly pooled: PooledProvider;
  readonly use: Pick<WalkedResource, "provider" | "providedBy">;
}

/** Returns the provider of a declared resource, configured as far as the configuration is known. */
export function walkProvider(registration: Registration, context: WalkContext): AtOnce<ProviderUse> {
  const found = context.ports.pool.packageOf(registration);
  return found instanceof Promise
    ? foundProvider(registration, context, found)
    : configuredProvider(registration, context, found);
}

async function foundProvider(
  registration: Registration,
  context: WalkContext,
  found: Promise<LoadedPackage | Rejected>,
): Promise<ProviderUse> {
  return configuredProvider(registration, context, accepted(await context.busy(() => found)));
}

function configuredProvider(
  registration: Registration,
  context: WalkContext,
  loaded: LoadedPackage,
): AtOnce<ProviderUse> {
  const { type, urn, position, options } = registration;
  if (options.version !== undefined)
    checkVersion(loaded, { who: type, version: options.version, resource: urn, position });
  const providedBy = providerOf(registration, loaded.record.name);
  if (loaded.choosesVersions && options.version === undefined && providedBy?.options.version !== undefined)
    return providersVersion(registration, providedBy, context);
  const ready = context.ports.pool.ready(loaded, providedBy?.urn ?? byDefault);
  if (ready !== undefined) return useOf(registration, ready, providedBy);
  return configure(registration, loaded, providedBy, context).then((configured) =>
    useOf(registration, configured, providedBy),
  );
}

/** A resource without a requested version uses that of the provider resource that configures it. */
async function providersVersion(
  registration: Registration,
  providedBy: Registration,
  context: WalkContext,
): Promise<ProviderUse> {
  const found = context.ports.pool.packageOf(registration, providedBy.options.version);
  const loaded = accepted(found instanceof Promise ? await context.busy(() => found) : found);
  return useOf(registration, await configure(registration, loaded, providedBy, context), providedBy);
}

function useOf(
  registration: Registration,
  configured: PooledProvider,
  providedBy: Registration | undefined,
): ProviderUse {
  const provider = withSecretOutputs(configured.provider, registration.options.additionalSecretOutputs);
  const pooled = provider === configured.provider ? configured : { ...configured, provider };
  return { pooled, use: { provider: pooled, providedBy } };
}

async function configure(
  { urn }: Registration,
  loaded: LoadedPackage,
  providedBy: Registration | undefined,
  context: WalkContext,
): Promise<PooledProvider> {
  const { pool, call, program } = context.ports;
  const source =
    providedBy === undefined
      ? defaultConfiguration(loaded.record, program.recorder.settings)
      : { key: providedBy.urn, urn: providedBy.urn, config: await configuration(providedBy, context) };
  return accepted(await context.busy(() => pool.configured(call(urn), loaded, source)));
}

async function configuration(providedBy: Registration, context: WalkContext): Promise<ValueObject> {
  const walked = await context.walk(providedBy);
  if (walked.ok) return walked.inputs;
  const [first, ...rest] = walked.answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}
