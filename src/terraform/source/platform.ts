/** Returns the name of a platform in packages of providers, such as `linux_amd64`, by the names that Node has for it. */
export function platformName({
  platform,
  arch,
}: {
  readonly platform: string;
  readonly arch: string;
}): string {
  return `${systems[platform] ?? platform}_${processors[arch] ?? arch}`;
}

/** Whether a text has the form of a platform's name. */
export function isPlatformName(text: string): boolean {
  return /^[a-z0-9]+_[a-z0-9]+$/.test(text);
}

const systems: Readonly<Record<string, string>> = { win32: "windows", sunos: "solaris" };
const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
