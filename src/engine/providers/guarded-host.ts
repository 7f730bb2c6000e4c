import type {
  LoadedPackage,
  PackageHost,
  ProviderCall,
  ProviderPackage,
  Rejected,
} from "../../provider/contract/index.js";
import type { AtOnce, Timer } from "../../std/index.js";
import { guardedProvider, rejected } from "./guarded-provider.js";
import { lookInTime, lookPorts, type LookPorts } from "./look-in-time.js";
import { patientProvider, type Patience } from "./patient-provider.js";

/** Where the time of calls comes from. */
export interface CallTimes {
  /** Ends calls whose time is over. */
  readonly timer: Timer;
  /** Waits between calls; `timer` unless said. */
  readonly pauses?: Timer | undefined;
  /** The time in ISO 8601, on the clock that state has the times of changes from. */
  readonly now: () => string;
  /** Aborts the signals of calls that must not be begun any more. Called right before each call. */
  readonly beforeCall?: (() => void) | undefined;
}

/** The same packages. Every call to them ends, and stale answers are asked for again: the engine makes every call through them. */
export function guardedHost(host: PackageHost, times: CallTimes): PackageHost {
  const known = new Map<LoadedPackage, LoadedPackage>();
  const { timer, pauses = timer, now, beforeCall } = times;
  const looks = lookPorts(timer, beforeCall);
  const guarded = (found: LoadedPackage | Rejected): LoadedPackage | Rejected => {
    if (found.kind === "rejected") return found;
    const guard = known.get(found) ?? {
      ...found,
      package: guardedPackage(found.package, looks, { pauses, now }),
    };
    known.set(found, guard);
    return guard;
  };
  return {
    forResource: async (registration) => guarded(await host.forResource(registration)),
    forFunction: async (name) => guarded(await host.forFunction(name)),
    forRecord: async (record) => guarded(await host.forRecord(record)),
  };
}

function guardedPackage(found: ProviderPackage, looks: LookPorts, patience: Patience): ProviderPackage {
  const { name, version, callsAtOnce, configFields } = found;
  const look = <Answer>(
    call: ProviderCall,
    what: string,
    ask: (call: ProviderCall) => AtOnce<Answer | Rejected>,
  ) => lookInTime({ call, what: `${what} of the package ${name}`, ask, unanswered: rejected }, looks);
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
    upgrade: (call, stored) => look(call, "upgrade", (own) => found.upgrade(own, stored)),
    checkConfig: (call, request) => look(call, "checkConfig", (own) => found.checkConfig(own, request)),
    async configure(call, request) {
      const provider = await look(call, "configure", (own) => found.configure(own, request));
      if ("kind" in provider) return provider;
      return patientProvider(guardedProvider(provider, { ...looks, callsAtOnce }), patience);
    },
  };
}
