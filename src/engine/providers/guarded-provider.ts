import { unlessLeft } from "../../apply/index.js";
import type { Diagnostic, RunningProcess } from "../../model/index.js";
import type {
  ChangeRequest,
  ConfiguredProvider,
  CreateRequest,
  ProviderCall,
  Rejected,
} from "../../provider/contract/index.js";
import { decoratedProvider } from "../../provider/decorator/index.js";
import { Limiter, neverAborted, type AtOnce } from "../../std/index.js";
import { lookInTime, type Look, type LookPorts } from "./look-in-time.js";

export interface GuardPorts extends LookPorts {
  /** Maximum number of concurrent calls to one configured provider. Default: unlimited. */
  readonly callsAtOnce: number | undefined;
}

/**
 * Wraps a provider with its concurrency limit and with timeouts. A call that does not end is abandoned and frees its
 * slot. A late result is ignored.
 */
export function guardedProvider(
  provider: ConfiguredProvider,
  { callsAtOnce, ...ports }: GuardPorts,
): ConfiguredProvider {
  const limiter = callsAtOnce === undefined ? undefined : new Limiter(callsAtOnce);
  const begun = <T>(work: () => Promise<T>) => {
    ports.beforeCall?.();
    return work();
  };
  const inTurn = <T>(work: () => Promise<T>) =>
    limiter === undefined ? begun(work) : limiter.run(() => begun(work));
  const lookInTurn = <Answer>(look: Look<Answer>) =>
    limiter === undefined ? lookInTime(look, ports) : limiter.run(() => lookInTime(look, ports));
  return decoratedProvider(provider, {
    lane: callsAtOnce === undefined ? undefined : { width: callsAtOnce },
    question: (member, call, request, ask) =>
      lookInTurn({
        call,
        what: member,
        request,
        ask,
        unanswered: (member === "validate" ? invalid : rejected) as never,
      }),
    change: (member, call, request, perform) =>
      inTurn(() =>
        whileOpen(call, (isOpen) =>
          unlessLeft(call, member, () => perform({ ...request, ...toldWhile(isOpen, request) })),
        ),
      ),
    own: {
      ...(provider.stats && {
        stats: (call, request) =>
          offered(call, request.prior.type, (own) => provider.stats!(own, request), ports),
      }),
      close: async () =>
        ports.closing.run(
          neverAborted,
          () => provider.close(),
          () => undefined,
        ),
    },
  });
}

function invalid(diagnostic: Diagnostic): readonly Diagnostic[] {
  return [diagnostic];
}

/** Ignores reports that arrive after the call has ended: they must not change what the journal already records. */
async function whileOpen<Result>(
  { signal }: ProviderCall,
  perform: (isOpen: () => boolean) => Promise<Result>,
): Promise<Result> {
  let hasEnded = false;
  try {
    return await perform(() => !hasEnded && !signal.aborted);
  } finally {
    hasEnded = true;
  }
}

/** Returns the callbacks of a change request. They are ignored once the call has ended. */
function toldWhile(isOpen: () => boolean, { running, ...request }: ChangeRequest | CreateRequest) {
  return {
    running: async (process: RunningProcess) => (isOpen() ? running?.(process) : never()),
    ...("identified" in request && {
      identified: (id: string) => (isOpen() ? request.identified(id) : never()),
    }),
  };
}

/** Never resolves, so a late hook that awaits it stops there. */
function never(): Promise<never> {
  return new Promise(() => {});
}

/** Returns synchronously whether the provider answers at all. */
function offered<Answer>(
  call: ProviderCall,
  type: string,
  ask: (call: ProviderCall) => AtOnce<Answer | Rejected> | undefined,
  ports: LookPorts,
): AtOnce<Answer | Rejected> | undefined {
  let isOffered = true;
  const nothing: Rejected = { kind: "rejected", diagnostics: [] };
  const answer = lookInTime<Answer | Rejected>(
    {
      call,
      what: `stats of ${type}`,
      ask: (own) => {
        const asked = ask(own);
        isOffered = asked !== undefined;
        return asked ?? nothing;
      },
      unanswered: rejected,
    },
    ports,
  );
  return isOffered ? answer : undefined;
}

export function rejected(diagnostic: Diagnostic): Rejected {
  return { kind: "rejected", diagnostics: [diagnostic] };
}
