import {
  compareSequence,
  containsSecret,
  isArchive,
  isAsset,
  isDiagnosticError,
  isKnown,
  isSecret,
  markedAs,
  markedLike,
  openSecrets,
  operandsOf,
  secrecyOf,
  stronger,
  unknown,
  type ApplyExpression,
  type AskExpression,
  type Archive,
  type Asset,
  type Expression,
  type PromiseExpression,
  type Registration,
  type ResourceHandle,
  type Value,
} from "../model/index.js";
import { capture, type Recorder } from "../sdk/internal.js";
import { withoutValue, type CallbackMemory, type CallbackOutcome } from "./callback-memory.js";
import { Cell } from "./cell.js";
import { combine, type Combination } from "./combine.js";
import { failureOf, noDependencies, union, type Dependencies, type Evaluated } from "./evaluated.js";
import { membershipBy } from "./membership.js";
import {
  callbackProblems,
  maskedFailure,
  outputCycle,
  promiseProblems,
  secretMembers,
} from "./evaluation-problem.js";
import type { Outside, ResourceAnswers } from "./evaluator-ports.js";
import { demandResource, type ResourceDemand } from "./resource-demand.js";
import { runCallback, type CallbackLimits } from "./run-callback.js";

export interface EvaluatorPorts {
  /** The program whose callbacks run. */
  readonly recorder: Recorder;
  readonly answers: ResourceAnswers;
  readonly memory: CallbackMemory;
  readonly hash: (blob: Asset | Archive) => Promise<Asset | Archive>;
  readonly callbackLimits?: CallbackLimits;
  /** Returns a promise to await before code of the program runs, or undefined if there is nothing to await. */
  readonly beforeCallback?: () => Promise<void> | undefined;
  /** Answers the program's questions to providers and other stacks. Without it, the answers are unknown. */
  readonly outside?: Outside;
  /** Returns the keys of the members that the last run declared at a place. Used by plans. */
  readonly lastMembers?: (node: ApplyExpression, dependencies: Dependencies) => readonly string[];
  /** Called when only answers of resources are outstanding. */
  readonly onQuiet?: () => void;
}

/**
 * Evaluates expressions against one set of resource answers. Each node is computed once, when all of its operands are
 * available. A work list replaces recursion: a chain may be as long as memory allows, and everything that can wait does
 * so concurrently.
 */
export class Evaluator {
  readonly #ports: EvaluatorPorts;
  readonly #cells = new Map<Expression, Cell>();
  readonly #ready: Cell[] = [];
  readonly #unsettled = new Set<Cell>();
  #draining = false;
  /** The number of callbacks, promises, answers and hashes in progress. */
  #underWay = 0;
  /** The number of those that are answers of resources. */
  #awaitedAnswers = 0;

  constructor(ports: EvaluatorPorts) {
    this.#ports = ports;
  }

  /** Returns the value of an expression, as a promise only if something has to be awaited. */
  evaluate(expression: Expression): Evaluated | Promise<Evaluated> {
    const result = this.#demand(expression);
    this.#drain();
    if (!(result instanceof Cell)) return result;
    return result.result ?? new Promise((resolve) => (result.listeners ??= []).push(resolve));
  }

  /** Returns the dependencies of an expression's value, or an empty set while it has none. */
  readonly dependenciesOf = (expression: Expression): Dependencies =>
    this.#cells.get(expression)?.result?.dependencies ?? noDependencies;

  /** Evaluates every callback of the program, even unused ones, and those that callbacks create, in program order. */
  async evaluateCallbacks(): Promise<readonly Evaluated[]> {
    const { recorder } = this.#ports;
    const begun: { node: ApplyExpression; result: Evaluated | Promise<Evaluated> }[] = [];
    const stop = recorder.onCallback((node) => {
      // Deferred: the `apply` that creates a callback returns before the callback runs.
      begun.push({ node, result: Promise.resolve().then(() => this.evaluate(node)) });
    });
    for (const node of recorder.callbacks.slice()) begun.push({ node, result: this.evaluate(node) });
    for (let index = 0; index < begun.length; index++) begun[index]!.result = await begun[index]!.result;
    stop();
    return begun
      .sort((a, b) => compareSequence(a.node.sequence, b.node.sequence))
      .map(({ result }) => result as Evaluated);
  }

  /** True if only answers of resources are outstanding: everything that still waits then waits for resources. */
  get isQuiet(): boolean {
    return this.#underWay === this.#awaitedAnswers;
  }

  /** Returns the direct children of a resource that the program has declared so far. */
  readonly childrenOf = (parent: ResourceHandle): readonly Registration[] =>
    this.#ports.recorder.childrenOf(parent);

  /** Returns the resources whose answers an expression, or one of its operands, waits for. */
  awaitedResources(expression: Expression): ReadonlySet<ResourceHandle> {
    const awaited = new Set<ResourceHandle>();
    const seen = new Set<Expression>();
    const rest = [expression];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const cell = this.#cells.get(next);
      // Inputs are demanded field by field, so the whole object may never have been demanded.
      if ((cell === undefined && next !== expression) || cell?.result !== undefined || seen.has(next))
        continue;
      seen.add(next);
      if ((next.kind === "property" || next.kind === "reference") && cell?.demand?.from !== "offer")
        awaited.add(this.#ports.recorder.resolve(next.resource) ?? next.resource);
      rest.push(...(cell?.needs ?? operandsOf(next)));
    }
    return awaited;
  }

  /** Returns the result if it is available, else the cell that will have it. */
  #demand(expression: Expression): Evaluated | Cell {
    if (expression.kind === "constant")
      return { ok: true, value: expression.value, dependencies: noDependencies };
    const known = this.#cells.get(expression);
    if (known !== undefined) return known.result ?? known;
    const cell = new Cell(expression);
    this.#cells.set(expression, cell);
    if (expression.kind === "property" || expression.kind === "reference") {
      cell.demand = demandResource(expression, this.#ports.recorder, this.#ports.answers);
      if (cell.demand.from === "known") return (cell.result = cell.demand.result);
    }
    this.#unsettled.add(cell);
    this.#ready.push(cell);
    return cell;
  }

  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      do {
        for (const cell of this.#ready) this.#step(cell);
        this.#ready.length = 0;
      } while (this.#underWay === 0 && this.#unsettled.size > 0 && this.#breakCycle());
    } finally {
      this.#draining = false;
    }
  }

  #step(cell: Cell): void {
    if (cell.result !== undefined) return;
    const { expression } = cell;
    if (cell.returned !== undefined) return this.#finishReturned(cell, cell.returned);
    if (!cell.started) {
      cell.started = true;
      if (cell.demand !== undefined) return this.#awaitResource(cell, cell.demand);
      if (expression.kind === "promise") return this.#awaitPromise(cell, expression);
      if (!this.#waitFor(cell, operandsOf(expression))) return;
    }
    this.#compute(
      cell,
      cell.needs.map((need) => this.#resultOf(need)),
    );
  }

  /** Returns true if all of them have results; otherwise the cell is stepped again when they do. */
  #waitFor(cell: Cell, needs: readonly Expression[]): boolean {
    for (const need of needs) {
      const demanded = this.#demand(need);
      if (!(demanded instanceof Cell)) continue;
      cell.missing++;
      (demanded.waiters ??= []).push(cell);
    }
    return cell.missing === 0;
  }

  #resultOf(expression: Expression): Evaluated {
    const demanded = this.#demand(expression);
    if (demanded instanceof Cell) throw new Error("This is a bug in Coconut: an operand has no result yet.");
    return demanded;
  }

  #compute(cell: Cell, operands: readonly Evaluated[]): void {
    const { expression } = cell;
    // Keys of members decide whether a callback runs; they are not operands of its value.
    const parts = expression.kind === "apply" ? operands.slice(0, 1) : operands;
    const dependencies = union(parts.map((operand) => operand.dependencies));
    const failure = failureOf(parts, dependencies);
    if (failure !== undefined)
      return this.#settle(cell, expression.kind === "secret" ? maskedFailure(failure) : failure);
    const values = parts.map((part) => (part as { value: Value }).value);
    if (expression.kind === "apply") return this.#apply(cell, expression, values[0], dependencies);
    if (expression.kind === "ask") return this.#ask(cell, expression, values, dependencies);
    try {
      this.#hashBlob(cell, combine(expression as Combination, values), dependencies);
    } catch (error) {
      this.#settleProblem(cell, error, values.some(containsSecret), dependencies);
    }
  }

  #apply(cell: Cell, node: ApplyExpression, value: Value, dependencies: Dependencies): void {
    const around = node.origin.filter(({ member }) => member !== undefined);
    if (around.length > 0 && cell.also === undefined) {
      cell.also = around.map(({ to }) => to);
      if (this.#waitFor(cell, cell.also)) this.#ready.push(cell);
      return;
    }
    const given = secrecyOf(value);
    cell.secrecy = stronger(given, node.addsNothing === undefined ? node.knows : undefined);
    cell.dependencies = dependencies;
    // A member that no longer exists has no element to compute from.
    if (around.some(({ to, member }) => membershipBy(this.#resultOf(to), member!) === "left"))
      return this.#settle(cell, { ok: true, value: this.#mark(cell, unknown), dependencies });
    const known = isKnown(value);
    const keys = known ? undefined : this.#assumedKeys(node, dependencies);
    if (!known && keys === undefined)
      return this.#settle(cell, { ok: true, value: this.#mark(cell, unknown), dependencies });
    if (node.givesMembers && given !== undefined)
      return this.#settle(cell, { ok: false, diagnostics: [secretMembers(node, given)], dependencies });
    const { memory, recorder, callbackLimits, beforeCallback } = this.#ports;
    const input = keys ?? openSecrets(value);
    const run = () => runCallback(recorder, node, { value: input, secrecy: given }, callbackLimits);
    const outcome = memory.recall(node, input, () => beforeCallback?.()?.then(run) ?? run());
    const finish = (settled: CallbackOutcome) =>
      this.#callbackDone(cell, node, keys === undefined ? settled : withoutValue(settled));
    if (isPromise(outcome)) void this.#await(outcome, finish);
    else finish(outcome);
  }

  /** Returns the keys to use while the actual ones are unknown. */
  #assumedKeys(node: ApplyExpression, dependencies: Dependencies): readonly string[] | undefined {
    return node.givesMembers && this.#ports.lastMembers?.(node, dependencies);
  }

  #ask(cell: Cell, node: AskExpression, operands: readonly Value[], dependencies: Dependencies): void {
    const [value] = operands;
    cell.secrecy = secrecyOf(value);
    cell.dependencies = dependencies;
    const { outside } = this.#ports;
    if (cell.also === undefined) {
      const awaited = outside?.awaits(node, dependencies) ?? [];
      cell.also = awaited.map((resource) => ({ kind: "reference", resource }));
      if (this.#waitFor(cell, cell.also)) this.#ready.push(cell);
      return;
    }
    if (outside === undefined)
      return this.#settle(cell, { ok: true, value: this.#mark(cell, unknown), dependencies });
    const asked = outside.ask(node, operands.every(isKnown) ? value : unknown, dependencies);
    void this.#await(asked, (answer) => {
      if (answer.ok)
        return this.#settle(cell, { ok: true, value: this.#mark(cell, answer.value), dependencies });
      const failure = { ...answer, dependencies };
      this.#settle(cell, cell.secrecy ? maskedFailure(failure) : failure);
    });
  }

  #callbackDone(cell: Cell, node: ApplyExpression, outcome: CallbackOutcome): void {
    if (outcome.ok) return this.#return(cell, outcome.returned);
    const diagnostics = callbackProblems(node, outcome.error, (cell.secrecy ?? node.knows) !== undefined);
    this.#settle(cell, { ok: false, diagnostics, dependencies: cell.dependencies });
  }

  /** Continues with the expression that a callback or promise returned: its value becomes the value of the cell. */
  #return(cell: Cell, returned: Expression): void {
    cell.returned = returned;
    if (this.#waitFor(cell, [returned])) this.#finishReturned(cell, returned);
  }

  #finishReturned(cell: Cell, returned: Expression): void {
    const result = this.#resultOf(returned);
    const dependencies = union([cell.dependencies, result.dependencies]);
    if (result.ok)
      return this.#settle(cell, { ok: true, value: this.#mark(cell, result.value), dependencies });
    const failure = { ...result, dependencies };
    this.#settle(cell, cell.secrecy ? maskedFailure(failure) : failure);
  }

  #mark(cell: Cell, value: Value): Value {
    return markedAs(cell.secrecy, value);
  }

  #awaitResource(cell: Cell, demand: ResourceDemand): void {
    if (demand.from === "known") return this.#settle(cell, demand.result);
    if (demand.from === "offer") {
      cell.dependencies = demand.dependencies;
      return this.#return(cell, demand.offer);
    }
    this.#awaitedAnswers++;
    void this.#await(demand.answer, (settled) => {
      this.#awaitedAnswers--;
      this.#settle(cell, demand.result(settled));
    });
  }

  #awaitPromise(cell: Cell, expression: PromiseExpression): void {
    const outcome = expression.promise.then(
      (value) => captured(value),
      (error: unknown): CallbackOutcome => ({ ok: false, error }),
    );
    void this.#await(outcome, (settled) => {
      if (settled.ok) return this.#return(cell, settled.returned);
      this.#settle(cell, {
        ok: false,
        diagnostics: promiseProblems(settled.error),
        dependencies: noDependencies,
      });
    });
  }

  /** Hashes an asset. From here on it carries its hash, so comparing values does not need to read files. */
  #hashBlob(cell: Cell, value: Value, dependencies: Dependencies): void {
    const isBlob = cell.expression.kind === "asset" || cell.expression.kind === "archive";
    const blob = isSecret(value) ? value.value : value;
    if (!isBlob || !(isAsset(blob) || isArchive(blob)))
      return this.#settle(cell, { ok: true, value, dependencies });
    const hashed = this.#ports.hash(blob).then(
      (result) => ({ ok: true as const, result }),
      (error: unknown) => ({ ok: false as const, error }),
    );
    void this.#await(hashed, (settled) => {
      if (!settled.ok) return this.#settleProblem(cell, settled.error, isSecret(value), dependencies);
      const result = isSecret(value) ? markedLike(value, settled.result) : settled.result;
      this.#settle(cell, { ok: true, value: result, dependencies });
    });
  }

  #settleProblem(cell: Cell, error: unknown, secret: boolean, dependencies: Dependencies): void {
    if (!isDiagnosticError(error)) throw error;
    const failure = { ok: false as const, diagnostics: error.diagnostics, dependencies };
    this.#settle(cell, secret ? maskedFailure(failure) : failure);
  }

  #settle(cell: Cell, result: Evaluated): void {
    cell.result = result;
    this.#unsettled.delete(cell);
    for (const waiter of cell.waiters ?? []) if (--waiter.missing === 0) this.#ready.push(waiter);
    for (const listener of cell.listeners ?? []) listener(result);
    cell.waiters = undefined;
    cell.listeners = undefined;
  }

  async #await<T>(promise: PromiseLike<T>, then: (value: T) => void): Promise<void> {
    this.#underWay++;
    const value = await promise;
    this.#underWay--;
    then(value);
    this.#drain();
    if (this.isQuiet) this.#ports.onQuiet?.();
  }

  /** Reports a cycle: nothing is in progress, but cells still wait, so they wait for each other. */
  #breakCycle(): boolean {
    const seen = new Set<Cell>();
    let [cell] = this.#unsettled as Iterable<Cell>;
    while (cell !== undefined && !seen.has(cell)) {
      seen.add(cell);
      cell = this.#unsettledNeed(cell);
    }
    if (cell === undefined) return false;
    const path = [...seen];
    const cycle = path.slice(path.indexOf(cell)).map(({ expression }) => expression);
    this.#settle(cell, { ok: false, diagnostics: [outputCycle(cycle)], dependencies: cell.dependencies });
    return true;
  }

  #unsettledNeed(cell: Cell): Cell | undefined {
    for (const need of cell.needs) {
      const other = this.#cells.get(need);
      if (other !== undefined && other.result === undefined) return other;
    }
    return undefined;
  }
}

function captured(value: unknown): CallbackOutcome {
  try {
    return { ok: true, returned: capture(value) };
  } catch (error) {
    return { ok: false, error };
  }
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown }).then === "function";
}
