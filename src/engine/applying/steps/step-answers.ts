import type { Step } from "../../../model/index.js";
import type { ResourceAnswer } from "../../../program/index.js";
import { deferred, type Deferred } from "../../../std/index.js";
import { withVersion } from "../../facts/recorded-answer.js";
import type { WalkedResource } from "../../planning/walk/walked.js";

/** What resources answer while a plan is applied: those with a step when it is done, the others as planned. */
export class StepAnswers {
  readonly #resources: ReadonlyMap<string, WalkedResource>;
  readonly #awaited = new Map<string, Deferred<ResourceAnswer>>();
  readonly #settled = new Set<string>();
  /** Records become durable in order: the last stands for all. */
  #unwritten: Promise<void> | undefined;

  constructor(steps: readonly Step[], resources: ReadonlyMap<string, WalkedResource>) {
    this.#resources = resources;
    for (const { urn, action } of steps) {
      if (action !== "delete" && action !== "forget") this.#awaited.set(urn, deferred());
    }
  }

  of(urn: string): ResourceAnswer | Promise<ResourceAnswer> {
    const walked = this.#resources.get(urn);
    if (walked === undefined) return this.#awaited.get(urn)?.promise ?? nothing;
    const awaited = this.#awaited.get(urn)?.promise;
    return awaited?.then((answer) => withVersion(answer, walked)) ?? withVersion(walked.answer, walked);
  }

  /** Others may go on with the answer before it is durable: their own records come behind it. */
  settle(urn: string, answer: ResourceAnswer, durable?: Promise<void>): void {
    if (durable !== undefined) this.#keepUntil(durable);
    this.#settled.add(urn);
    this.#awaited.get(urn)?.resolve(answer);
  }

  /** Ends when all answers are durable, or never will be; undefined if they are. */
  get unwritten(): Promise<void> | undefined {
    return this.#unwritten;
  }

  #keepUntil(durable: Promise<void>): void {
    const forget = () => {
      if (this.#unwritten === written) this.#unwritten = undefined;
    };
    const written = durable.then(forget, forget);
    this.#unwritten = written;
  }

  /** Whoever waits for its values must not wait for ever. Why there are none is reported with its step. */
  giveUp(urn: string): void {
    this.#awaited.get(urn)?.resolve(nothing);
  }

  /** Whether it has a step that has not answered yet. */
  isOpen(urn: string): boolean {
    return this.#awaited.has(urn) && !this.#settled.has(urn);
  }
}

const nothing: ResourceAnswer = { ok: false, diagnostics: [] };
