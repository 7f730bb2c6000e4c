import { isAddressPart, isHost, type ProviderAddress } from "./address.js";
import { defaultHost } from "./default-host.js";

/** An address in which `*` stands for anything. */
export type AddressPattern = ProviderAddress;

/** Parses a pattern such as `hashicorp/*`. One without a host is for the default host. Undefined if it is not a pattern. */
export function parsePattern(text: string): AddressPattern | undefined {
  const parts = text.trim().toLowerCase().normalize("NFC").split("/");
  if (parts.length > 3) return undefined;
  const [type = "", namespace = "hashicorp", named = defaultHost] = [...parts].reverse();
  const host = named.replace(/:443$/, "");
  const isValid =
    (host === "*" || isHost(host)) &&
    (namespace === "*" || isAddressPart(namespace)) &&
    (type === "*" || isAddressPart(type));
  // A part after a wildcard is a wildcard as well.
  const isOrdered = (host !== "*" || namespace === "*") && (namespace !== "*" || type === "*");
  return isValid && isOrdered ? { host, namespace, type } : undefined;
}

/** Whether an address is among those that `include` has, or `include` is absent, and not among those that `exclude` has. */
export function isInScope(
  address: ProviderAddress,
  {
    include,
    exclude = [],
  }: { readonly include?: readonly AddressPattern[]; readonly exclude?: readonly AddressPattern[] },
): boolean {
  const matches = (pattern: AddressPattern) =>
    (["host", "namespace", "type"] as const).every(
      (part) => pattern[part] === "*" || pattern[part] === address[part],
    );
  return !exclude.some(matches) && (include === undefined || include.some(matches));
}
