import { defaultHost } from "./default-host.js";

/** The address of a provider, as in `required_providers` and lock files. */
export interface ProviderAddress {
  /** The host of the registry. */
  readonly host: string;
  readonly namespace: string;
  readonly type: string;
}

/** Returns `host/namespace/type`. */
export function addressText({ host, namespace, type }: ProviderAddress): string {
  return `${host}/${namespace}/${type}`;
}

/** Returns the address for display: without the host if it is the default one. */
export function shortAddress(address: ProviderAddress): string {
  const { host, namespace, type } = address;
  return host === defaultHost ? `${namespace}/${type}` : addressText(address);
}

/** Whether a text can be the namespace or the type of a provider, in lower case. */
export function isAddressPart(text: string): boolean {
  return /^(?=.{1,64}$)[\p{Ll}\p{Lo}\p{N}]+(?:[-_][\p{Ll}\p{Lo}\p{N}]+)*$/u.test(text);
}

/** Whether a text, in lower case, can be a host name or an IP address, with or without a port. */
export function isHost(text: string): boolean {
  const [, name = "", port = "443"] = /^(\[[0-9a-f:]+\]|[^:]*)(?::(\d{1,5}))?$/u.exec(text) ?? [];
  return hostName.test(name) && name.length <= 253 && Number(port) > 0 && Number(port) <= 65_535;
}

const hostName =
  /^(?:\[[0-9a-f:]+\]|[\p{Ll}\p{Lo}\p{N}](?:[\p{Ll}\p{Lo}\p{N}-]{0,62})(?:\.[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}-]{0,62})*)$/u;
