import { DiagnosticError, type ApplyExpression, type Secrecy, type Value } from "../model/index.js";
import { callbackContext, capture, runIn, type Context, type Recorder } from "../sdk/internal.js";
import type { Timer } from "../std/index.js";
import type { CallbackOutcome } from "./callback-memory.js";
import { watchPrototypes } from "./changed-prototype.js";
import { problem } from "./diagnostics.js";
import { openValue } from "./open-value.js";

export interface CallbackLimits {
  readonly timer: Timer;
  readonly timeoutMs: number;
}

export interface CallbackInput {
  readonly value: Value;
  /** The strongest mark of any part of the input. */
  readonly secrecy: Secrecy | undefined;
}

/** Runs a callback on a known value, in its own context, which ends when the callback has settled. */
export function runCallback(
  recorder: Recorder,
  node: ApplyExpression,
  { value: input, secrecy }: CallbackInput,
  limits: CallbackLimits | undefined,
): CallbackOutcome | Promise<CallbackOutcome> {
  const context = callbackContext(recorder, node, secrecy);
  if (secrecy !== undefined) recorder.openedSecrets.push(input);
  const additions = watchPrototypes();
  const finish = (outcome: () => CallbackOutcome): CallbackOutcome => {
    try {
      const changed = additions();
      return changed === undefined ? outcome() : { ok: false, error: new DiagnosticError(changed) };
    } catch (error) {
      return { ok: false, error };
    } finally {
      context.open = false;
    }
  };
  let result: unknown;
  try {
    result = runIn(context, () => node.callback(openValue(input) as never));
    if (!isThenable(result) && !recorder.constructions.isBusy(context.place))
      return finish(() => ({ ok: true, returned: capture(result) }));
  } catch (error) {
    return finish(() => ({ ok: false, error }));
  }
  const settled = withComponents(recorder, context, result).then(
    (value) => finish(() => ({ ok: true, returned: capture(value) })),
    (error: unknown) => finish(() => ({ ok: false, error })),
  );
  if (limits === undefined) return settled;
  const late = deadline(settled, limits).then((error) => finish(() => ({ ok: false, error })));
  return Promise.race([settled, late]);
}

/** Waits until packages have constructed the callback's components: only then has the callback settled. */
async function withComponents(recorder: Recorder, { place }: Context, result: unknown): Promise<unknown> {
  const value = await result;
  const [first, ...rest] = await recorder.constructions.finish(place);
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return value;
}

/** Resolves with an error when the timeout expires, and never if the callback settles before. */
function deadline(settled: Promise<unknown>, { timer, timeoutMs }: CallbackLimits): Promise<DiagnosticError> {
  return new Promise((resolve) => {
    const cancel = timer.after(timeoutMs, () => resolve(tooLate(timeoutMs)));
    void settled.then(cancel);
  });
}

function tooLate(timeoutMs: number): DiagnosticError {
  return new DiagnosticError(
    problem("program/callback-timeout", {
      detail: `The callback had not settled after ${timeoutMs / 1000} seconds.`,
      hint: "Settle the promise that the callback returns, or move the waiting into a resource, which has a timeout and retries.",
    }),
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
