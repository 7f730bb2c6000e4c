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
  /** How many calls may be made at the same time; any number unless said. */
  readonly callsAtOnce: number | undefined;
}

/**
 * The same provider, asked no more at the same time than its package bears, and whose every call ends: one that does
 * not is given up, and lets the next have its turn. What it still comes to is nobody's.
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

/** What is told after the call has ended comes too late: what the journal says by then is not to be undone. */
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

/** What a provider tells while it changes an object, as long as the call is open. */
function toldWhile(isOpen: () => boolean, { running, ...request }: ChangeRequest | CreateRequest) {
  return {
    running: async (process: RunningProcess) => (isOpen() ? running?.(process) : never()),
    ...("identified" in request && {
      identified: (id: string) => (isOpen() ? request.identified(id) : never()),
    }),
  };
}

/** A hook that waits for it goes no further. */
function never(): Promise<never> {
  return new Promise(() => {});
}

/** Whether there is an answer at all is known at once. */
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
