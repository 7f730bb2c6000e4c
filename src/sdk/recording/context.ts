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
 * The program, and the callback of it, that the running code belongs to. Bound to the async context, which allows a
 * process to evaluate many programs concurrently.
 */
export interface Context {
  readonly recorder: Recorder;
  /** The callbacks around the running code, outermost first. */
  readonly origin: readonly ApplyExpression[];
  /** The runs of these callbacks that the code belongs to. */
  readonly runs: readonly CallbackRun[];
  /** The place of the running code in the program. Resources declared here are numbered below it. */
  readonly place: readonly number[];
  /** The number of places handed out below this one. */
  made: number;
  /** False once the program, or the callback, has ended. */
  open: boolean;
  /** The mark of the values that the running code, or code around it, was given. Everything it produces has the same mark. */
  readonly knows: Secrecy | undefined;
}

// On globalThis because the engine and the program may have loaded two copies of this package.
const shared = globalThis as { [contexts]?: AsyncLocalStorage<Context> };
const contexts = Symbol.for("coconut.contexts");
const storage = (shared[contexts] ??= new AsyncLocalStorage<Context>());

export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** Returns the context of a program's own code. */
export function programContext(recorder: Recorder): Context {
  return { recorder, origin: [], runs: [], place: [], made: 0, open: true, knows: undefined };
}

/** Returns the context of one run of a callback. Resources declared in it record the callback as their origin. */
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
 * Disables the async context store. Call it when no program code is left in the process: an enabled store
 * slows down every promise. The next `runIn` enables it again.
 */
export function forgetContexts(): void {
  storage.disable();
}

/** Runs `body` as code that belongs to no program. */
export function runOutside<T>(body: () => T): T {
  return storage.exit(body);
}

/** Returns the properties that the running code passes on, with the mark of the values that the code was given. */
export function handedOver(object: Expression): Expression {
  const knows = currentContext()?.knows;
  return knows === undefined ? object : secretProperties(object, knows);
}

/** Returns the next place in the program below the running code. */
export function nextPlace(context: Context): readonly number[] {
  return context.place.concat(++context.made);
}

/**
 * Returns a node that applies `callback` to `to`, and records it in its program: every callback is evaluated, even
 * unused ones.
 */
export function applyNode(
  to: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  return made(new ApplyNode(to, callback, new CallSite(below), currentContext()));
}

/** Returns a node for a function of the SDK that only computes. It is not recorded as a callback of the program. */
export function ownNode(
  to: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(to, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { isOwn: true } as const));
}

/** Returns a node for a function of the SDK whose result is a part of its argument, or follows from it alone. */
export function partNode(
  of: Expression,
  callback: (value: never) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(of, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { isOwn: true, addsNothing: true } as const));
}

/** Returns a node for a callback that is given the keys of members. */
export function membersNode(
  keys: Expression,
  callback: (keys: readonly string[]) => unknown,
  below: (...parameters: never[]) => unknown,
): ApplyExpression {
  const node = new ApplyNode(keys, callback, new CallSite(below), currentContext());
  return made(Object.assign(node, { givesMembers: true } as const));
}

/** Runs the code for one member of `node`. Resources declared in it record which member they belong to. */
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
