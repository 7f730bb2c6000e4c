import type { PerformPorts, Slot } from "../../../apply/index.js";
import type { Diagnostic, RecordedOptions, RunEvent } from "../../../model/index.js";
import { decideRetry } from "../../../plan/index.js";
import { pause } from "../../../std/index.js";

/** The provider call of a step. */
export interface StepCall<Result> {
  readonly urn: string;
  readonly action: "create" | "update" | "delete";
  /** The effective options of the resource, including inherited ones. */
  readonly options: RecordedOptions;
  readonly slot: Slot;
  readonly perform: (ports: PerformPorts) => Promise<Result>;
}

/** The parts of a call's result that decide whether it is retried. */
export interface CallEnd {
  readonly kind: string;
  readonly diagnostics?: readonly Diagnostic[];
  /** The provider reported that a retry may succeed. */
  readonly isRetryable?: boolean;
}

/** Calls the `onError` hooks with the problem and the number of attempts, and returns their answers. */
export type AskHooks = (diagnostics: readonly Diagnostic[], attempt: number) => Promise<readonly unknown[]>;

export interface RepeatPorts {
  readonly perform: PerformPorts;
  readonly emit: (event: RunEvent) => void;
}

/**
 * Makes a call and retries it as `decideRetry` says. Each attempt has its own intent and outcome, so a run that ends
 * between two attempts leaves nothing open. All attempts share the idempotency key of the first.
 */
export async function repeatCall<Result extends CallEnd>(
  { urn, action, options: { retry }, slot, perform }: StepCall<Result>,
  ask: AskHooks,
  ports: RepeatPorts,
): Promise<Result> {
  const { stopping } = slot;
  const withSameKey = keptKey(ports.perform);
  for (let attempt = 1; ; attempt++) {
    const result = await perform(withSameKey);
    const { kind: ended, isRetryable = false, diagnostics = [] } = result;
    const decisionOn = (answers: readonly unknown[] | undefined) =>
      decideRetry({ ended, isRetryable, attempt, answers, isStopping: stopping.aborted, retry });
    let decision = decisionOn(undefined);
    if (decision.kind === "ask") decision = decisionOn(await ask(diagnostics, attempt));
    if (decision.kind !== "repeat") return result;
    const { afterMs } = decision;
    const coming = { attempt: attempt + 1, ...(retry && { attempts: retry.attempts }), afterMs };
    ports.emit({ kind: "retrying", urn, action, ...coming, diagnostics });
    if (afterMs > 0) await slot.aside(() => pause(ports.perform.pauses, afterMs, stopping));
    // The wait ended early.
    if (stopping.aborted) return result;
  }
}

/** Written out because it runs for every call, and a spread costs ten times as much. */
function keptKey(ports: PerformPorts): PerformPorts {
  const { journal, now, nextOperation, timer, pauses } = ports;
  let key: string | undefined;
  return { journal, now, nextOperation, timer, pauses, keyOf: (intent) => (key ??= ports.keyOf(intent)) };
}
