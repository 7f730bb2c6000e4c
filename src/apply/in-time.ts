import type { ProviderCall } from "../provider/contract/index.js";
import { longestDelayMs, withinTime, type Timer } from "../std/index.js";
import type { PerformPorts } from "./journal.js";

/** The default timeout of a create, update or delete: one hour. The option `customTimeouts` overrides it. */
export const longestChangeMs = 3_600_000;

/**
 * Calls a provider to change something and aborts the call's signal at its timeout. Calls with the same `begunAt` and
 * timeout share a signal.
 */
export function inTime<Result>(
  call: ProviderCall,
  timer: Timer,
  perform: (call: ProviderCall) => Promise<Result>,
  begunAt?: string,
): Promise<Result> {
  const given = { timer, timeoutMs: timeOf(call), signal: call.signal, begunAt };
  return withinTime(given, (signal) => perform(callWith(call, signal)));
}

/**
 * Returns the call with a different signal. Written out because it runs for every provider call, and a spread costs ten
 * times as much.
 */
export function callWith(call: ProviderCall, signal: AbortSignal): ProviderCall {
  const { phase, urn, timeoutMs, report, assets, aside } = call;
  const all: { readonly [Key in keyof Required<ProviderCall>]: ProviderCall[Key] } = {
    phase,
    urn,
    signal,
    timeoutMs,
    report,
    assets,
    aside,
  };
  return all;
}

/** The start and the deadline of a change, in ISO 8601. */
export interface ChangeTimes {
  readonly begunAt: string;
  readonly deadline: string;
}

/** Like `inTime`, but counts from the intent: the deadline recorded with the intent is the one that is enforced. */
export function byDeadline<Result>(
  call: ProviderCall,
  { now, timer }: PerformPorts,
  perform: (call: ProviderCall, times: ChangeTimes) => Promise<Result>,
): Promise<Result> {
  const begunAt = now();
  const deadline = new Date(Date.parse(begunAt) + timeOf(call)).toISOString();
  return inTime(call, timer, (timed) => perform(timed, { begunAt, deadline }), begunAt);
}

/**
 * Returns the timeout, limited to the longest delay that a timer supports, so that the recorded deadline is the real
 * one.
 */
function timeOf({ timeoutMs = longestChangeMs }: ProviderCall): number {
  return Math.min(timeoutMs, longestDelayMs);
}
