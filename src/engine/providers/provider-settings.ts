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
 * What a provider resource is asked to configure, with the settings that its package calls secret marked as such:
 * they are recorded and shown like everything that a program asks for. Settings that the package refuses are thrown,
 * and that it is there in another version.
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
