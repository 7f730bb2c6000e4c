import { fileURLToPath } from "node:url";
import { buildProviders, type ProviderName } from "./build-providers.js";

const builds = buildProviders(fileURLToPath(new URL("../../..", import.meta.url)));

/** The program of a provider, built when this module is loaded if it was not before. */
export function providerBinary(name: ProviderName): string | undefined {
  const build = builds[name];
  return build.kind === "built" ? build.file : undefined;
}

/**
 * The reason why tests with real providers are skipped: Go is missing, or modules cannot be downloaded. It is an error
 * instead if COCONUT_REQUIRE_PROVIDERS is set.
 */
export const withoutGo: string | undefined = firstFailure();

function firstFailure(): string | undefined {
  const reason = Object.values(builds).flatMap((build) => (build.kind === "failed" ? [build.reason] : []))[0];
  if (reason !== undefined && process.env["COCONUT_REQUIRE_PROVIDERS"] !== undefined)
    throw new Error(`COCONUT_REQUIRE_PROVIDERS is set, but ${reason}`);
  if (reason !== undefined) process.stderr.write(`Skipping tests with real providers: ${reason}\n`);
  return reason;
}
