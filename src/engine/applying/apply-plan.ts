import { runSteps, Stopped, type PerformPorts, type Slot } from "../../apply/index.js";
import {
  DiagnosticError,
  isDiagnosticError,
  isDone,
  isHydrated,
  isKnown,
  parsePropertyPath,
  openSecrets,
  type ObjectRow,
  type Registration,
  type ResourceId,
  type ResourceRow,
  type RunEvent,
  type Step,
  type StepEnd,
  type ValueObject,
} from "../../model/index.js";
import {
  decideStep,
  wholeResource,
  type AppliedFacts,
  type BrokenPremise,
  type Observations,
  type StepVerdict,
} from "../../plan/index.js";
import { Evaluator, type Membership } from "../../program/index.js";
import type { ConfiguredProvider, Lane, ProviderCall } from "../../provider/contract/index.js";
import type { EvaluationPorts } from "../facts/evaluation-ports.js";
import { Unanswered, type Asked } from "../facts/asked.js";
import { located } from "../facts/located.js";
import { membershipOf } from "../facts/origin-of.js";
import { recordedAnswer } from "../facts/recorded-answer.js";
import { applyOutside } from "./apply-outside.js";
import { performedAnswer } from "../facts/planned-answer.js";
import type { WalkedResource } from "../facts/walked.js";
import { ObjectIdentities } from "../providers/object-identities.js";
import { withSecretSettings } from "../providers/provider-settings.js";
import type { ApplyOptions } from "../facts/request.js";
import { AppliedRows } from "./applied-rows.js";
import { ApplyProviders } from "./apply-providers.js";
import { stepStopped } from "./apply-problem.js";
import { ComponentOffers } from "./component-offers.js";
import { LiveObjects } from "./live-objects.js";
import { Predictions, type MissedPrediction } from "./predictions.js";
import { RemovalSteps } from "./steps/removal-steps.js";
import { KnownChanges, type KnownChange } from "./steps/known-changes.js";
import { done, ResourceSteps } from "./steps/resource-steps.js";
import { RunningSteps } from "./steps/running-steps.js";
import { StackOutputs } from "./stack-outputs.js";
import { StateSteps } from "./steps/state-steps.js";
import { StepAnswers } from "./steps/step-answers.js";
import { StepOrder } from "./steps/step-order.js";
import type { SeedPort } from "../facts/object-seed.js";
import type { WorkedPlan, WalkedRemoval } from "../facts/worked-plan.js";

export interface ApplyPorts {
  readonly perform: PerformPorts;
  readonly nextRid: () => ResourceId;
  readonly recordedProvider: (row: ResourceRow, object: ObjectRow) => Promise<ConfiguredProvider>;
  readonly evaluation: EvaluationPorts;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly emit: (event: RunEvent) => void;
  readonly seed: SeedPort;
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
}

export interface Applied extends AppliedFacts {
  /** The stack outputs to record; undefined if they are unchanged. */
  readonly outputs: ValueObject | undefined;
  readonly unplanned: readonly Registration[];
  /** The drift that planning observed. */
  readonly observed?: Observations;
}

/**
 * Applies a plan: performs exactly its steps, each when its dependencies are done. It may do less than planned, but
 * never more and never something else.
 */
export async function applyPlan(
  worked: WorkedPlan,
  ports: ApplyPorts,
  options: ApplyOptions,
): Promise<Applied> {
  const application = new Application(worked, ports);
  return application.run(options);
}

class Application {
  readonly #worked: WorkedPlan;
  readonly #ports: ApplyPorts;
  readonly #evaluator: Evaluator;
  readonly #answers: StepAnswers;
  /** Resources planned for collection members that do not exist after all. Another plan removes them. */
  readonly #left: Registration[] = [];
  readonly #offers: ComponentOffers;
  readonly #outputs: StackOutputs;
  readonly #running: RunningSteps;
  readonly #resources: ResourceSteps;
  readonly #rows: AppliedRows;
  readonly #changes: KnownChanges;
  readonly #predictions: Predictions;
  readonly #removals: RemovalSteps;

  constructor(worked: WorkedPlan, ports: ApplyPorts) {
    this.#worked = worked;
    this.#ports = ports;
    const { plan, resources, removals, pool, program } = worked;
    const { perform, call, emit } = ports;
    const { journal } = perform;
    const answers = new StepAnswers(plan.steps, resources);
    const evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: program.recorder,
      onQuiet: () => this.#running.check(),
      // Program code may run for a long time, so the values that it receives must be durable first.
      beforeCallback: () => answers.unwritten,
      answers: {
        answer: (resource) =>
          isHydrated(resource) ? recordedAnswer(resource, worked.state) : answers.of(resource.urn),
      },
      outside: applyOutside({
        worked,
        call,
        otherStack: ports.evaluation.otherStack,
        application: () => ({ evaluator, rows, providers }),
      }),
    });
    const order = new StepOrder(plan.steps);
    const running = new RunningSteps(evaluator, (urn) =>
      order.before(urn).flatMap((each) => resources.get(each)?.registration ?? []),
    );
    const rows = new AppliedRows(worked, ports.nextRid);
    const offers = new ComponentOffers(evaluator, rows, journal);
    const providers = new ApplyProviders(pool, { ...ports, state: worked.state }, evaluator);
    const state = new StateSteps({ rows, providers, evaluator, pool, journal, call, now: perform.now });
    const predictions = new Predictions(evaluator.dependenciesOf);
    const { predicted } = worked;
    const known = { resources, providers, answers, running, order, predictions, predicted };
    const changes = new KnownChanges({ ...known, state: worked.state });
    const identities = new ObjectIdentities({
      pool,
      settings: program.recorder.settings,
      configurationOf: (rid) => rows.configurationOf(rid),
    });
    const leaving = removals.flatMap(({ by, object }) => (by === "keep" ? [] : [object]));
    const live = new LiveObjects(worked.state, identities, plan.steps, leaving);
    const shared = { resources, rows, answers, providers, changes, predictions, live, perform, call, emit };
    this.#answers = answers;
    this.#evaluator = evaluator;
    this.#offers = offers;
    this.#outputs = new StackOutputs({ worked, evaluator, rows, predictions, emit });
    this.#running = running;
    this.#resources = new ResourceSteps({ ...shared, state, offers, order });
    this.#rows = rows;
    this.#changes = changes;
    this.#predictions = predictions;
    this.#removals = new RemovalSteps({
      ...shared,
      removals: byObject(removals),
      registrationOf: worked.registrationOf,
    });
  }

  async run(options: ApplyOptions): Promise<Applied> {
    const { plan, program, resources, isDestroy } = this.#worked;
    const { recorder } = program;
    const planned = new Set(program.registrations);
    // A destroy uses only the provider configurations of the program.
    const callbacks = isDestroy ? [] : this.#evaluator.evaluateCallbacks();
    const reports = await runSteps(plan.steps, {
      parallel: options.parallel ?? 16,
      laneOf: (step) => this.#laneOf(step),
      continueOnError: options.continueOnError ?? false,
      signal: AbortSignal.any([options.signal, options.leave].filter((signal) => signal !== undefined)),
      perform: (step, slot) => this.#reported(step, slot),
      onStop: (running) =>
        this.#ports.emit({ kind: "cancelling", waitingFor: running.map(({ urn }) => urn) }),
    });
    // Do not leave anything waiting forever for a step that was not performed.
    for (const { step, result } of reports) {
      if (!isDone(result)) this.#answers.giveUp(step.urn);
    }
    const diagnostics = (await callbacks).flatMap((result) => (result.ok ? [] : result.diagnostics));
    const outputs = await this.#outputs.settle(reports.every(({ result }) => isDone(result)));
    const offers = await this.#offers.record(
      program.registrations.filter(
        ({ kind, urn }) => kind === "component" && resources.get(urn)?.decision.action !== "skip",
      ),
    );
    return {
      reports,
      outputs: outputs.recorded,
      diagnostics: [
        ...new Set([
          ...plan.held,
          ...reports.flatMap((report) => report.diagnostics),
          ...diagnostics,
          ...offers,
          ...outputs.diagnostics,
          ...recorder.late,
        ]),
      ],
      unplanned: [
        ...program.registrations.filter(
          (each) => !planned.has(each) && !resources.has(each.urn) && recorder.reruns.isCurrent(each),
        ),
        ...this.#left,
      ],
      ...(recorder.reruns.hasRemade && { isRemade: true }),
    };
  }

  #laneOf({ urn, object }: Step): Lane | undefined {
    const removal = object && this.#removals.of(urn, object.generation);
    return (removal ?? this.#worked.resources.get(urn)?.provider)?.provider?.lane;
  }

  async #reported(step: Step, slot: Slot): Promise<StepEnd> {
    const { emit, elapsed } = this.#ports;
    const { id, urn, action } = step;
    const begun = elapsed();
    emit({ kind: "step-started", urn, action, step: id });
    const ended = await this.#running.run(() => this.#perform(step, slot));
    const { result, performed, diagnostics } = ended;
    const { resources } = this.#worked;
    const found = located(diagnostics, (each) => resources.get(each)?.registration.position);
    // Do not leave anything waiting forever for its values. Callbacks can wait for them without the plan knowing.
    if (!isDone(result)) this.#answers.giveUp(urn);
    const durationMs = elapsed() - begun;
    emit({ kind: "step-finished", urn, action, step: id, result, performed, diagnostics: found, durationMs });
    return { result, performed, diagnostics: found, durationMs };
  }

  async #perform(step: Step, slot: Slot): Promise<StepEnd> {
    try {
      if (step.action === "delete" || step.action === "forget")
        return await this.#removals.remove(step, slot);
      const walked = this.#worked.resources.get(step.urn)!;
      return await this.#performResource(step, walked, slot);
    } catch (error) {
      if (error instanceof Stopped || error instanceof Unanswered)
        return { result: "not-started", diagnostics: [] };
      if (!isDiagnosticError(error)) throw error;
      return { result: "failed", diagnostics: error.diagnostics };
    }
  }

  /** Collects the facts that the decision about a step needs, in the order in which they are needed, and acts on it. */
  async #performResource(step: Step, walked: WalkedResource, slot: Slot): Promise<StepEnd> {
    const { registration } = walked;
    const { urn, kind, origin } = registration;
    const found: StepFindings = origin.length === 0 ? { membership: "member" } : {};
    for (;;) {
      const { membership, asked, broken, missed = [], change } = found;
      const verdict = decideStep({
        step,
        kind,
        membership,
        broken,
        missed,
        former: this.#rows.objectOf(urn)?.status,
        again: change,
        isPutOff: this.#changes.isPutOff(urn),
      });
      if (verdict.kind !== "find") return this.#obey(verdict, step, walked, found, slot);
      switch (verdict.fact) {
        case "membership":
          found.membership = await membershipOf(registration, this.#evaluator);
          if (found.membership !== "left") await this.#findRemade(registration, found);
          break;
        case "broken":
          found.asked = await this.#asked(found.remade ?? registration, slot);
          Object.assign(found, this.#predictions.part(walked, found.asked));
          break;
        case "again":
          found.change = await this.#changes.again(walked, asked!, missed.length > 0);
      }
    }
  }

  /** If a callback received a different value than predicted, it has run again and declares the resource anew. */
  async #findRemade(registration: Registration, found: StepFindings): Promise<void> {
    const { predicted, program } = this.#worked;
    if (predicted.get(registration.urn)?.has(wholeResource) !== true) return;
    const { reruns, callbacks } = program.recorder;
    for (const each of registration.origin) {
      const node = each.member === undefined ? reruns.currentCallback(each, callbacks) : undefined;
      const given = node && (await this.#evaluator.evaluate(node.to));
      // Do not wait for its return value, which may depend on this very resource.
      if (node !== undefined && given?.ok && isKnown(given.value))
        await this.#ports.evaluation.memory.outcomeOf(node, openSecrets(given.value));
    }
    const current = reruns.currentOf(registration);
    if (current === undefined) found.membership = "unmade";
    else if (current !== registration) found.remade = current;
  }

  async #obey(
    verdict: Exclude<StepVerdict, { kind: "find" }>,
    step: Step,
    walked: WalkedResource,
    found: StepFindings,
    slot: Slot,
  ): Promise<StepEnd> {
    const { registration } = walked;
    const asked = found.asked!;
    const known = found.change?.known;
    const missed = this.#missedBehind(walked, found);
    if (verdict.kind !== "stop") this.#predictions.note(step.urn, missed);
    switch (verdict.kind) {
      case "leave":
        this.#left.push(registration);
        this.#answers.giveUp(step.urn);
        return { result: "skipped", diagnostics: [] };
      case "stop":
        throw new DiagnosticError(stepStopped(registration, verdict, missed));
      case "create":
        return this.#resources.create(walked, asked, { ...verdict, isReplacement: step.replacement }, slot);
      case "update": {
        const ended = await this.#resources.update(walked, asked, known!, slot);
        return verdict.performed === undefined ? ended : { ...ended, performed: verdict.performed };
      }
      case "import":
        return this.#resources.adopt(walked, asked, known!, verdict.isUpdated, slot);
      case "record": {
        if (known !== undefined) this.#predictions.noteKept(walked, walked.prior!.stored);
        const kept = known && {
          planned: known.planned,
          answer: performedAnswer(registration, { ...walked.prior!.stored, inputs: known.planned.inputs }),
        };
        return this.#resources.record({ ...walked, ...kept }, asked, verdict.result);
      }
      case "read":
        // An object read with the predicted id says nothing about the object with the real id.
        return this.#resources.read(missed.length > 0 ? { ...walked, observed: undefined } : walked, asked);
      case "confirm":
        this.#answers.settle(step.urn, walked.answer);
        return done;
    }
  }

  /**
   * The missed predictions that changed the values of a resource. For a resource that is only read, its id counts as a
   * value.
   */
  #missedBehind(walked: WalkedResource, found: StepFindings): readonly MissedPrediction[] {
    const { asked = walked, membership, missed = [] } = found;
    const fields = missed.map(({ path }) => parsePropertyPath(path)[0] as string);
    if (walked.registration.kind === "external") fields.push("id");
    if (membership === "unmade") fields.push(wholeResource);
    return this.#predictions.behind(walked, asked, fields);
  }

  async #asked(registration: Registration, slot: Slot): Promise<Asked> {
    const asked = await this.#running.asked(registration, slot);
    if (registration.kind !== "provider") return asked;
    return withSecretSettings(registration, asked, this.#worked.pool, this.#ports.call(registration.urn));
  }
}

/** The facts collected about a step. */
interface StepFindings {
  membership?: Membership | "unmade";
  /** The resource as the repeated run of its callback declared it. */
  remade?: Registration;
  asked?: Asked;
  broken?: readonly BrokenPremise[];
  missed?: readonly BrokenPremise[];
  change?: KnownChange;
}

function byObject(removals: readonly WalkedRemoval[]): ReadonlyMap<string, WalkedRemoval> {
  return new Map(removals.map((each) => [`${each.row.urn} ${each.object.generation}`, each]));
}
