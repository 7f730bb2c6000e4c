import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  Rejected,
} from "../../src/provider/contract/index.js";

/** The same packages, with members of each configured provider replaced, as a protocol of another ecosystem would. */
export function wrappedHost(
  host: PackageHost,
  members: (provider: ConfiguredProvider) => Partial<ConfiguredProvider>,
): PackageHost {
  const known = new Map<LoadedPackage, LoadedPackage>();
  const wrapped = (found: LoadedPackage | Rejected): LoadedPackage | Rejected => {
    if (found.kind === "rejected") return found;
    const own = known.get(found) ?? { ...found, package: wrappedPackage(found.package, members) };
    known.set(found, own);
    return own;
  };
  return {
    forResource: async (registration) => wrapped(await host.forResource(registration)),
    forFunction: async (name) => wrapped(await host.forFunction(name)),
    forRecord: async (record) => wrapped(await host.forRecord(record)),
    close: async () => host.close?.(),
  };
}

function wrappedPackage(
  found: LoadedPackage["package"],
  members: (provider: ConfiguredProvider) => Partial<ConfiguredProvider>,
): LoadedPackage["package"] {
  return within(found, {
    configure: async (call, request) => {
      const configured = await found.configure(call, request);
      return "kind" in configured ? configured : within(configured, members(configured));
    },
  });
}

/** The same object; its methods are called on itself. */
function within<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      const own = Reflect.get(Object.hasOwn(members, key) ? members : target, key) as unknown;
      return typeof own === "function" && !Object.hasOwn(members, key) ? own.bind(target) : own;
    },
    has: (_, key) => key in members || key in target,
  });
}
