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
