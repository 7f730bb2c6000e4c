import { compareSequence, type ApplyExpression, type Registration } from "../../model/index.js";

/** One run of a callback. */
export interface CallbackRun {
  readonly of: ApplyExpression;
}

/**
 * The runs of a program's callbacks. A callback runs again if its value differs from the planned one. Resources that
 * the last run declares replace those of the previous run with the same URN; the others of that run are stale.
 */
export class CallbackReruns {
  readonly #last = new WeakMap<ApplyExpression, CallbackRun>();
  /** The runs in which a resource was declared, outermost first. Only for resources that a callback declared. */
  readonly #runs = new WeakMap<Registration, readonly CallbackRun[]>();
  /** By URN. */
  readonly #remade = new Map<string, Registration>();

  began(run: CallbackRun): void {
    this.#last.set(run.of, run);
  }

  made(resource: Registration, runs: readonly CallbackRun[]): void {
    if (runs.length > 0) this.#runs.set(resource, runs);
  }

  /** Replaces another resource of the same URN if another run of a callback declared it. Returns false otherwise. */
  takes(resource: Registration, other: Registration): boolean {
    const [now, before] = [this.#runs.get(resource) ?? [], this.#runs.get(other) ?? []];
    const parting = now.findIndex((run, depth) => run !== before[depth]);
    if (parting === -1 || now[parting]!.of !== before[parting]?.of) return false;
    // A resource that this run has already declared is a duplicate.
    const remade = this.#remade.get(resource.urn);
    const isSecond = remade !== undefined && (this.#runs.get(remade) ?? []).every((run, i) => run === now[i]);
    if (isSecond) return false;
    this.#remade.set(resource.urn, resource);
    return true;
  }

  /** True if the resource replaced the one that was first declared under its URN. */
  isRemade(resource: { readonly urn: string }): boolean {
    return this.#remade.get(resource.urn) === resource;
  }

  /** True if any resource was declared again. */
  get hasRemade(): boolean {
    return this.#remade.size > 0;
  }

  /** True if the last runs of the callbacks around a resource declared it. */
  isCurrent(resource: Registration): boolean {
    return (this.#runs.get(resource) ?? []).every((run) => this.#last.get(run.of) === run);
  }

  /** Returns the resource as the last runs declared it, or undefined if they did not. */
  currentOf(resource: Registration): Registration | undefined {
    const remade = this.#remade.get(resource.urn);
    return [remade, resource].find((each) => each !== undefined && this.isCurrent(each));
  }

  /** Returns the callback as the last run of its outer callback made it, or undefined if it did not. */
  currentCallback(node: ApplyExpression, callbacks: readonly ApplyExpression[]): ApplyExpression | undefined {
    const isCurrent = ({ runs = [] }: ApplyExpression) =>
      (runs as readonly CallbackRun[]).every((run) => this.#last.get(run.of) === run);
    if (isCurrent(node)) return node;
    return callbacks.find((each) => compareSequence(each.sequence, node.sequence) === 0 && isCurrent(each));
  }
}
