import type { PackageHost, ProviderPackage } from "../../provider/contract/index.js";
import { decoratedHost, decoratedPackage } from "../../provider/decorator/index.js";
import type { Timer } from "../../std/index.js";
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
  const { timer, pauses = timer, now, beforeCall } = times;
  const looks = lookPorts(timer, beforeCall);
  return decoratedHost(host, (loaded) => guardedPackage(loaded.package, looks, { pauses, now }));
}

function guardedPackage(found: ProviderPackage, looks: LookPorts, patience: Patience): ProviderPackage {
  const of = `of the package ${found.name}`;
  return decoratedPackage(found, {
    question: (member, call, _, ask) =>
      lookInTime({ call, what: `${member} ${of}`, ask, unanswered: rejected as never }, looks),
    async configure(call, request) {
      const provider = await lookInTime(
        { call, what: `configure ${of}`, ask: (own) => found.configure(own, request), unanswered: rejected },
        looks,
      );
      if ("kind" in provider) return provider;
      const { callsAtOnce } = found;
      return patientProvider(guardedProvider(provider, { ...looks, callsAtOnce }), patience);
    },
  });
}
