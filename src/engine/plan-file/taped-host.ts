import type {
  ConfiguredProvider,
  ConfigureRequest,
  LoadedPackage,
  PackageHost,
  ProviderCall,
  ProviderPackage,
  Rejected,
} from "../../provider/contract/index.js";
import type { Tape } from "./tape.js";
import { HeldProvider, tapedProvider } from "./taped-provider.js";

/** The same packages, with a tape between planning and what they answer. */
export function tapedHost(host: PackageHost, tape: Tape): PackageHost {
  const known = new Map<LoadedPackage, LoadedPackage>();
  const taped = (found: LoadedPackage | Rejected): LoadedPackage | Rejected => {
    if (found.kind === "rejected") return found;
    tape.loaded(found.record);
    const own = known.get(found) ?? { ...found, package: tapedPackage(found.package, tape) };
    known.set(found, own);
    return own;
  };
  return {
    forResource: async (registration) => taped(await host.forResource(registration)),
    forFunction: async (name) => taped(await host.forFunction(name)),
    forRecord: async (record) => taped(await host.forRecord(record)),
  };
}

function tapedPackage(found: ProviderPackage, tape: Tape): ProviderPackage {
  const { name, version, callsAtOnce, configFields } = found;
  return {
    name,
    version,
    callsAtOnce,
    configFields,
    implements: (type) => found.implements(type),
    globalId: (type) => found.globalId?.(type),
    replaceFields: (type) => found.replaceFields?.(type) ?? [],
    hasUniqueIds: (type) => found.hasUniqueIds?.(type) ?? false,
    isEquivalent: (request) => found.isEquivalent(request),
    ...(found.constructorOf && { constructorOf: (type) => found.constructorOf!(type) }),
    schemaVersion: (type) => found.schemaVersion?.(type),
    upgrade: (call, stored) =>
      tape.ask({ package: name, kind: "upgrade", urn: call.urn, request: stored }, () =>
        found.upgrade(call, stored),
      ),
    checkConfig: (call, request) =>
      tape.ask({ package: name, kind: "checkConfig", urn: undefined, request }, () =>
        found.checkConfig(call, request),
      ),
    configure: (call, request) => configure(found, call, request, tape),
  };
}

/** What planning has to know of a configured provider before it asks it anything. */
async function configure(
  found: ProviderPackage,
  call: ProviderCall,
  request: ConfigureRequest,
  tape: Tape,
): Promise<ConfiguredProvider | Rejected> {
  const held = new HeldProvider(() => found.configure(call, request));
  const place = { package: found.name, config: request.config };
  const answer = await tape.ask({ ...place, kind: "configure", urn: undefined, request: null }, () =>
    held.open(),
  );
  if ("kind" in answer) return answer;
  tape.configured(() => held.openOrThrow());
  return tapedProvider(held, answer, place, tape);
}
