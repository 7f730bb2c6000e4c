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

/** How a run of a callback ended: with something to evaluate, or by throwing. */
export type CallbackOutcome =
  | { readonly ok: true; readonly returned: Expression }
  | { readonly ok: false; readonly error: unknown };

/**
 * What callbacks returned, by node and by the plain value they were given. Shared by all evaluations of one
 * program, so that a callback runs at most once per distinct value: what the plan computed is not computed
 * again by the apply unless something changed.
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

  /** How a callback ended on a value; undefined if it has not begun on it. */
  outcomeOf(node: ApplyExpression, input: Value): CallbackOutcome | Promise<CallbackOutcome> | undefined {
    const seen = asSeen(input);
    return this.#runs.get(node)?.find((run) => identicalValues(run.seen, seen))?.outcome;
  }

  /** Ends all callbacks that have not settled as if they had thrown this; says how many there were. */
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

/** What is made for members that are only assumed is made; which ones there are stays open. */
export function withoutValue(outcome: CallbackOutcome): CallbackOutcome {
  return outcome.ok ? { ok: true, returned: constant(unknown) } : outcome;
}

/** A callback is given resource objects for references, so it cannot see that an id has become known. */
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
