import {
  DiagnosticError,
  equalValues,
  getProperty,
  stripSecrets,
  type Diagnostic,
} from "../../../src/model/index.js";
import type {
  ConfiguredProvider,
  LogsRequest,
  Outcome,
  ProviderCall,
  ProviderPackage,
  Rejected,
} from "../../../src/provider/contract/index.js";
import { childProblem, outcomeWithoutAnswer } from "../../../src/provider/child/index.js";
import type { LogLine } from "../../../src/provider/index.js";
import type { Connection, Question, Reply } from "./connection.js";
import type { Description, TypeDescription } from "./messages.js";

/**
 * The package that runs in a child. The child ends when the last configuration is closed.
 *
 * Questions that the engine asks without waiting are answered from the description. Three of them cannot be, because they
 * are about values or code: `isEquivalent` says that values which differ are different, `hasDrifted` is absent, so whatever
 * differs counts, and there is no `constructorOf`, because components are made by code in the process of the program.
 */
export function jsonLinesPackage(connection: Connection, description: Description): ProviderPackage {
  const { name, version, callsAtOnce, configFields, types, ephemeralFunctions } = description;
  const typeOf = (type: string): TypeDescription | undefined =>
    Object.hasOwn(types, type) ? types[type] : undefined;
  const asking = questionsTo(connection);
  let configured = 0;
  const closed = async () => {
    if (--configured === 0) await connection.child.close();
  };
  return {
    name,
    version,
    callsAtOnce,
    configFields,
    implements: (type) => typeOf(type) !== undefined,
    globalId: (type) => typeOf(type)?.globalId,
    replaceFields: (type) => typeOf(type)?.replaceFields ?? [],
    hasUniqueIds: (type) => typeOf(type)?.hasUniqueIds ?? false,
    isEquivalent: ({ field, before, after }) =>
      equalValues(stripSecrets(getProperty(before, field)), stripSecrets(getProperty(after, field))),
    isEphemeral: (token) => ephemeralFunctions.includes(token),
    schemaVersion: (type) => typeOf(type)?.schemaVersion,
    upgrade: (call, stored) => asking.ask("upgrade", stored.type, call, { stored }),
    checkConfig: (call, { config, identity, prior }) =>
      asking.ask("checkConfig", name, call, { config, identity, ...(prior && { priorConfig: prior }) }),
    async configure(call, request) {
      const made = await asking.ask<{ provider: number; ready: boolean }>("configure", name, call, request);
      if ("kind" in made) return made;
      configured++;
      return configuredProvider(questionsTo(connection, made.provider), made.ready, typeOf, closed);
    },
  };
}

type Questions = ReturnType<typeof questionsTo>;

/** How each kind of question is put, and what stands for an answer that does not come. */
function questionsTo(connection: Connection, provider?: number) {
  const put = <Answer>(question: Omit<Question, "provider">): Promise<Reply<Answer>> =>
    connection.ask<Answer>({ ...question, ...(provider !== undefined && { provider }) });
  const problemOf = ({ end, use }: Extract<Reply<unknown>, { kind: "ended" }>) => childProblem(end, use);
  return {
    put,
    problemOf,
    async ask<Answer>(
      method: Question["method"],
      about: string,
      call: ProviderCall,
      request: object,
    ): Promise<Answer | Rejected> {
      const reply = await put<Answer | Rejected>({ method, about, call, request });
      return reply.kind === "answered" ? reply.answer : rejected(problemOf(reply));
    },
    async change(
      method: "create" | "update" | "delete",
      about: string,
      call: ProviderCall,
      request: object,
    ): Promise<Outcome> {
      const reply = await put<Outcome>({ method, about, call, request });
      return reply.kind === "answered"
        ? reply.answer
        : outcomeWithoutAnswer(reply.end, reply.wasSent, reply.use);
    },
  };
}

function configuredProvider(
  { put, problemOf, ask, change }: Questions,
  ready: boolean,
  typeOf: (type: string) => TypeDescription | undefined,
  closed: () => Promise<void>,
): ConfiguredProvider {
  let closing: Promise<void> | undefined;
  const quiet: ProviderCall = { phase: "apply", signal: new AbortController().signal, report: () => {} };
  return {
    ready,
    plan: (call, { seed, ...request }) =>
      ask("plan", request.type, call, { ...request, ...(seed && { seeded: seed() }) }),
    async validate(call, request) {
      const reply = await put<readonly Diagnostic[]>({
        method: "validate",
        about: request.type,
        call,
        request,
      });
      return reply.kind === "answered" ? reply.answer : [problemOf(reply)];
    },
    create: (call, request) => change("create", request.type, call, request),
    update: (call, request) => change("update", request.prior.type, call, request),
    planDelete: (call, request) => ask("planDelete", request.prior.type, call, request),
    delete: (call, request) => change("delete", request.prior.type, call, request),
    read: (call, request) => ask("read", request.prior.type, call, request),
    lookup: (call, request) => ask("lookup", request.type, call, request),
    find: (call, request) => ask("find", request.type, call, request),
    settlesWithinMs: (type) => typeOf(type)?.settlesWithinMs ?? 0,
    lateWithinMs: (type) => typeOf(type)?.lateWithinMs ?? 0,
    canFind: (type) => typeOf(type)?.canFind ?? false,
    canLookUp: (type) => typeOf(type)?.canLookUp ?? false,
    logs: (call, request) =>
      typeOf(request.prior.type)?.hasLogs === true ? logLines({ put, problemOf }, call, request) : undefined,
    stats: (call, request) =>
      typeOf(request.prior.type)?.hasStats === true
        ? ask("stats", request.prior.type, call, request)
        : undefined,
    invoke: (call, request) => ask("invoke", request.token, call, request),
    call: (call, request) => ask("call", `${request.method} of ${request.type}`, call, request),
    close: () =>
      (closing ??= put({ method: "close", about: "its configuration", call: quiet, request: {} }).then(
        closed,
      )),
  };
}

/** Lines come as messages of their own before the answer, which only ends them. */
async function* logLines(
  { put, problemOf }: Pick<Questions, "put" | "problemOf">,
  call: ProviderCall,
  request: LogsRequest,
): AsyncGenerator<LogLine, void, void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const lines: LogLine[] = [];
  let wake = () => {};
  let reply: Reply<Rejected | null> | undefined;
  const onLine = (line: unknown) => {
    const { time, ...rest } = line as Omit<LogLine, "time"> & { readonly time: string };
    lines.push({ ...rest, time: new Date(time) });
    wake();
  };
  const about = request.prior.type;
  const ask = async () => {
    reply = await put({ method: "logs", about, call: { ...call, signal }, request, onLine });
    wake();
  };
  void ask();
  try {
    for (;;) {
      const line = lines.shift();
      if (line !== undefined) yield line;
      else if (reply !== undefined || call.signal.aborted) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
          call.signal.addEventListener("abort", () => resolve(), { once: true });
        });
    }
  } finally {
    stop.abort();
  }
  if (call.signal.aborted || reply === undefined) return;
  if (reply.kind === "ended") throw new DiagnosticError(problemOf(reply));
  if (reply.answer !== null) throw new DiagnosticError(reply.answer.diagnostics[0]!);
}

function rejected(diagnostic: Diagnostic): Rejected {
  return { kind: "rejected", diagnostics: [diagnostic] };
}
