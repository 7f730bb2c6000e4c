import {
  containsSecret,
  getProperty,
  isSecret,
  markedAs,
  type Registration,
  type ValueObject,
} from "../../model/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import { accepted } from "./accepted.js";
import { identityOf } from "./configuration-identity.js";
import { checkVersion } from "./check-version.js";
import type { ProviderPool } from "./provider-pool.js";

/**
 * Returns the inputs of a provider resource, with the values marked as secret that its package declares secret. They
 * are recorded and shown like all inputs. Throws if the package rejects the configuration or has a different version.
 */
export async function withSecretSettings<Asked extends { readonly inputs: ValueObject }>(
  registration: Registration,
  asked: Asked,
  pool: ProviderPool,
  call: ProviderCall,
): Promise<Asked> {
  if (registration.kind !== "provider") return asked;
  const loaded = accepted(await pool.packageOf(registration));
  const { type, urn, position, options } = registration;
  checkVersion(loaded, { who: type, version: options.version, resource: urn, position });
  const { config } = accepted(
    await loaded.package.checkConfig(call, { config: asked.inputs, identity: identityOf(urn) }),
  );
  return { ...asked, inputs: marked(asked.inputs, config) };
}

function marked(given: ValueObject, checked: ValueObject): ValueObject {
  const entries = Object.entries(given).map(([setting, value]) => [
    setting,
    containsSecret(getProperty(checked, setting)) && !isSecret(value) ? markedAs("secret", value) : value,
  ]);
  return Object.fromEntries(entries) as ValueObject;
}
