import { accepted } from "../../engine/index.js";
import {
  DiagnosticError,
  isDiagnosticError,
  packageKey,
  type Diagnostic,
  type StepTime,
} from "../../model/index.js";
import type { Stats } from "../../provider/index.js";
import { groupBy } from "../../std/group-by.js";
import { Limiter } from "../../std/limiter.js";
import { JSON } from "../../std/plain-json.js";
import type { RunRow } from "../../store/internal.js";
import {
  chosenRows,
  notServed,
  observe,
  type ChosenRow,
  type Observed,
  type ObservedResource,
  type ObservePorts,
} from "./observed.js";

export interface ResourceStats extends ObservedResource {
  readonly stats: Stats;
}

/** The sum of the counters of all resources of one package. */
export interface ProviderStats {
  readonly package: string;
  readonly version: string;
  /** Number of resources in the sum. */
  readonly resources: number;
  readonly stats: Stats;
}

export interface StackStats {
  /** The resources that offer counters, by name. */
  readonly resources: readonly ResourceStats[];
  readonly providers: readonly ProviderStats[];
  /** Errors of resources that offer counters but failed to return them. */
  readonly failures: readonly Diagnostic[];
  /** The last run with steps, independent of the selected resources. */
  readonly lastRun?: LastRun;
}

/** Maximum number of concurrent calls, to limit the load on the cloud. */
const atOnce = 16;

/** Returns the performance counters of one resource. */
export async function resourceStats(text: string, ports: ObservePorts): Promise<Stats> {
  const { resources, failures } = await stackStats([text], ports);
  const [first, ...rest] = failures;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return sumStats(resources.map(({ stats }) => stats));
}

/**
 * Returns the performance counters of resources. Resources without counters are skipped unless the user named them.
 */
export async function stackStats(
  texts: readonly string[] | undefined,
  ports: ObservePorts,
): Promise<StackStats> {
  const limiter = new Limiter(atOnce);
  const asked = chosenRows(texts, ports).map((chosen) => limiter.run(() => attempt(chosen, ports)));
  const answers = await Promise.all(asked);
  const resources = answers
    .flatMap((answer) => (answer !== undefined && "stats" in answer ? [answer] : []))
    .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.urn, b.urn));
  const failures = answers.flatMap((answer) =>
    answer !== undefined && "diagnostics" in answer ? answer.diagnostics : [],
  );
  return { resources, providers: providerStats(resources), failures };
}

async function attempt(
  chosen: ChosenRow,
  ports: ObservePorts,
): Promise<ResourceStats | { readonly diagnostics: readonly Diagnostic[] } | undefined> {
  try {
    const observed = await observe(chosen.row, ports);
    const stats = await ask(observed);
    if (stats === undefined)
      return chosen.isNamed ? { diagnostics: [notServed(observed, "stats")] } : undefined;
    const { urn, name, type, package: managed } = observed;
    return { urn, name, type, ...(managed !== undefined && { package: managed }), stats };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { diagnostics: error.diagnostics };
  }
}

async function ask({ provider, call, object }: Observed): Promise<Stats | undefined> {
  const answer = provider.stats?.(call, { prior: object.stored });
  return answer === undefined ? undefined : counters(accepted(await answer));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function providerStats(resources: readonly ResourceStats[]): readonly ProviderStats[] {
  const managed = resources.flatMap((each) =>
    each.package === undefined ? [] : [{ ...each, by: each.package }],
  );
  return [...groupBy(managed, ({ by }) => packageKey(by)).values()].map((group) => ({
    package: group[0]!.by.name,
    version: group[0]!.by.version,
    resources: group.length,
    stats: sumStats(group.map(({ stats }) => stats)),
  }));
}

/** Drops everything that is not a counter: other values may not be meant to be shown. */
function counters(stats: Stats): Stats {
  return Object.fromEntries(
    Object.entries(stats).flatMap(([name, counter]): [string, Stats[string]][] => {
      if (typeof counter === "number") return [[name, counter]];
      return isCounter(counter) ? [[name, { value: counter.value, unit: counter.unit }]] : [];
    }),
  );
}

function isCounter(counter: unknown): counter is { readonly value: number; readonly unit: string } {
  if (typeof counter !== "object" || counter === null) return false;
  const { value, unit } = counter as { readonly value?: unknown; readonly unit?: unknown };
  return typeof value === "number" && typeof unit === "string";
}

/** Adds up counters with the same name and unit. The same name with another unit is a separate counter. */
export function sumStats(all: readonly Stats[]): Stats {
  const sums = new Map<string, { readonly name: string; readonly unit: string | undefined; value: number }>();
  for (const stats of all) {
    for (const [name, counter] of Object.entries(stats)) {
      const { value, unit } = typeof counter === "number" ? { value: counter, unit: undefined } : counter;
      const key = JSON.stringify([name, unit]);
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { name, unit, value });
      else sum.value += value;
    }
  }
  const units = new Map<string, number>();
  for (const { name } of sums.values()) units.set(name, (units.get(name) ?? 0) + 1);
  return Object.fromEntries(
    [...sums.values()].map(({ name, unit, value }) => [
      units.get(name) === 1 ? name : `${name} (${unit ?? "count"})`,
      unit === undefined ? value : { value, unit },
    ]),
  );
}

/** A run and its slowest steps, slowest first. */
export interface LastRun {
  readonly runId: string;
  readonly command: string;
  readonly begunAt: string;
  readonly durationMs: number;
  readonly slowest: readonly StepTime[];
}

/** Returns the last run with steps; empty if there is none, or if its times were not recorded. */
export function lastRunTimes(history: readonly RunRow[]): { readonly lastRun?: LastRun } {
  const run = history.findLast(({ slowest, endedAt }) => slowest !== undefined && endedAt !== undefined);
  if (run === undefined) return {};
  const { runId, command, begunAt, endedAt, slowest } = run;
  // The clock may have been set back during the run.
  const durationMs = Math.max(0, Date.parse(endedAt!) - Date.parse(begunAt));
  return { lastRun: { runId, command, begunAt, durationMs, slowest: slowest! } };
}
