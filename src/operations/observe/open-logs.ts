import { DiagnosticError, isDiagnosticError, type Diagnostic } from "../../model/index.js";
import type { LogLine } from "../../provider/index.js";
import { mergeOrdered } from "../../std/merge-ordered.js";
import { untilAborted } from "../../std/until-aborted.js";
import {
  chosenRows,
  notServed,
  observe,
  type Observed,
  type ObservedResource,
  type ObservePorts,
} from "./observed.js";

export interface LogsOptions {
  /** Nothing older; as far back as the provider has it unless said. */
  readonly since?: Date;
  /** Goes on with what is logged from now on, until `signal` is aborted. */
  readonly follow?: boolean;
  /** Of what has been logged until now, the last so many lines. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Told before the first line whose logs are read: nobody's, where none of them offers any. */
  readonly onOpen?: (resources: readonly ObservedResource[]) => void;
}

/** A line, and whose it is. */
export interface ResourceLogLine extends LogLine {
  readonly urn: string;
  readonly name: string;
}

/** While new lines are waited for, each is held back so long for an older one of another resource. */
const patienceMs = 300;

/**
 * What resources log, oldest first, merged by time. One that fails ends the others not: its failure is thrown when
 * they have ended. Of those that nobody named, the ones that offer no logs are passed over.
 */
export async function* openLogs(
  texts: readonly string[] | undefined,
  options: LogsOptions,
  ports: ObservePorts,
): AsyncGenerator<ResourceLogLine, void, void> {
  const { follow = false, limit, onOpen } = options;
  const begun = Date.now();
  const failures: Diagnostic[] = [];
  const sources = await openSources(texts, options, ports);
  onOpen?.(sources.map(({ resource }) => resource));
  const lines = mergeOrdered(
    sources.map(({ resource, lines: own }) => labelled(resource, own, failures)),
    { rankOf: ({ time }) => time.getTime(), ...(follow && { patienceMs }) },
  );
  const isHistory = follow ? ({ time }: LogLine) => time.getTime() < begun : () => true;
  yield* limit === undefined
    ? lines
    : tailThenFollow(lines, limit, isHistory, follow ? 2 * patienceMs : Infinity);
  const [first, ...rest] = failures;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}

interface Source {
  readonly resource: ObservedResource;
  readonly lines: AsyncIterable<LogLine>;
}

/** Nothing is read before it is known that all can be who were named. */
async function openSources(
  texts: readonly string[] | undefined,
  options: LogsOptions,
  ports: ObservePorts,
): Promise<readonly Source[]> {
  const refused: Diagnostic[] = [];
  const sources: Source[] = [];
  for (const { row, isNamed } of chosenRows(texts, ports)) {
    const observed = await observe(row, ports);
    const lines = linesOf(observed, options);
    const { urn, name, type } = observed;
    if (lines !== undefined) sources.push({ resource: { urn, name, type }, lines });
    else if (isNamed) refused.push(notServed(observed, "logs"));
  }
  const [first, ...rest] = refused;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return sources;
}

function linesOf(
  { provider, call, object }: Observed,
  options: LogsOptions,
): AsyncIterable<LogLine> | undefined {
  const { since, follow = false, signal } = options;
  const listening = signal === undefined ? call : { ...call, signal: AbortSignal.any([call.signal, signal]) };
  const asked = { prior: object.stored, follow, ...(since !== undefined && { since }) };
  const lines = provider.logs?.(listening, asked);
  return lines && untilAborted(lines, listening.signal);
}

async function* labelled(
  { urn, name }: ObservedResource,
  lines: AsyncIterable<LogLine>,
  failures: Diagnostic[],
): AsyncGenerator<ResourceLogLine, void, void> {
  try {
    for await (const line of lines) yield { ...line, urn, name };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    failures.push(...error.diagnostics);
  }
}

/**
 * Of what is there already the last so many, and then everything that comes. What is there ends with the first line
 * that is no history, or when no line has come for a while.
 */
export async function* tailThenFollow<Line>(
  lines: AsyncIterable<Line>,
  count: number,
  isHistory: (line: Line) => boolean,
  quietMs: number,
): AsyncGenerator<Line, void, void> {
  const iterator = lines[Symbol.asyncIterator]();
  const kept: Line[] = [];
  try {
    let next = iterator.next();
    for (;;) {
      const found = await within(next, quietMs);
      if (found === undefined || found.done || !isHistory(found.value)) break;
      kept.push(found.value);
      if (kept.length > count) kept.shift();
      next = iterator.next();
    }
    yield* kept;
    for (let found = await next; !found.done; found = await iterator.next()) yield found.value;
  } finally {
    // While it waits for a line it does not answer.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

async function within<T>(promise: Promise<T>, quietMs: number): Promise<T | undefined> {
  if (quietMs === Infinity) return promise;
  let timeout: NodeJS.Timeout | undefined;
  const quiet = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => resolve(undefined), quietMs);
  });
  try {
    return await Promise.race([promise, quiet]);
  } finally {
    clearTimeout(timeout);
  }
}
