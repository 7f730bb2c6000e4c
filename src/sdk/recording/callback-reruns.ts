import { compareSequence, type ApplyExpression, type Registration } from "../../model/index.js";

/** Stands for one run of a callback. */
export interface CallbackRun {
  readonly of: ApplyExpression;
}

/**
 * The runs of a program's callbacks. A callback runs again if the value that it is given comes out other than planned.
 * Resources that the last run makes under the same URN stand for those of the run before; the others of that run are stale.
 */
export class CallbackReruns {
  readonly #last = new WeakMap<ApplyExpression, CallbackRun>();
  /** The runs that a resource was made in, outermost first; only of those that a callback made. */
  readonly #runs = new WeakMap<Registration, readonly CallbackRun[]>();
  /** By URN. */
  readonly #remade = new Map<string, Registration>();

  began(run: CallbackRun): void {
    this.#last.set(run.of, run);
  }

  made(resource: Registration, runs: readonly CallbackRun[]): void {
    if (runs.length > 0) this.#runs.set(resource, runs);
  }

  /** Takes a resource for another of its URN, if another run of a callback made that. */
  takes(resource: Registration, other: Registration): boolean {
    const [now, before] = [this.#runs.get(resource) ?? [], this.#runs.get(other) ?? []];
    const parting = now.findIndex((run, depth) => run !== before[depth]);
    if (parting === -1 || now[parting]!.of !== before[parting]?.of) return false;
    // One that was made in this run already is a second resource of the same URN.
    const remade = this.#remade.get(resource.urn);
    const isSecond = remade !== undefined && (this.#runs.get(remade) ?? []).every((run, i) => run === now[i]);
    if (isSecond) return false;
    this.#remade.set(resource.urn, resource);
    return true;
  }

  /** Whether a resource stands for the one that was made first under its URN. */
  isRemade(resource: { readonly urn: string }): boolean {
    return this.#remade.get(resource.urn) === resource;
  }

  /** Whether some resource was made again. */
  get hasRemade(): boolean {
    return this.#remade.size > 0;
  }

  /** Whether the last runs of the callbacks around a resource made it. */
  isCurrent(resource: Registration): boolean {
    return (this.#runs.get(resource) ?? []).every((run) => this.#last.get(run.of) === run);
  }

  /** The resource as the last runs made it; undefined if they did not. */
  currentOf(resource: Registration): Registration | undefined {
    const remade = this.#remade.get(resource.urn);
    return [remade, resource].find((each) => each !== undefined && this.isCurrent(each));
  }

  /** The callback as the last run of the one around it made it; undefined if that did not. */
  currentCallback(node: ApplyExpression, callbacks: readonly ApplyExpression[]): ApplyExpression | undefined {
    const isCurrent = ({ runs = [] }: ApplyExpression) =>
      (runs as readonly CallbackRun[]).every((run) => this.#last.get(run.of) === run);
    if (isCurrent(node)) return node;
    return callbacks.find((each) => compareSequence(each.sequence, node.sequence) === 0 && isCurrent(each));
  }
}
