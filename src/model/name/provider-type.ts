const prefix = "pulumi:providers:";

/** Returns the type of the provider resource of a package. */
export function providerType(packageName: string): string {
  return `${prefix}${packageName}`;
}

/** Returns the package of a type: for a provider resource the package that it configures, otherwise the first part. */
export function packageOfType(type: string): string {
  return type.startsWith(prefix) ? type.slice(prefix.length) : type.slice(0, type.indexOf(":"));
}

export function isProviderType(type: string): boolean {
  return type.startsWith(prefix);
}
