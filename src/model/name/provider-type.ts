const prefix = "pulumi:providers:";

/** The type of the resource that configures a package. */
export function providerType(packageName: string): string {
  return `${prefix}${packageName}`;
}

/** The package that a type belongs to: for a provider resource the one that it configures, else the first part. */
export function packageOfType(type: string): string {
  return type.startsWith(prefix) ? type.slice(prefix.length) : type.slice(0, type.indexOf(":"));
}

export function isProviderType(type: string): boolean {
  return type.startsWith(prefix);
}
