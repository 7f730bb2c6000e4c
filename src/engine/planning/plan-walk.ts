import {
  DiagnosticError,
  isDiagnosticError,
  compareSequence,
  equalValues,
  stripSecrets,
  type Diagnostic,
  type ForcedBy,
  type RecordedOptions,
  type Registration,
  type ResourceHandle,
  type ResourceId,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import { orderGraph } from "../../graph/index.js";
import { bookkeeping, decide, type Decision } from "../../plan/index.js";
import {
  Evaluator,
  type EvaluatorPorts,
  type RecordedProgram,
  type ResourceAnswer,
} from "../../program/index.js";
import type { PlanRequest, ProviderCall } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { Limiter } from "../../std/limiter.js";
import { accepted } from "../providers/accepted.js";
import { askedFor, valueOf, type Asked } from "../facts/asked.js";
import { inheritedOptions } from "../facts/inherited-options.js";
import { originOf } from "../facts/origin-of.js";
import { componentAnswer, performedAnswer, plannedAnswer } from "./planned-answer.js";
import { managedDifferently, priorFacts, providerMove } from "../facts/prior-facts.js";
import { providerOf } from "../providers/provider-of.js";
import { defaultConfiguration, type PooledProvider, type ProviderPool } from "../providers/provider-pool.js";
import { withSecretSettings } from "../providers/provider-settings.js";
import { recordedAfter, recordedBefore } from "../facts/recorded-of.js";
import { StallGuard } from "../stall-guard.js";
import { sealOutputs, sealStored, withSecretOutputs } from "../providers/secret-outputs.js";
import { externalToManaged, notFound, resourceCycle } from "./walk-problem.js";
import type { PlanOptions } from "../request.js";
import { Walk } from "./walk.js";
import { failedWalk, type FailedWalk, type PriorState, type WalkedResource } from "./walked.js";

export interface WalkPorts {
  readonly program: RecordedProgram;
  readonly state: SnapshotIndex;
  readonly pool: ProviderPool;
  readonly evaluation: Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits">;
  /** How many providers are asked at the same time. */
  readonly limiter: Limiter;
  readonly call: (urn: string) => ProviderCall;
  readonly options: PlanOptions;
  /** Resources that must not be touched before someone has decided what became of them, and why. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
}

/**
 * Plans the resources of a program, each when what its inputs depend on has been planned: reads what exists,
 * asks the provider, decides. Independent resources are planned at the same time.
 */
export class PlanWalk {
  readonly #ports: WalkPorts;
  readonly evaluator: Evaluator;
  readonly #guard: StallGuard;
  readonly #walks = new Map<ResourceHandle, Walk>();
  /** The resources that have not been planned to the end. */
  readonly #open = new Map<Registration, Walk>();

  constructor(ports: WalkPorts) {
    this.#ports = ports;
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
    const { registrations } = this.#ports.program;
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
    const held = this.#ports.held.get(registration.urn);
    if (held !== undefined) return failedWalk(registration, held);
    const asked = {
      ...(await askedFor(registration, this.evaluator)),
      origin: await originOf(registration, this.evaluator),
    };
    switch (registration.kind) {
      case "component":
      case "provider":
        return this.#planUnmanaged(registration, await this.#settings(registration, asked));
      case "external":
        return this.#planExternal(registration, asked);
      case "custom":
        return this.#planManaged(registration, asked);
    }
  }

  #settings(registration: Registration, asked: PlannedAsked): Promise<PlannedAsked> {
    const { pool, call } = this.#ports;
    return this.#guard.busy(() => withSecretSettings(registration, asked, pool, call(registration.urn)));
  }

  async #planUnmanaged(registration: Registration, asked: PlannedAsked): Promise<WalkedResource> {
    const prior = this.#prior(registration);
    const outputs =
      registration.outputs === undefined ? {} : (await valueOf(registration.outputs, this.evaluator)).value;
    const decision = decide({
      kind: "component",
      ...(prior !== undefined && { prior: priorFacts(prior) }),
      observed: "unread",
      forced: [],
      bookkeeping: prior === undefined ? [] : this.#bookkeeping(registration, prior, asked, asked.inputs),
    });
    const answer = componentAnswer(registration, asked.inputs, (outputs ?? {}) as ValueObject);
    return { ...unmanaged, ok: true, registration, prior, ...asked, decision, answer };
  }

  async #planExternal(registration: Registration, asked: PlannedAsked): Promise<WalkedResource> {
    const prior = this.#prior(registration);
    const provider = await this.#provider(registration);
    const id = (await valueOf(registration.externalId!, this.evaluator)).value;
    const decision: Decision = { action: "read", reasons: [] };
    if (typeof stripSecrets(id) !== "string" || !provider.pooled.provider.ready) {
      const answer = { ok: true, properties: { urn: registration.urn, id }, others: "unknown" } as const;
      return {
        ok: true,
        registration,
        prior,
        ...asked,
        ...provider.use,
        observed: undefined,
        planned: undefined,
        decision,
        answer,
      };
    }
    const { type, urn } = registration;
    const found = accepted(
      await this.#ask(urn, (call) =>
        provider.pooled.provider.lookup(call, { type, id: stripSecrets(id) as string }),
      ),
    );
    if (found.kind === "absent")
      throw new DiagnosticError(notFound(registration, stripSecrets(id) as string));
    const answer = performedAnswer(registration, found.stored);
    return {
      ok: true,
      registration,
      prior,
      ...asked,
      ...provider.use,
      observed: found.stored,
      planned: undefined,
      decision,
      answer,
    };
  }

  async #planManaged(registration: Registration, asked: PlannedAsked): Promise<WalkedResource> {
    const { type, urn } = registration;
    const provider = await this.#provider(registration);
    const { pooled } = provider;
    const prior = await this.#upgraded(registration, pooled);
    if (prior?.row.kind === "external") throw new DiagnosticError(externalToManaged(registration));
    const move = providerMove(prior, provider.use.providedBy, (rid) => this.#ports.state.urnOf(rid));
    const observed = prior && (await this.#read(registration, prior, pooled, move !== undefined));
    const isNew = prior === undefined || observed === "absent" || prior.object.status === "owed";
    const request: PlanRequest = {
      mode: isNew ? "create" : "update",
      type,
      inputs: asked.inputs,
      ...(!isNew && { prior: prior.stored, baseline: prior.baseline }),
      ...(!isNew && observed !== undefined && { observed }),
      replaceOnChanges: registration.options.replaceOnChanges ?? [],
      ignoreChanges: registration.options.ignoreChanges ?? [],
    };
    const planned = accepted(await this.#ask(urn, (call) => pooled.provider.plan(call, request)));
    const decision = decide({
      kind: "custom",
      ...(prior !== undefined && { prior: priorFacts(prior) }),
      observed: observed === "absent" ? "absent" : observed === undefined ? "unread" : "present",
      planned,
      ...managedDifferently(prior, registration, pooled.loaded, observed === undefined ? move : undefined),
      forced: prior === undefined ? [] : await this.#forced(registration, prior, asked.options),
      bookkeeping: prior === undefined ? [] : this.#bookkeeping(registration, prior, asked, planned.inputs),
      ...(registration.options.deleteBeforeReplace !== undefined && {
        deleteBeforeReplace: registration.options.deleteBeforeReplace,
      }),
    });
    // The new object knows nothing of the old one: what it will be is planned afresh.
    const performed =
      decision.action === "replace"
        ? accepted(await this.#ask(urn, (call) => pooled.provider.plan(call, asNew(request))))
        : planned;
    const answer = plannedAnswer(registration, decision, performed, prior?.stored);
    return {
      ok: true,
      registration,
      prior,
      ...asked,
      ...provider.use,
      observed,
      planned: performed,
      decision,
      answer,
    };
  }

  #ask<T>(urn: string, question: (call: ProviderCall) => Promise<T>): Promise<T> {
    return this.#guard.busy(() => this.#ports.limiter.run(() => question(this.#ports.call(urn))));
  }

  async #provider(registration: Registration): Promise<ProviderUse> {
    const { pool, call, program } = this.#ports;
    const loaded = accepted(await this.#guard.busy(() => pool.packageOf(registration)));
    const providedBy = providerOf(registration, loaded.record.name);
    const config = program.recorder.settings.config ?? {};
    const source =
      providedBy === undefined
        ? defaultConfiguration(loaded.record.name, config)
        : { key: providedBy.urn, config: await this.#configuration(providedBy) };
    const configured = accepted(
      await this.#guard.busy(() => pool.configured(call(registration.urn), loaded, source)),
    );
    const { additionalSecretOutputs } = registration.options;
    const pooled = {
      ...configured,
      provider: withSecretOutputs(configured.provider, additionalSecretOutputs),
    };
    return { pooled, use: { provider: pooled, providedBy } };
  }

  async #configuration(providedBy: Registration): Promise<ValueObject> {
    const walked = await this.walk(providedBy);
    if (walked.ok) return walked.inputs;
    const [first, ...rest] = walked.answer.diagnostics;
    throw new DiagnosticError(first!, ...rest);
  }

  #prior({ urn }: Registration): PriorState | undefined {
    const { state } = this.#ports;
    const row = state.byUrn.get(urn);
    const object =
      row && (state.currentOf(row.rid) ?? state.objectsOf(row.rid).find(({ status }) => status === "owed"));
    return row === undefined || object === undefined
      ? undefined
      : { row, object, stored: object.stored, baseline: object.baseline };
  }

  async #upgraded(registration: Registration, { loaded }: PooledProvider): Promise<PriorState | undefined> {
    const prior = this.#prior(registration);
    const isOwn =
      prior !== undefined &&
      prior.object.package?.name === loaded.record.name &&
      prior.stored.type === registration.type;
    if (!isOwn) return prior;
    const upgrade = (stored: Stored) =>
      this.#ask(registration.urn, (call) => loaded.package.upgrade(call, stored));
    const stored = accepted(await upgrade(prior.stored));
    const { outputs: baseline } = accepted(await upgrade({ ...prior.stored, outputs: prior.baseline }));
    const { additionalSecretOutputs: names } = registration.options;
    return { ...prior, stored: sealStored(stored, names), baseline: sealOutputs(baseline, names) };
  }

  async #read(
    registration: Registration,
    prior: PriorState,
    { provider, loaded }: PooledProvider,
    isMoved: boolean,
  ): Promise<Stored | "absent" | undefined> {
    const isReadable = prior.object.status === "current" && prior.object.package?.name === loaded.record.name;
    if (!isReadable || !provider.ready || this.#ports.options.refresh === false) return undefined;
    const answer = await this.#ask(registration.urn, (call) => provider.read(call, { prior: prior.stored }));
    // Another configuration may lead to the same place. Where it does not, it says nothing about the object.
    if (isMoved) return answer.kind === "found" ? answer.stored : undefined;
    const found = accepted(answer);
    return found.kind === "absent" ? "absent" : found.stored;
  }

  async #forced(
    registration: Registration,
    prior: PriorState,
    now: RecordedOptions,
  ): Promise<readonly ForcedBy[]> {
    const { urn } = registration;
    const options = inheritedOptions(registration);
    const forced: ForcedBy[] = [];
    const recorded = prior.row.options.replaceTrigger;
    if (
      recorded !== undefined &&
      now.replaceTrigger !== undefined &&
      !equalValues(recorded, now.replaceTrigger)
    )
      forced.push("trigger");
    if (this.#ports.options.replace?.includes(urn)) forced.push("request");
    if (prior.stored.tainted) forced.push("taint");
    if (await this.#anyReplaced(options.replaceWith ?? [])) forced.push("replace-with");
    if (await this.#anyReplaced(options.deletedWith === undefined ? [] : [options.deletedWith]))
      forced.push("deleted-with");
    return forced;
  }

  async #anyReplaced(handles: readonly ResourceHandle[]): Promise<boolean> {
    const walked = await Promise.all(handles.map((handle) => this.walk(handle as Registration)));
    return walked.some((each) => each.ok && each.decision.action === "replace");
  }

  #bookkeeping(
    registration: Registration,
    prior: PriorState,
    asked: PlannedAsked,
    inputs: ValueObject,
  ): readonly string[] {
    const urnOf = (rid: ResourceId) => this.#ports.state.urnOf(rid);
    const version = prior.stored.schemaVersion;
    const after = recordedAfter(registration, asked, inputs, version);
    return bookkeeping(recordedBefore(prior, urnOf), after);
  }
}

interface ProviderUse {
  readonly pooled: PooledProvider;
  readonly use: Pick<WalkedResource, "provider" | "providedBy">;
}

type PlannedAsked = Asked & Pick<WalkedResource, "origin">;

const unmanaged = { provider: undefined, providedBy: undefined, observed: undefined, planned: undefined };
function asNew({ type, inputs, replaceOnChanges, ignoreChanges }: PlanRequest): PlanRequest {
  return { mode: "create", type, inputs, replaceOnChanges, ignoreChanges };
}
