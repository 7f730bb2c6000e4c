import { lookAgainAfter } from "../../plan/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import { pause, type AtOnce, type Timer } from "../../std/index.js";

/**
 * The same provider, whose "not there" has been said again when the time was over for which its service may answer as
 * before a change; so has "there", of what a call may just have deleted.
 */
export function patientProvider(provider: ConfiguredProvider, pauses: Timer): ConfiguredProvider {
  const windowOf = (type: string) => provider.settlesWithinMs?.(type) ?? 0;
  const patiently = <Answer>(
    call: ProviderCall,
    type: string,
    look: () => AtOnce<Answer>,
    isDoubtful: (answer: Answer) => boolean,
  ): AtOnce<Answer> => {
    const windowMs = windowOf(type);
    return windowMs === 0 ? look() : within(windowMs, call, look, isDoubtful);
  };
  const within = async <Answer>(
    windowMs: number,
    { signal, aside = (wait) => wait() }: ProviderCall,
    look: () => AtOnce<Answer>,
    isDoubtful: (answer: Answer) => boolean,
  ): Promise<Answer> => {
    for (let waitedMs = 0; ;) {
      const answer = await look();
      const nextMs = isDoubtful(answer) ? lookAgainAfter({ windowMs, waitedMs }) : undefined;
      if (nextMs === undefined) return answer;
      await aside(() => pause(pauses, nextMs, signal));
      waitedMs += nextMs;
    }
  };
  return {
    ...provider,
    read: (call, request) =>
      patiently(
        call,
        request.prior.type,
        () => provider.read(call, request),
        ({ kind }) => kind === "absent" || (kind === "found" && request.mayBeGone === true),
      ),
    lookup: (call, request) =>
      patiently(
        call,
        request.type,
        () => provider.lookup(call, request),
        ({ kind }) => kind === "absent",
      ),
    find: (call, request) =>
      patiently(
        call,
        request.type,
        () => provider.find(call, request),
        (found) => !("kind" in found) && found.length === 0,
      ),
  };
}
