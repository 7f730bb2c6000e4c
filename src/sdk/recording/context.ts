import { AsyncLocalStorage } from "node:async_hooks";
import {
  stronger,
  type ApplyExpression,
  type Expression,
  type Secrecy,
  type SourcePosition,
} from "../../model/index.js";
import type { CallbackRun } from "./callback-reruns.js";
import { CallSite } from "./position.js";
import type { Recorder } from "./recorder.js";
import { secretly, secretProperties } from "./secretly.js";

/**
 * Which program, and which callback of it, the running code belongs to. Bound to the async context, so that
 * many programs can be evaluated at once in one process.
 */
export interface Context {
  readonly recorder: Recorder;
  /** The callbacks around the running code, outermost first. */
  readonly origin: readonly ApplyExpression[];
  /** The runs of those that the code belongs to. */
  readonly runs: readonly CallbackRun[];
  /** The place of the running code in the program; what is made here numbers itself below it. */
  readonly place: readonly number[];
  /** How many places have been given out below this one. */
  made: number;
  /** False once the program, or the callback, has ended. */
  open: boolean;
  /** The mark of what the running code, or code around it, was given: what it makes has the same. */
  readonly knows: Secrecy | undefined;
}

// On globalThis: the engine and the program may have loaded two copies of this package.
const shared = globalThis as { [contexts]?: AsyncLocalStorage<Context> };
const contexts = Symbol.for("coconut.contexts");
const storage = (shared[contexts] ??= new AsyncLocalStorage<Context>());

export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** The context of a program's own code. */
export function programContext(recorder: Recorder): Context {
  return { recorder, origin: [], runs: [], place: [], made: 0, open: true, knows: undefined };
}

/** The context of one run of a callback, so that what it makes knows where it came from. */
export function callbackContext(
  recorder: Recorder,
  node: ApplyExpression,
  given: Secrecy | undefined,
): Context {
  const origin = [...node.origin, node];
  const knows = stronger(given, node.knows);
  const run: CallbackRun = { of: node };
  recorder.reruns.began(run);
  const runs = [...((node.runs ?? []) as readonly CallbackRun[]), run];
  return { recorder, origin, runs, place: node.sequence, made: 0, open: true, knows };
}

export function runIn<T>(context: Context, body: () => T): T {
  return storage.run(context, body);
}

/**
 * For when no code of any program is left in the process: as long as there are contexts, each promise in it pays for
 * them. The next to run in one has them again.
 */
export function forgetContexts(): void {
  storage.disable();
}

/** Runs `body` as code that belongs to no program. */
export function runOutside<T>(body: () => T): T {
  return storage.exit(body);
}

/** Properties that the running code hands over: with the mark of what it knows. */
export function handedOver(object: Expression): Expression {
  const knows = currentContext()?.knows;
  return knows === undefined ? object : secretProperties(object, knows);
}

/** The next place in the program below the running code. */
export function nextPlace(context: Context): readonly number[] {
  return context.place.concat(++context.made);
}

/** A node for `callback` over `to`, known to the program it was made in: every callback is evaluated, consumed or not. */
export function applyNode(
  to: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  return made(new ApplyNode(to, callback, new CallSite(below), currentContext()));
}

/** The same for a function of the SDK, which only computes: no callback of the program. */
export function ownNode(
  to: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(to, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { isOwn: true } as const));
}

/** The same for one which gives a part of what it is given, or what follows from that alone. */
export function partNode(
  of: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(of, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { isOwn: true, addsNothing: true } as const));
}

/** The same for a callback that is given the keys of members. */
export function membersNode(
  keys: Expression,
  callback: (keys: readonly string[]) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(keys, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { givesMembers: true } as const));
}

/** Runs what makes one member of those that `node` gives, so that what it makes knows which one it belongs to. */
export function runMember<T>(node: ApplyExpression, key: string, body: () => T): T {
  const outer = currentContext();
  if (outer === undefined) return body();
  const { kind, to, callback, position } = node;
  const member = {
    kind,
    to,
    callback,
    position,
    sequence: nextPlace(outer),
    origin: node.origin,
    ...(node.runs && { runs: node.runs }),
    knows: outer.knows,
    member: key,
  };
  const context = callbackContext(outer.recorder, member, undefined);
  const close = () => void (context.open = false);
  const result = runIn(context, body);
  if (result instanceof Promise) result.then(close, close);
  else close();
  return result;
}

function made(node: ApplyExpression): ApplyExpression {
  currentContext()?.recorder.callbackMade(node);
  return node;
}

class ApplyNode implements ApplyExpression {
  readonly kind = "apply";
  readonly to: Expression;
  readonly callback: (value: never) => unknown;
  readonly sequence: readonly number[];
  readonly origin: readonly ApplyExpression[];
  readonly runs: readonly object[];
  readonly knows: Secrecy | undefined;
  readonly #site: CallSite;

  constructor(
    to: Expression,
    callback: (value: never) => unknown,
    site: CallSite,
    context: Context | undefined,
  ) {
    this.knows = context?.knows;
    this.to = this.knows === undefined ? to : secretly(to, this.knows);
    this.callback = callback;
    this.#site = site;
    this.sequence = context === undefined ? [] : nextPlace(context);
    this.origin = context?.origin ?? [];
    this.runs = context?.runs ?? [];
  }

  get position(): SourcePosition | undefined {
    return this.#site.position;
  }
}
