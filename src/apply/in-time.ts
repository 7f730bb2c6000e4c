import type { ProviderCall } from "../provider/contract/index.js";
import { longestDelayMs, withinTime, type Timer } from "../std/index.js";
import type { PerformPorts } from "./journal.js";

/** How long a create, update or delete may take unless the resource says so. */
export const longestChangeMs = 3_600_000;

/** Calls a provider to change something; the call is told when its time is over. */
export function inTime<Result>(
  call: ProviderCall,
  timer: Timer,
  perform: (call: ProviderCall) => Promise<Result>,
): Promise<Result> {
  const given = { timer, timeoutMs: timeOf(call), signal: call.signal };
  return withinTime(given, (signal) => perform(callWith(call, signal)));
}

/** The same call with another signal. Written out: there is one for every question, and a spread costs ten times as much. */
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

/** When a change was begun, and when it is given up; in ISO 8601. */
export interface ChangeTimes {
  readonly begunAt: string;
  readonly deadline: string;
}

/** The same from the intent on: the deadline that is recorded with it is the one that is enforced. */
export function byDeadline<Result>(
  call: ProviderCall,
  { now, timer }: PerformPorts,
  perform: (call: ProviderCall, times: ChangeTimes) => Promise<Result>,
): Promise<Result> {
  const begunAt = now();
  const deadline = new Date(Date.parse(begunAt) + timeOf(call)).toISOString();
  return inTime(call, timer, (timed) => perform(timed, { begunAt, deadline }));
}

/** What a timer cannot wait for would not be the time that is recorded. */
function timeOf({ timeoutMs = longestChangeMs }: ProviderCall): number {
  return Math.min(timeoutMs, longestDelayMs);
}
