import { JSON } from "../../std/plain-json.js";
import { isAddressPart, isHost, type ProviderAddress } from "./address.js";
import { parseConstraint, type VersionConstraint } from "./constraint.js";
import { defaultHost } from "./default-host.js";

/** Where a provider comes from, and which versions of it are allowed. */
export interface ProviderSource {
  readonly address: ProviderAddress;
  readonly constraint?: VersionConstraint;
}

export type ProviderSourceResult =
  | ({ readonly kind: "source" } & ProviderSource)
  /** One or two sentences. */
  | { readonly kind: "fault"; readonly message: string };

/** Parses `[host/]namespace/type[@constraint]`. A type alone, such as `random`, is in the namespace `hashicorp`. */
export function parseProviderSource(text: string): ProviderSourceResult {
  const at = text.indexOf("@");
  const address = parseAddress((at < 0 ? text : text.slice(0, at)).trim());
  if (address.kind === "fault") return address;
  if (at < 0) return { kind: "source", address: address.address };
  const constraint = parseConstraint(text.slice(at + 1));
  if (constraint.kind === "fault") return constraint;
  return { kind: "source", address: address.address, constraint: constraint.constraint };
}

export type AddressResult =
  | { readonly kind: "address"; readonly address: ProviderAddress }
  | { readonly kind: "fault"; readonly message: string };

/** Parses `[host/]namespace/type`. */
export function parseAddress(text: string): AddressResult {
  const fault = shapeFault(text);
  if (fault !== undefined) return { kind: "fault", message: fault };
  const parts = text.toLowerCase().normalize("NFC").split("/");
  const [first = ""] = parts;
  const hasHost = parts.length > 1 && (first === "localhost" || /[.:[]/.test(first));
  if (parts.length === 4 || (parts.length === 3 && !hasHost))
    return { kind: "fault", message: tooManyParts(text, hasHost) };
  if (parts.length > 4)
    return { kind: "fault", message: `${JSON.stringify(text)} has ${parts.length} parts. ${shape}` };
  if (hasHost && parts.length === 2)
    return {
      kind: "fault",
      message: `${JSON.stringify(text)} names a host and only one more part. ${shape}`,
    };
  const [type = "", namespace = "hashicorp", named = defaultHost] = [...parts].reverse();
  const host = named.replace(/:443$/, "");
  const wrong = !isHost(host)
    ? `${JSON.stringify(host)} is not a host.`
    : (partFault("namespace", namespace) ?? typeFault(type));
  if (wrong !== undefined) return { kind: "fault", message: wrong };
  return { kind: "address", address: { host, namespace, type } };
}

const shape = 'Write the provider as "namespace/type" or "host/namespace/type", such as "hashicorp/random".';

function shapeFault(text: string): string | undefined {
  const shown = JSON.stringify(text.slice(0, 200));
  if (text === "") return `The address of the provider is empty. ${shape}`;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[0];
  if (scheme !== undefined)
    return `${shown} is a URL, not the address of a provider. Write it without ${JSON.stringify(scheme)}, as "host/namespace/type".`;
  if (/\s/.test(text))
    return `${shown} contains a space. ${/[<>=~!]|\d/.test(text) ? 'Put "@" before the version: "hashicorp/random@~> 3.6".' : shape}`;
  if (text.includes("\\")) return `${shown} contains a backslash. ${shape}`;
  return undefined;
}

function tooManyParts(text: string, hasHost: boolean): string {
  const shown = JSON.stringify(text);
  if (text.split("/").length === 4)
    return `${shown} has four parts, so it is the address of a module. ${shape}`;
  return hasHost
    ? `${shown} has too many parts. ${shape}`
    : `The first of the three parts of ${shown} is not a host: a host has a period or a port. Three parts without a host are the address of a module. ${shape}`;
}

function partFault(part: "namespace" | "type", text: string): string | undefined {
  if (text === "") return `The ${part} of the provider is empty. ${shape}`;
  if (isAddressPart(text)) return undefined;
  return `${JSON.stringify(text)} is not a valid ${part}: it consists of letters and digits, with single hyphens or underscores between them.`;
}

function typeFault(type: string): string | undefined {
  const name = /^terraform-provider-(.+)$/.exec(type)?.[1];
  if (name !== undefined)
    return `${JSON.stringify(type)} is the name of a program or a repository. The type of the provider is ${JSON.stringify(name)}.`;
  return partFault("type", type);
}
