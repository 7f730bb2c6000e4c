import {
  DiagnosticError,
  isKnown,
  type Diagnostic,
  type ObjectRow,
  type ResourceRow,
  type ValueObject,
} from "../../model/index.js";
import { findResource } from "../../plan/index.js";
import { Evaluator, type RecordedProgram } from "../../program/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import type { LogLine, Stats } from "../../provider/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { untilAborted } from "../../std/until-aborted.js";
import { problem } from "../diagnostics.js";
import type { EvaluationPorts } from "../evaluation.js";
import { namedRow } from "../facts/named-resource.js";
import { recordedAnswer } from "../facts/recorded-answer.js";
import { recordedProvider, upgradedObject, type RecordedProviderPorts } from "../planning/plan-removals.js";
import { accepted } from "../providers/accepted.js";

export interface LogsOptions {
  /** Nothing older; as far back as the provider has it unless said. */
  readonly since?: Date;
  /** Goes on with what is logged from now on, until `signal` is aborted. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

export type ObservePorts = RecordedProviderPorts;

/** What the object of a resource logs, oldest first. */
export async function* resourceLogs(
  resource: string,
  { since, follow = false, signal }: LogsOptions,
  ports: ObservePorts,
): AsyncGenerator<LogLine, void, void> {
  const { provider, call, row, object } = await observed(resource, ports);
  const asked = { prior: object.stored, follow, ...(since !== undefined && { since }) };
  const listening = signal === undefined ? call : { ...call, signal: AbortSignal.any([call.signal, signal]) };
  const lines = provider.logs?.(listening, asked);
  if (lines === undefined) throw new DiagnosticError(notServed(row, "logs"));
  yield* untilAborted(lines, listening.signal);
}

/** The performance counters of the object of a resource. */
export async function resourceStats(resource: string, ports: ObservePorts): Promise<Stats> {
  const { provider, call, row, object } = await observed(resource, ports);
  const answer = provider.stats?.(call, { prior: object.stored });
  if (answer === undefined) throw new DiagnosticError(notServed(row, "stats"));
  return counters(accepted(await answer));
}

interface Observed {
  readonly provider: ConfiguredProvider;
  readonly call: ProviderCall;
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}

async function observed(resource: string, ports: ObservePorts): Promise<Observed> {
  const { snapshot, state } = ports;
  const candidates = [...snapshot.resources.values()].map((row) => ({ ...namedRow(row, state), row }));
  const { row } = findResource(resource, candidates);
  const recorded = state.currentOf(row.rid);
  if (!isManaged(row) || recorded === undefined) throw new DiagnosticError(hasNoObject(row));
  const object = await upgradedObject(row, recorded, ports);
  return { provider: await recordedProvider(row, object, ports), call: ports.call(row.urn), row, object };
}

/**
 * What the program configures a provider resource with, as far as state knows what that is made of: nothing is
 * planned for it. Otherwise what is recorded serves.
 */
export function configurationFrom(
  { registrations, recorder }: RecordedProgram,
  state: SnapshotIndex,
  evaluation: EvaluationPorts,
): (urn: string) => Promise<ValueObject | undefined> {
  const evaluator = new Evaluator({
    ...evaluation,
    recorder,
    answers: { answer: (resource) => recordedAnswer(resource, state) },
  });
  return async (urn) => {
    const registration = registrations.find((each) => each.urn === urn);
    if (registration === undefined) return undefined;
    const config = await evaluator.evaluate(registration.inputs);
    return config.ok && isKnown(config.value) ? (config.value as ValueObject) : undefined;
  };
}

/** Whatever else a provider put among them is left out: nobody has said that it may be shown. */
function counters(stats: Stats): Stats {
  return Object.fromEntries(Object.entries(stats).filter(([, counter]) => isCounter(counter)));
}

function isCounter(counter: unknown): boolean {
  if (typeof counter !== "object" || counter === null) return typeof counter === "number";
  const { value, unit } = counter as { readonly value?: unknown; readonly unit?: unknown };
  return typeof value === "number" && typeof unit === "string";
}

function notServed({ urn, type }: ResourceRow, what: "logs" | "stats"): Diagnostic {
  const meant = what === "logs" ? "logs" : "performance counters";
  return problem("engine/not-offered", {
    detail: `The provider of ${type} serves no ${meant} of its objects.`,
    hint: `Look at the object with the tools of its own cloud, or ask the provider's author for \`${what}\`.`,
    resource: urn,
  });
}

function isManaged({ kind }: ResourceRow): boolean {
  return kind === "custom" || kind === "external";
}

function hasNoObject(row: ResourceRow): Diagnostic {
  return problem("engine/not-offered", {
    detail: isManaged(row)
      ? "It has no object at present: the last run did not come to make it."
      : `${row.type} is nowhere but in state: there is no object that could be looked at.`,
    hint: isManaged(row)
      ? "Apply first:\ncoco apply"
      : "Name a resource that a provider manages. List those of the stack:\ncoco state ls",
    resource: row.urn,
  });
}
