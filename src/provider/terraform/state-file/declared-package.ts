import { parseProviderSource, shortAddress } from "../../../terraform/source/index.js";
import type { ProviderReference } from "../../../terraform/tfstate/index.js";

/**
 * Returns the package that manages the objects of a provider in a state file: the entry of coconut.json with its source,
 * otherwise the entry with its name that is the path of a program. A source without a host matches every host, because Terraform
 * and OpenTofu have different default hosts for the same providers.
 */
export function declaredPackage(
  provider: ProviderReference,
  named: ReadonlyMap<string, string>,
): string | undefined {
  const entries = [...named].map(([name, text]) => ({ name, source: sourceOf(text) }));
  const exact = entries.find(({ source }) => source === provider.source);
  const wanted = `/${provider.source}`;
  const loose = entries.find(({ source }) => source !== undefined && wanted.endsWith(`/${source}`));
  const path = entries.find(({ name, source }) => source === undefined && name === undeclaredName(provider));
  const ofType = entries.find(
    ({ name }) => !provider.source.includes("/") && name === undeclaredName(provider),
  );
  return (exact ?? loose ?? path ?? ofType)?.name;
}

/** The name of the package of a provider that is not declared. */
export function undeclaredName({ type }: ProviderReference): string {
  return `tf_${type.replaceAll("-", "_")}`;
}

/** Returns the argument of `coco provider add` for a provider: without the host if that is a default one. */
export function addArgument({ source }: ProviderReference): string {
  return source.replace(/^registry\.(?:terraform|opentofu)\.[a-z]+\//, "");
}

/** Returns the source of an entry without its constraint; undefined for the path of a program, or an entry that is malformed. */
function sourceOf(text: string): string | undefined {
  const parsed = parseProviderSource(text);
  if (parsed.kind === "fault") return undefined;
  return shortAddress(parsed.address);
}
