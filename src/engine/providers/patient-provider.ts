import { lookAgainAfter, staleForMs } from "../../plan/index.js";
import type {
  Absent,
  ConfiguredProvider,
  Found,
  ProviderCall,
  ReadRequest,
  Rejected,
} from "../../provider/contract/index.js";
import { decoratedProvider, type ProviderHooks } from "../../provider/decorator/index.js";
import { equalValues, stripSecrets } from "../../model/index.js";
import { pause, type AtOnce, type Timer } from "../../std/index.js";

export interface Patience {
  /** Waits between calls. */
  readonly pauses: Timer;
  /** The time in ISO 8601, from the same clock as the times of changes in state. */
  readonly now: () => string;
}

/**
 * Wraps a provider and repeats reads that may be stale: a missing object, an object that a call may have deleted, or an
 * object that differs from the result of its last change. Also searches again for an object that may still be created.
 * Types whose service is consistent are read once.
 */
export function patientProvider(provider: ConfiguredProvider, { pauses, now }: Patience): ConfiguredProvider {
  const windowOf = (type: string) => provider.settlesWithinMs?.(type) ?? 0;
  /** `doubtMs`: how long an answer is considered possibly stale, counted from the first read; zero accepts it. */
  const patiently = async <Answer>(
    { signal, aside = (wait) => wait() }: ProviderCall,
    look: () => AtOnce<Answer>,
    doubtMs: (answer: Answer) => number,
  ): Promise<Answer> => {
    for (let waitedMs = 0; ;) {
      const answer = await look();
      const nextMs = lookAgainAfter({ windowMs: doubtMs(answer), waitedMs });
      if (nextMs === undefined) return answer;
      await aside(() => pause(pauses, nextMs, signal));
      waitedMs += nextMs;
    }
  };
  const own: ProviderHooks["own"] = {
    read: (call, request) => {
      const windowMs = windowOf(request.prior.type);
      if (windowMs === 0) return provider.read(call, request);
      const staleMs = staleForMs({ windowMs, changedAt: request.changedAt, now: now() });
      return patiently(
        call,
        () => provider.read(call, request),
        (answer) => {
          if (mayBeFromBefore(answer, request)) return windowMs;
          return staleMs > 0 && differs(provider, answer, request) ? staleMs : 0;
        },
      );
    },
    lookup: (call, request) => {
      const windowMs = windowOf(request.type);
      if (windowMs === 0) return provider.lookup(call, request);
      return patiently(
        call,
        () => provider.lookup(call, request),
        ({ kind }) => (kind === "absent" ? windowMs : 0),
      );
    },
    find: (call, { lateMs = 0, ...request }) => {
      const windowMs = lateMs + windowOf(request.type);
      if (windowMs === 0) return provider.find(call, request);
      return patiently(
        call,
        () => provider.find(call, request),
        (found) => (!("kind" in found) && found.length === 0 ? windowMs : 0),
      );
    },
  };
  return decoratedProvider(provider, { own });
}

/** True if the answer may show the state before a create or a delete. */
function mayBeFromBefore({ kind }: Found | Absent | Rejected, { mayBeGone }: ReadRequest): boolean {
  return kind === "absent" || (kind === "found" && mayBeGone === true);
}

/** True if a read differs from the result of the last change in a way that a plan reports as drift. */
function differs(
  provider: ConfiguredProvider,
  answer: Found | Absent | Rejected,
  { prior, baseline }: ReadRequest,
): boolean {
  if (answer.kind !== "found" || baseline === undefined) return false;
  const { stored: observed } = answer;
  if (observed.id !== prior.id) return true;
  if (equalValues(stripSecrets(observed.outputs), stripSecrets(baseline))) return false;
  return provider.hasDrifted?.({ prior, baseline, observed }) ?? true;
}
