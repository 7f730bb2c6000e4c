/** The provider configuration of a resource, as state files name it. */
export interface ProviderReference {
  /** `example.com/acme/cloud`, or only `cloud` in files of Terraform 0.12. */
  readonly source: string;
  /** The last part of the source: `cloud`. */
  readonly type: string;
  /** The alias of the configuration; undefined for the default one. */
  readonly alias: string | undefined;
  /** The module that has the configuration; undefined for the root module. */
  readonly module: string | undefined;
}

/** Parses `provider["example.com/acme/cloud"].eu` or `module.net.provider.cloud`; undefined if it is something else. */
export function providerReference(text: string): ProviderReference | undefined {
  const found = current.exec(text) ?? former.exec(text);
  if (found === null) return undefined;
  const [, module, source = "", alias] = found;
  return { source, type: source.slice(source.lastIndexOf("/") + 1), alias, module };
}

const current = /^(?:(module\..+)\.)?provider\["([^"\s]+)"\](?:\.([\w-]+))?$/;
const former = /^(?:(module\..+)\.)?provider\.([\w-]+)(?:\.([\w-]+))?$/;
