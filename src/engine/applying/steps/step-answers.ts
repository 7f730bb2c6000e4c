import type { Step } from "../../../model/index.js";
import type { ResourceAnswer } from "../../../program/index.js";
import { deferred, type Deferred } from "../../../std/index.js";
import { withVersion } from "../../facts/recorded-answer.js";
import type { WalkedResource } from "../../facts/walked.js";

/** The properties of resources during an apply: of resources with a step once it is done, of others as planned. */
export class StepAnswers {
  readonly #resources: ReadonlyMap<string, WalkedResource>;
  /** Answers of resources with a step; undefined until the step has answered. */
  readonly #answers = new Map<string, ResourceAnswer | undefined>();
  /** Requests that arrived before the answer. */
  readonly #awaited = new Map<string, Deferred<ResourceAnswer>>();
  readonly #settled = new Set<string>();
  /** Resolves when the latest record is durable. Records become durable in order, so it covers all. */
  #unwritten: Promise<void> | undefined;

  constructor(steps: readonly Step[], resources: ReadonlyMap<string, WalkedResource>) {
    this.#resources = resources;
    for (const { urn, action } of steps) {
      if (action !== "delete" && action !== "forget") this.#answers.set(urn, undefined);
    }
  }

  of(urn: string): ResourceAnswer | Promise<ResourceAnswer> {
    if (!this.#answers.has(urn)) return this.#versioned(urn, this.#resources.get(urn)?.answer ?? nothing);
    const answer = this.#answers.get(urn);
    if (answer !== undefined) return answer;
    const awaited = this.#awaited.get(urn) ?? deferred();
    this.#awaited.set(urn, awaited);
    return awaited.promise;
  }

  /** Publishes an answer. Others may use it before it is durable, because their own records come after it. */
  settle(urn: string, answer: ResourceAnswer, durable?: Promise<void>): void {
    if (durable !== undefined) this.#keepUntil(durable);
    this.#settled.add(urn);
    this.#give(urn, answer);
  }

  /** Resolves when all answers are durable or never will be; undefined if they already are. */
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

  /** Releases everything that waits for the values of this resource. The reason is reported with its step. */
  giveUp(urn: string): void {
    this.#give(urn, nothing);
  }

  /** True if the resource has a step that has not answered yet. */
  isOpen(urn: string): boolean {
    return this.#answers.has(urn) && !this.#settled.has(urn);
  }

  /** Only the first answer counts. */
  #give(urn: string, answer: ResourceAnswer): void {
    if (!this.#answers.has(urn) || this.#answers.get(urn) !== undefined) return;
    const given = this.#versioned(urn, answer);
    this.#answers.set(urn, given);
    this.#awaited.get(urn)?.resolve(given);
    this.#awaited.delete(urn);
  }

  #versioned(urn: string, answer: ResourceAnswer): ResourceAnswer {
    const walked = this.#resources.get(urn);
    return walked === undefined ? answer : withVersion(answer, walked);
  }
}

const nothing: ResourceAnswer = { ok: false, diagnostics: [] };
