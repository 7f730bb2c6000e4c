import type { PackageHost, ProviderPackage } from "../../provider/contract/index.js";
import { decoratedHost, decoratedPackage } from "../../provider/decorator/index.js";
import type { Timer } from "../../std/index.js";
import { guardedProvider, rejected } from "./guarded-provider.js";
import { lookInTime, lookPorts, type LookPorts } from "./look-in-time.js";
import { patientProvider, type Patience } from "./patient-provider.js";

/** The clocks and timers of provider calls. */
export interface CallTimes {
  /** Aborts calls at their timeout. */
  readonly timer: Timer;
  /** Waits between calls. Default: `timer`. */
  readonly pauses?: Timer | undefined;
  /** The time in ISO 8601, from the same clock as the times of changes in state. */
  readonly now: () => string;
  /** Called right before each call. Aborts the signals of calls that must not start any more. */
  readonly beforeCall?: (() => void) | undefined;
}

/**
 * Wraps a package host: every call has a timeout, and stale answers are requested again. The engine makes all provider
 * calls through it.
 */
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
