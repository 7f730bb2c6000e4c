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
  /** Oldest time to include. Default: as far back as the provider has logs. */
  readonly since?: Date;
  /** Continues with new entries until `signal` is aborted. */
  readonly follow?: boolean;
  /** Maximum number of existing lines, counted from the end. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Called before the first line with the resources whose logs are read; empty if none of them offers logs. */
  readonly onOpen?: (resources: readonly ObservedResource[]) => void;
}

/** A log line with its resource. */
export interface ResourceLogLine extends LogLine {
  readonly urn: string;
  readonly name: string;
}

/** While following, each line is held back this long, in case an older line of another resource arrives. */
const patienceMs = 300;

/**
 * Yields the logs of resources merged by time, oldest first. If one resource fails, the others continue and the
 * error is thrown at the end. Resources without logs are skipped unless the user named them.
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

/** Reads nothing before all named resources are known to offer logs. */
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
 * Yields the last existing lines, and then every new line. The existing lines end with the first line that is not
 * history, or when no line arrives for a while.
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
    // `return` does not settle while the iterator waits for a line.
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
