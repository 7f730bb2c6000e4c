import { providerType, type Registration } from "../../model/index.js";

/**
 * Returns the provider resource that configures `packageName` for a resource: its own option, else the nearest
 * ancestor's.
 */
export function providerOf(registration: Registration, packageName: string): Registration | undefined {
  const type = providerType(packageName);
  for (let each: Registration | undefined = registration; each !== undefined; each = each.parent) {
    const { provider, providers } = each.options;
    const found =
      provider?.type === type ? provider : providers?.find((candidate) => candidate.type === type);
    if (found !== undefined) return found as Registration;
  }
  return undefined;
}
