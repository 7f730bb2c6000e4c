import type { LoadedPackage, PackageHost, ProviderPackage, Rejected } from "../contract/index.js";

/** Returns a host whose packages are each wrapped once by `wrap`. Calls `found` for every package that the host finds. */
export function decoratedHost(
  host: PackageHost,
  wrap: (loaded: LoadedPackage) => ProviderPackage,
  found: (loaded: LoadedPackage) => void = () => {},
): PackageHost {
  const known = new Map<LoadedPackage, LoadedPackage>();
  const wrapped = (answer: LoadedPackage | Rejected): LoadedPackage | Rejected => {
    if (answer.kind === "rejected") return answer;
    found(answer);
    const own = known.get(answer) ?? { ...answer, package: wrap(answer) };
    known.set(answer, own);
    return own;
  };
  return {
    forResource: async (registration, version) => wrapped(await host.forResource(registration, version)),
    forFunction: async (name, version) => wrapped(await host.forFunction(name, version)),
    forRecord: async (record) => wrapped(await host.forRecord(record)),
    ...(host.readStateFile && {
      readStateFile: (...file: Parameters<NonNullable<PackageHost["readStateFile"]>>) =>
        host.readStateFile!(...file),
    }),
    close: async () => host.close?.(),
  };
}
