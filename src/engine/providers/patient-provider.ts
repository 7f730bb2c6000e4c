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
  /** The time in ISO 8601, on the clock that state has the times of changes from. */
  readonly now: () => string;
}

/**
 * The same provider, which asks its service again while an answer may be one from before a change: that an object is
 * absent, that an object which a call may have deleted is there, and that an object differs from what its last change
 * returned. It also looks again for an object that may still be made. Types whose service has no such time are asked once.
 */
export function patientProvider(provider: ConfiguredProvider, { pauses, now }: Patience): ConfiguredProvider {
  const windowOf = (type: string) => provider.settlesWithinMs?.(type) ?? 0;
  /** `doubtMs`: for how long an answer is doubted, counted from the first look; zero believes it. */
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

/** That there is an object, or none, as it was before a create or a delete. */
function mayBeFromBefore({ kind }: Found | Absent | Rejected, { mayBeGone }: ReadRequest): boolean {
  return kind === "absent" || (kind === "found" && mayBeGone === true);
}

/** Whether a read shows something else than what the last change returned, in a way that a plan calls drift. */
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
