import { DiagnosticError, type Registration, type ValueObject } from "../../../model/index.js";
import { accepted } from "../../providers/accepted.js";
import { checkVersion } from "../../providers/check-version.js";
import { providerOf } from "../../providers/provider-of.js";
import { defaultConfiguration, type PooledProvider } from "../../providers/provider-pool.js";
import { withSecretOutputs } from "../../providers/secret-outputs.js";
import type { WalkContext } from "./walk-context.js";
import type { WalkedResource } from "./walked.js";

export interface ProviderUse {
  readonly pooled: PooledProvider;
  readonly use: Pick<WalkedResource, "provider" | "providedBy">;
}

/** The provider that manages a resource of the program, configured as far as that is known. */
export async function walkProvider(registration: Registration, context: WalkContext): Promise<ProviderUse> {
  const { pool, call, program } = context.ports;
  const loaded = accepted(await context.busy(() => pool.packageOf(registration)));
  const { type, urn, position } = registration;
  checkVersion(loaded, { who: type, version: registration.options.version, resource: urn, position });
  const providedBy = providerOf(registration, loaded.record.name);
  const config = program.recorder.settings.config ?? {};
  const source =
    providedBy === undefined
      ? defaultConfiguration(loaded.record.name, config)
      : { key: providedBy.urn, config: await configuration(providedBy, context) };
  const configured = accepted(
    await context.busy(() => pool.configured(call(registration.urn), loaded, source)),
  );
  const provider = withSecretOutputs(configured.provider, registration.options.additionalSecretOutputs);
  const pooled = provider === configured.provider ? configured : { ...configured, provider };
  return { pooled, use: { provider: pooled, providedBy } };
}

async function configuration(providedBy: Registration, context: WalkContext): Promise<ValueObject> {
  const walked = await context.walk(providedBy);
  if (walked.ok) return walked.inputs;
  const [first, ...rest] = walked.answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}
