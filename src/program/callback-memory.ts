import {
  constant,
  identicalValues,
  isReference,
  mapValue,
  referenceTo,
  someValue,
  unknown,
  type ApplyExpression,
  type Expression,
  type Value,
} from "../model/index.js";
import { deferred } from "../std/index.js";

/** The outcome of a callback run: an expression to evaluate, or an error. */
export type CallbackOutcome =
  | { readonly ok: true; readonly returned: Expression }
  | { readonly ok: false; readonly error: unknown };

/**
 * The results of callbacks, by node and by plain argument. All evaluations of one program share it, so a callback runs
 * at most once per distinct value: apply does not repeat what plan computed unless something changed.
 */
export class CallbackMemory {
  readonly #runs = new WeakMap<ApplyExpression, CallbackRun[]>();
  readonly #unsettled = new Set<Unsettled>();

  recall(
    node: ApplyExpression,
    input: Value,
    run: () => CallbackOutcome | Promise<CallbackOutcome>,
  ): CallbackOutcome | Promise<CallbackOutcome> {
    const runs = this.#runs.get(node);
    const seen = asSeen(input);
    const known = runs?.find((earlier) => identicalValues(earlier.seen, seen));
    if (known !== undefined) return known.outcome;
    const outcome = this.#tracked(node, run());
    const entry: CallbackRun = { seen, outcome };
    if (runs === undefined) this.#runs.set(node, [entry]);
    else runs.push(entry);
    return outcome;
  }

  /** Returns the outcome of a callback for a value, or undefined if the callback has not started with it. */
  outcomeOf(node: ApplyExpression, input: Value): CallbackOutcome | Promise<CallbackOutcome> | undefined {
    const seen = asSeen(input);
    return this.#runs.get(node)?.find((run) => identicalValues(run.seen, seen))?.outcome;
  }

  /** Ends all callbacks that have not settled as if they had thrown this error. Returns their number. */
  end(error: (node: ApplyExpression) => unknown): number {
    const ended = [...this.#unsettled];
    this.#unsettled.clear();
    for (const { node, settle } of ended) settle({ ok: false, error: error(node) });
    return ended.length;
  }

  #tracked(
    node: ApplyExpression,
    outcome: CallbackOutcome | Promise<CallbackOutcome>,
  ): CallbackOutcome | Promise<CallbackOutcome> {
    if (!(outcome instanceof Promise)) return outcome;
    const ended = deferred<CallbackOutcome>();
    const unsettled: Unsettled = { node, settle: ended.resolve };
    this.#unsettled.add(unsettled);
    const settled = outcome.finally(() => this.#unsettled.delete(unsettled));
    return Promise.race([settled, ended.promise]);
  }
}

/** Returns the outcome with its value made unknown: members that are only assumed are declared, but may not exist. */
export function withoutValue(outcome: CallbackOutcome): CallbackOutcome {
  return outcome.ok ? { ok: true, returned: constant(unknown) } : outcome;
}

/**
 * Returns the input as the callback sees it: it is given resource objects, which do not show whether the id is known.
 */
function asSeen(input: Value): Value {
  const isLive = (value: Value) => isReference(value) && value.live !== undefined;
  if (!someValue(input, isLive)) return input;
  return mapValue(input, (value) =>
    isReference(value) && value.live !== undefined
      ? referenceTo({ urn: value.urn, live: value.live })
      : value,
  );
}

interface Unsettled {
  readonly node: ApplyExpression;
  readonly settle: (outcome: CallbackOutcome) => void;
}

interface CallbackRun {
  readonly seen: Value;
  readonly outcome: CallbackOutcome | Promise<CallbackOutcome>;
}
