import { unlessLeft } from "../../apply/index.js";
import type { Diagnostic, RunningProcess } from "../../model/index.js";
import type {
  ChangeRequest,
  ConfiguredProvider,
  ProviderCall,
  Rejected,
} from "../../provider/contract/index.js";
import { Limiter, type AtOnce } from "../../std/index.js";
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
  const look = <Answer>(
    call: ProviderCall,
    what: string,
    ask: (call: ProviderCall) => AtOnce<Answer | Rejected>,
  ) => lookInTurn({ call, what, ask, unanswered: rejected });
  const { invoke, call: callMethod, stats, logs, planDelete, ...said } = methodsOf(provider);
  const { settlesWithinMs, lateWithinMs, hasDrifted } = said;
  return {
    lane: callsAtOnce === undefined ? undefined : { width: callsAtOnce },
    ready: provider.ready,
    canFind: (type) => provider.canFind(type),
    canLookUp: (type) => provider.canLookUp(type),
    ...(settlesWithinMs && { settlesWithinMs }),
    ...(lateWithinMs && { lateWithinMs }),
    ...(hasDrifted && { hasDrifted }),
    plan: (call, request) => look(call, `plan of ${request.type}`, (own) => provider.plan(own, request)),
    read: (call, request) =>
      look(call, `read of ${request.prior.type}`, (own) => provider.read(own, request)),
    lookup: (call, request) =>
      look(call, `lookup of ${request.type}`, (own) => provider.lookup(own, request)),
    find: (call, request) => look(call, `find of ${request.type}`, (own) => provider.find(own, request)),
    validate: (call, request) =>
      lookInTurn({
        call,
        what: `validate of ${request.type}`,
        ask: (own) => provider.validate(own, request),
        unanswered: (diagnostic) => [diagnostic],
      }),
    ...(planDelete && {
      planDelete: (call, request) =>
        look(call, `planDelete of ${request.prior.type}`, (own) => planDelete(own, request)),
    }),
    ...guardedChanges(provider, inTurn),
    ...(logs && { logs }),
    ...(stats && {
      stats: (call, request) => offered(call, request.prior.type, (own) => stats(own, request), ports),
    }),
    ...(invoke && {
      invoke: (call, request) => look(call, request.token, (own) => invoke(own, request)),
    }),
    ...(callMethod && {
      call: (call, request) =>
        look(call, `${request.method} of ${request.type}`, (own) => callMethod(own, request)),
    }),
    close: () => provider.close(),
  };
}

/** Those that not every provider has. */
function methodsOf(provider: ConfiguredProvider) {
  return {
    invoke: provider.invoke?.bind(provider),
    call: provider.call?.bind(provider),
    stats: provider.stats?.bind(provider),
    logs: provider.logs?.bind(provider),
    settlesWithinMs: provider.settlesWithinMs?.bind(provider),
    lateWithinMs: provider.lateWithinMs?.bind(provider),
    hasDrifted: provider.hasDrifted?.bind(provider),
    planDelete: provider.planDelete?.bind(provider),
  };
}

function guardedChanges(
  provider: ConfiguredProvider,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Pick<ConfiguredProvider, "create" | "update" | "delete"> {
  return {
    create: (call, { type, planned, asked, key, ...told }) =>
      inTurn(() =>
        whileOpen(call, (isOpen) => {
          const identified = (id: string) => (isOpen() ? told.identified(id) : never());
          const request = { type, planned, asked, key, identified, running: runningWhile(isOpen, told) };
          return unlessLeft(call, "create", () => provider.create(call, request));
        }),
      ),
    update: (call, request) =>
      inTurn(() =>
        whileOpen(call, (isOpen) => {
          const running = runningWhile(isOpen, request);
          return unlessLeft(call, "update", () => provider.update(call, { ...request, running }));
        }),
      ),
    delete: (call, { prior, planned, key, ...told }) =>
      inTurn(() =>
        whileOpen(call, (isOpen) => {
          const request = { prior, planned, key, running: runningWhile(isOpen, told) };
          return unlessLeft(call, "delete", () => provider.delete(call, request));
        }),
      ),
  };
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

function runningWhile(isOpen: () => boolean, { running }: Pick<ChangeRequest, "running">) {
  return async (process: RunningProcess) => (isOpen() ? running?.(process) : never());
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
