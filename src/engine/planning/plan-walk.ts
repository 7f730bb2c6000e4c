import { orderGraph } from "../../graph/index.js";
import {
  compareSequence,
  isDiagnosticError,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import { Evaluator, type ResourceAnswer } from "../../program/index.js";
import { askedFor } from "../facts/asked.js";
import { originOf } from "../facts/origin-of.js";
import { StallGuard } from "../stall-guard.js";
import { planExternal } from "./plan-external.js";
import { planManaged } from "./plan-managed.js";
import { planUnmanaged } from "./plan-unmanaged.js";
import type { WalkContext, WalkPorts } from "./walk-context.js";
import { resourceCycle } from "./walk-problem.js";
import { Walk } from "./walk.js";
import { failedWalk, type FailedWalk, type WalkedResource } from "./walked.js";

/**
 * Plans the resources of a program, each when what its inputs depend on has been planned: reads what exists,
 * asks the provider, decides. Independent resources are planned at the same time.
 */
export class PlanWalk implements WalkContext {
  readonly ports: WalkPorts;
  readonly evaluator: Evaluator;
  readonly #guard: StallGuard;
  readonly #walks = new Map<ResourceHandle, Walk>();
  /** The resources that have not been planned to the end. */
  readonly #open = new Map<Registration, Walk>();

  constructor(ports: WalkPorts) {
    this.ports = ports;
    this.#guard = new StallGuard(
      () => this.evaluator.isQuiet,
      () => this.#failStalled(),
    );
    this.evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: ports.program.recorder,
      answers: { answer: (resource) => this.#answer(resource as Registration) },
      onQuiet: () => this.#guard.check(),
    });
  }

  /** Plans everything that the program asks for, and what its callbacks ask for on the way; in program order. */
  async run(): Promise<readonly (WalkedResource | FailedWalk)[]> {
    const { registrations } = this.ports.program;
    const callbacks = this.evaluator.evaluateCallbacks();
    const results: (WalkedResource | FailedWalk)[] = [];
    do {
      while (results.length < registrations.length) {
        const batch = registrations.slice(results.length).map((registration) => this.walk(registration));
        results.push(...(await Promise.all(batch)));
      }
      await callbacks;
    } while (results.length < registrations.length);
    return results.sort((a, b) => compareSequence(a.registration.sequence, b.registration.sequence));
  }

  walk(registration: Registration): Promise<WalkedResource | FailedWalk> {
    return (this.#walks.get(registration) ?? this.#begin(registration)).promise;
  }

  readonly ask: WalkContext["ask"] = (urn, question) =>
    this.busy(() => this.ports.limiter.run(() => question(this.ports.call(urn))));

  readonly busy: WalkContext["busy"] = (work) => this.#guard.busy(work);

  #begin(registration: Registration): Walk {
    const walk = new Walk();
    this.#walks.set(registration, walk);
    this.#open.set(registration, walk);
    void this.#plan(registration)
      .catch((error: unknown) => {
        if (!isDiagnosticError(error)) throw error;
        return failedWalk(registration, error.diagnostics);
      })
      .then((result) => walk.settle(result), walk.fail)
      .finally(() => this.#open.delete(registration));
    this.#guard.check();
    return walk;
  }

  #answer(registration: Registration): ResourceAnswer | Promise<ResourceAnswer> {
    const { result, promise } = this.#walks.get(registration) ?? this.#begin(registration);
    return result === undefined ? promise.then(({ answer }) => answer) : result.answer;
  }

  /** Whoever is left waits for others that are left: their needs are a circle, and one of its members fails. */
  #failStalled(): void {
    const needs = (registration: Registration) =>
      [registration.inputs, registration.options.dependsOn, registration.outputs]
        .filter((expression) => expression !== undefined)
        .flatMap((expression) => [...this.evaluator.awaitedResources(expression)] as Registration[]);
    const ordered = orderGraph({ nodes: [...this.#open.keys()], needs });
    if (!("cycle" in ordered)) return;
    const [first] = ordered.cycle;
    const walk = this.#open.get(first!);
    this.#open.delete(first!);
    walk?.settle(failedWalk(first!, [resourceCycle(ordered.cycle)]));
  }

  async #plan(registration: Registration): Promise<WalkedResource | FailedWalk> {
    const held = this.ports.held.get(registration.urn);
    if (held !== undefined) return failedWalk(registration, held);
    const asked = {
      ...(await askedFor(registration, this.evaluator)),
      origin: await originOf(registration, this.evaluator),
    };
    switch (registration.kind) {
      case "component":
      case "provider":
        return planUnmanaged(registration, asked, this);
      case "external":
        return planExternal(registration, asked, this);
      case "custom":
        return planManaged(registration, asked, this);
    }
  }
}
