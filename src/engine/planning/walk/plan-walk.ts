import { orderGraph } from "../../../graph/index.js";
import {
  compareSequence,
  type Diagnostic,
  DiagnosticError,
  expressionsOf,
  isDiagnosticError,
  isHydrated,
  type Registration,
  type ResourceHandle,
} from "../../../model/index.js";
import { isFailedQuestion } from "../../../plan/index.js";
import { Evaluator, type ResourceAnswer } from "../../../program/index.js";
import { askedFor, Unanswered } from "../../facts/asked.js";
import { located } from "../../facts/located.js";
import { lastMembers } from "../../facts/last-members.js";
import type { Need } from "../../facts/needs.js";
import { membershipOf, originOf } from "../../facts/origin-of.js";
import { withStateProtection } from "../../facts/recorded-options.js";
import { AnswerMemory } from "../../facts/answer-memory.js";
import { OtherStacks } from "../../outside/other-stacks.js";
import { planOutside } from "../plan-outside.js";
import { recordedAnswer, withVersion } from "../../facts/recorded-answer.js";
import type { AtOnce } from "../../../std/index.js";
import { StallGuard } from "../../facts/stall-guard.js";
import { planExternal } from "./plan-external.js";
import { planManaged } from "./plan-managed.js";
import { planUnmanaged } from "./plan-unmanaged.js";
import { missingNeeds, planUntouched } from "./plan-untouched.js";
import type { PlannedAsked, WalkContext, WalkPorts } from "./walk-context.js";
import { needsUntouched, resourceCycle } from "../../facts/resource-problem.js";
import { failedWalk, type FailedWalk, type WalkedResource } from "../../facts/walked.js";

/**
 * Plans the resources of a program, each when its dependencies have been planned: reads the object, asks the provider,
 * decides. Independent resources are planned concurrently.
 */
export class PlanWalk implements WalkContext {
  readonly ports: WalkPorts;
  readonly evaluator: Evaluator;
  readonly #guard: StallGuard;
  readonly #walks = new Map<ResourceHandle, Walk>();
  /** Resources of collection members that no longer exist: the program does not declare them. */
  readonly left = new Set<Registration>();
  /** Answers from outside the program. */
  readonly asked = new AnswerMemory();
  readonly stacks: OtherStacks;
  /** Resources whose planning has not finished. */
  readonly #open = new Map<Registration, Walk>();

  constructor(ports: WalkPorts) {
    this.ports = ports;
    this.stacks = new OtherStacks(ports.evaluation.otherStack);
    this.#guard = new StallGuard(
      () => this.evaluator.isQuiet,
      () => this.#failStalled(),
    );
    this.evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: ports.program.recorder,
      answers: {
        answer: (resource) =>
          isHydrated(resource)
            ? recordedAnswer(resource, ports.state)
            : this.#answer(resource as Registration),
      },
      outside: planOutside(this),
      lastMembers: (node, dependencies) =>
        lastMembers(node, dependencies, ports.program.recorder.callbacks, ports.state),
      onQuiet: () => this.#guard.check(),
    });
  }

  /** Plans all declared resources, including those that callbacks declare meanwhile. Returns them in program order. */
  async run(): Promise<readonly (WalkedResource | FailedWalk)[]> {
    const { registrations } = this.ports.program;
    const callbacks = this.evaluator.evaluateCallbacks();
    const results: (WalkedResource | FailedWalk)[] = [];
    do {
      while (results.length < registrations.length) {
        const begun: Promise<WalkedResource | FailedWalk>[] = [];
        for (const registration of registrations.slice(results.length)) {
          begun.push(this.walk(registration));
          if (begun.length % begunAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        results.push(...(await Promise.all(begun)));
      }
      await callbacks;
    } while (results.length < registrations.length);
    return results.sort((a, b) => compareSequence(a.registration.sequence, b.registration.sequence));
  }

  walk(registration: Registration): Promise<WalkedResource | FailedWalk> {
    const known = this.#walks.get(registration);
    if (known !== undefined) return known.promise;
    const walk = this.#entered(registration);
    void this.#settle(registration, walk);
    return walk.promise;
  }

  /** Returns a resource that has been planned. */
  walked(resource: ResourceHandle): WalkedResource | undefined {
    const result = this.#walks.get(resource)?.result;
    return result?.ok ? result : undefined;
  }

  readonly ask: WalkContext["ask"] = (urn, question) =>
    this.busy(() => this.ports.limiter.run((aside) => question(this.ports.call(urn, undefined, aside))));

  readonly busy: WalkContext["busy"] = (work) => this.#guard.busy(work);

  #entered(registration: Registration): Walk {
    const walk = new Walk();
    this.#walks.set(registration, walk);
    this.#open.set(registration, walk);
    this.#guard.check();
    return walk;
  }

  /** Deferred, because dependencies may have to be started too, recursively, which would grow the call stack. */
  #beginSoon(registration: Registration): Walk {
    const walk = this.#entered(registration);
    queueMicrotask(() => void this.#settle(registration, walk));
    return walk;
  }

  async #settle(registration: Registration, walk: Walk): Promise<void> {
    try {
      walk.settle(await this.#plan(registration));
    } catch (error) {
      if (isDiagnosticError(error))
        return walk.settle(failedWalk(registration, ownProblems(registration, error)));
      // A bug may reject before anything waits for the promise.
      walk.promise.catch(() => {});
      walk.fail(error);
    } finally {
      this.#open.delete(registration);
    }
  }

  #answer(registration: Registration): ResourceAnswer | Promise<ResourceAnswer> {
    const { result, promise } = this.#walks.get(registration) ?? this.#beginSoon(registration);
    return result === undefined ? promise.then(answerOf) : answerOf(result);
  }

  /** All remaining walks wait for each other: their dependencies form a cycle, and one member of it fails. */
  #failStalled(): void {
    const needs = ({ inputs, outputs, externalId, options }: Registration) =>
      [inputs, outputs, externalId, ...expressionsOf(options).map(([, expression]) => expression)]
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
    const membership =
      registration.origin.length === 0 ? "member" : await membershipOf(registration, this.evaluator);
    if (membership === "left") {
      this.left.add(registration);
      return failedWalk(registration, []);
    }
    const isUntouched = this.#isUntouched(registration);
    if (isUntouched instanceof Promise ? await isUntouched : isUntouched)
      return planUntouched(registration, this);
    const walked = await this.#planAsked(registration);
    return membership === "assumed" ? assumedMember(walked) : walked;
  }

  async #planAsked(registration: Registration): Promise<WalkedResource> {
    const { names, state } = this.ports;
    const row = state.byUrn.get(registration.urn);
    const found = askedFor(registration, this.evaluator);
    const { inputs, needs, options } = found instanceof Promise ? await found : found;
    const origin = originOf(registration, this.evaluator);
    const globalId = names.globalIdOf(registration);
    const asked = {
      inputs,
      needs,
      options: withStateProtection(options, row?.options),
      origin: origin instanceof Promise ? await origin : origin,
      globalId: globalId instanceof Promise ? await this.busy(() => globalId) : globalId,
      formerUrn: row && names.formerOf(row.rid),
    };
    this.ports.onAsked?.(registration, asked);
    this.ports.selection.note(registration, asked.needs);
    switch (registration.kind) {
      case "component":
      case "provider":
        return planUnmanaged(registration, asked, this);
      case "external":
        if (!this.ports.selection.isWhole) await this.#checkNeeds(registration, asked);
        return planExternal(registration, asked, this);
      case "custom":
        if (!this.ports.selection.isWhole) await this.#checkNeeds(registration, asked);
        return planManaged(registration, asked, this);
    }
  }

  /**
   * True if a resource is left alone. Components and provider configurations need no calls: whether they are recorded
   * is decided after everything has been planned.
   */
  #isUntouched(registration: Registration): AtOnce<boolean> {
    const { selection, options } = this.ports;
    if (registration.kind === "component") return false;
    if (registration.kind === "provider") return selection.isExcluded(registration);
    const isOutside = () => !selection.has(registration);
    if (selection.isWhole || !options.dependents) return isOutside();
    return expectedOf(registration, this.evaluator).then((needs) => {
      selection.note(registration, needs);
      return isOutside();
    });
  }

  async #checkNeeds(registration: Registration, asked: PlannedAsked): Promise<void> {
    const missing = await missingNeeds(asked, this);
    const [first, ...rest] = [...missing].map((each) => needsUntouched(registration, each));
    if (first !== undefined) throw new DiagnosticError(first, ...rest);
  }
}

/** Returns the provider's problems as shown in the plan, with the position where the program declares the resource. */
function ownProblems(
  { urn, position }: Registration,
  { diagnostics }: DiagnosticError,
): readonly Diagnostic[] {
  if (!diagnostics.some(isFailedQuestion)) return diagnostics;
  return located(diagnostics, (resource) => (resource === urn ? position : undefined));
}

/**
 * Resources with synchronous answers are planned to the end before the next batch starts, so their garbage is young.
 */
const begunAtOnce = 100;

/**
 * Returns the dependencies of a resource as far as they are known. A failure to find them matters only if the resource
 * is selected.
 */
async function expectedOf(registration: Registration, evaluator: Evaluator): Promise<readonly Need[]> {
  try {
    return (await askedFor(registration, evaluator)).needs;
  } catch (error) {
    if (isDiagnosticError(error) || error instanceof Unanswered) return [];
    throw error;
  }
}

function answerOf(walked: WalkedResource | FailedWalk): ResourceAnswer {
  return walked.ok ? withVersion(walked.answer, walked) : walked.answer;
}

/** Marks a decision that assumes the collection members of the last run. */
function assumedMember(walked: WalkedResource): WalkedResource {
  const { decision, origin } = walked;
  const position = origin.find(({ membership }) => membership === "assumed")?.position;
  const reason = { kind: "assumed-member", ...(position && { position }) } as const;
  return { ...walked, decision: { ...decision, reasons: [...decision.reasons, reason] } };
}

/** The planning of one resource. Once finished, its result can be read synchronously. */
class Walk {
  result: WalkedResource | FailedWalk | undefined;
  readonly promise: Promise<WalkedResource | FailedWalk>;
  settle!: (result: WalkedResource | FailedWalk) => void;
  fail!: (bug: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.settle = (result) => {
        this.result ??= result;
        resolve(this.result);
      };
      this.fail = reject;
    });
  }
}
