import { hash } from "node:crypto";
import { parseUrn, printEnvironment, printUrn, providerType, type PackageRecord } from "../../model/index.js";
import type { ConfigurationIdentity } from "../../provider/contract/index.js";
import type { StackConfig } from "./default-configuration.js";

/** Returns the identity of a provider resource's configuration. */
export function identityOf(urn: string): ConfigurationIdentity {
  const { name, project, stack } = parseUrn(urn, { names: "foreign" });
  return { urn, name, id: uuidOf(urn), project, stack };
}

/** Returns the URN that represents the configuration of a package by the stack configuration. */
export function defaultProviderUrn(
  { name, version }: Pick<PackageRecord, "name" | "version">,
  { project, stack, namespace }: Pick<StackConfig, "project" | "stack" | "namespace">,
): string {
  const environment = printEnvironment({ name: stack, ...(namespace !== undefined && { namespace }) });
  const ownName = `default_${version.replaceAll(/\W/g, "_")}`;
  return printUrn({ stack: environment, project, types: [providerType(name)], name: ownName });
}

/** Returns a version 8 UUID, whose bits are application-defined. */
function uuidOf(text: string): string {
  const digits = hash("sha256", text);
  const variant = "89ab"[Number.parseInt(digits[16]!, 16) % 4]!;
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`];
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join("-");
}
