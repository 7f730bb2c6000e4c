import {
  afterDelete,
  performCreate,
  performDelete,
  performUpdate,
  runSteps,
  Stopped,
  type PerformPorts,
  type Performed,
  type Slot,
  type StepReport,
} from "../../apply/index.js";
import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type ObjectRow,
  type Registration,
  type ResourceId,
  type ResourceRow,
  type RunEvent,
  type Step,
  type ValueObject,
} from "../../model/index.js";
import { brokenPremises, decide } from "../../plan/index.js";
import { Evaluator, type EvaluatorPorts, type ResourceAnswer } from "../../program/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../provider/contract/index.js";
import { deferred, type Deferred } from "../../std/index.js";
import { Unanswered, type Asked } from "../facts/asked.js";
import { ApplyProviders } from "./apply-providers.js";
import { AppliedRows } from "./applied-rows.js";
import type { WorkedPlan } from "../planning/make-plan.js";
import { ComponentOffers } from "./component-offers.js";
import { performedAnswer } from "../planning/planned-answer.js";
import { brokenPremise, brokenPromise, otherAction } from "./apply-problem.js";
import type { WalkedRemoval } from "../planning/plan-removals.js";
import { priorFacts } from "../facts/prior-facts.js";
import { withSecretSettings } from "../providers/provider-settings.js";
import type { ApplyOptions } from "../request.js";
import { Replacements } from "./replacements.js";
import { RunningSteps } from "./running-steps.js";
import { StateSteps } from "./state-steps.js";
import { StepOrder } from "./step-order.js";
import type { WalkedResource } from "../planning/walked.js";

export interface ApplyPorts {
  readonly perform: PerformPorts;
  readonly nextRid: () => ResourceId;
  readonly recordedProvider: (row: ResourceRow, object: ObjectRow) => Promise<ConfiguredProvider>;
  readonly evaluation: Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits">;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly emit: (event: RunEvent) => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
}

export interface Applied {
  readonly reports: readonly StepReport[];
  /** The stack's outputs; undefined if something they come from failed. */
  readonly outputs: ValueObject | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** What the program asked for that the plan did not have. */
  readonly unplanned: readonly Registration[];
}

/** Carries out a plan: exactly its steps, each when what it needs is done. It may do less, never more or other. */
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
  /** What resources with a step will answer; the others answer as planned. */
  readonly #answers = new Map<string, Deferred<ResourceAnswer>>();
  readonly #rows: AppliedRows;
  /** Those of them that have answered. */
  readonly #settled = new Set<string>();
  readonly #providers: ApplyProviders;
  readonly #state: StateSteps;
  readonly #replacements: Replacements;
  readonly #offers: ComponentOffers;
  readonly #running: RunningSteps;
  readonly #order: StepOrder;
  readonly #removals: ReadonlyMap<string, WalkedRemoval>;

  constructor(worked: WorkedPlan, ports: ApplyPorts) {
    this.#worked = worked;
    this.#ports = ports;
    this.#removals = new Map(
      worked.removals.map((each) => [`${each.row.urn} ${each.object.generation}`, each]),
    );
    for (const { urn, action } of worked.plan.steps) {
      if (action !== "delete" && action !== "forget") this.#answers.set(urn, deferred());
    }
    this.#evaluator = new Evaluator({
      ...ports.evaluation,
      recorder: worked.program.recorder,
      onQuiet: () => this.#running.check(),
      answers: {
        answer: (resource) => this.#answers.get(resource.urn)?.promise ?? this.#plannedAnswer(resource.urn),
      },
    });
    this.#order = new StepOrder(worked.plan.steps);
    this.#running = new RunningSteps(this.#evaluator, (urn) =>
      this.#order.before(urn).flatMap((each) => worked.resources.get(each)?.registration ?? []),
    );
    this.#rows = new AppliedRows(worked, ports.nextRid);
    this.#offers = new ComponentOffers(this.#evaluator, this.#rows, ports.perform.journal);
    this.#providers = new ApplyProviders(worked.pool, ports, this.#evaluator);
    this.#state = new StateSteps({
      rows: this.#rows,
      providers: this.#providers,
      evaluator: this.#evaluator,
      pool: worked.pool,
      journal: ports.perform.journal,
      call: ports.call,
    });
    this.#replacements = new Replacements(this.#providers, this.#order, worked.resources);
  }

  async run(options: ApplyOptions): Promise<Applied> {
    const { plan, program, resources, isDestroy } = this.#worked;
    const { recorder } = program;
    const planned = new Set(program.registrations);
    // What leaves asks for nothing: of the program of a destroy, only the settings of providers are looked at.
    const callbacks = isDestroy ? [] : this.#evaluator.evaluateCallbacks();
    const reports = await runSteps(plan.steps, {
      parallel: options.parallel ?? 16,
      continueOnError: options.continueOnError ?? false,
      signal: AbortSignal.any([options.signal, options.leave].filter((signal) => signal !== undefined)),
      perform: (step, slot) => this.#reported(step, slot),
      onStop: (running) =>
        this.#ports.emit({ kind: "cancelling", waitingFor: running.map(({ urn }) => urn) }),
    });
    // Whoever still waits for a step that was not performed must not wait for ever.
    for (const { step, result } of reports) {
      if (!isDone(result)) this.#answers.get(step.urn)?.resolve({ ok: false, diagnostics: [] });
    }
    const diagnostics = (await callbacks).flatMap((result) => (result.ok ? [] : result.diagnostics));
    const outputs = isDestroy
      ? ({ ok: true, value: {} } as const)
      : await this.#evaluator.evaluate(program.outputs);
    const isComplete = reports.every(({ result }) => isDone(result));
    await this.#offers.record(program.registrations.filter(({ kind }) => kind === "component"));
    return {
      reports,
      outputs: isComplete && outputs.ok ? (outputs.value as ValueObject) : undefined,
      diagnostics: [
        ...new Set([
          ...plan.held,
          ...reports.flatMap((report) => report.diagnostics),
          ...diagnostics,
          ...recorder.late,
        ]),
      ],
      unplanned: program.registrations.filter((each) => !planned.has(each) && !resources.has(each.urn)),
    };
  }

  async #reported(step: Step, slot: Slot): Promise<Omit<StepReport, "step">> {
    const { emit, elapsed } = this.#ports;
    const { id, urn, action } = step;
    const begun = elapsed();
    emit({ kind: "step-started", urn, action, step: id });
    const report = await this.#running.run(() => this.#perform(step, slot));
    // Whoever waits for its values without the plan knowing, through a callback, must not wait for ever.
    if (report.result !== "done" && report.result !== "skipped")
      this.#answers.get(urn)?.resolve({ ok: false, diagnostics: [] });
    emit({ kind: "step-finished", urn, action, step: id, ...report, durationMs: elapsed() - begun });
    return report;
  }

  async #perform(step: Step, slot: Slot): Promise<Omit<StepReport, "step">> {
    try {
      if (step.action === "delete" || step.action === "forget") return await this.#remove(step, slot);
      const walked = this.#worked.resources.get(step.urn)!;
      return await this.#performResource(step, walked, slot);
    } catch (error) {
      if (error instanceof Stopped || error instanceof Unanswered)
        return { result: "not-started", diagnostics: [] };
      if (!isDiagnosticError(error)) throw error;
      return { result: "failed", diagnostics: error.diagnostics };
    }
  }

  async #performResource(step: Step, walked: WalkedResource, slot: Slot): Promise<Omit<StepReport, "step">> {
    const asked = await this.#asked(walked.registration, slot);
    this.#checkPremises(walked, asked);
    switch (step.action) {
      case "create":
        return this.#create(walked, asked, step);
      case "update":
        return this.#update(walked, asked);
      case "read":
        return this.#read(walked, asked);
      case "record":
        return this.#record(walked, asked);
      default:
        this.#answered(walked, walked.answer);
        return done;
    }
  }

  async #asked(registration: Registration, slot: Slot): Promise<Asked> {
    const asked = await this.#running.asked(registration, slot);
    return withSecretSettings(registration, asked, this.#worked.pool, this.#ports.call(registration.urn));
  }

  #checkPremises({ registration, inputs, provider }: WalkedResource, asked: Asked): void {
    const broken = brokenPremises(
      inputs,
      asked.inputs,
      (field) =>
        provider?.provider.isEquivalent({
          type: registration.type,
          field,
          before: inputs,
          after: asked.inputs,
        }) ?? false,
    );
    if (broken.length > 0) throw new DiagnosticError(brokenPremise(registration, broken));
  }

  async #create(walked: WalkedResource, asked: Asked, step: Step): Promise<Omit<StepReport, "step">> {
    const { registration } = walked;
    const former = this.#rows.objectOf(registration.urn);
    const isReplacing = step.replacement && former?.status === "current";
    if (isReplacing && !(await this.#replacements.isNeeded(walked, asked)))
      return this.#update(walked, asked);
    const { provider, record } = await this.#providers.providerFor(walked);
    const planned = await this.#providers.planNow(walked, asked, provider, undefined);
    await this.#providers.validate(walked, provider, planned, undefined);
    const row = this.#rows.resourceRow(walked, asked.options);
    const object = {
      rid: row.rid,
      generation: this.#rows.nextGeneration(row.rid),
      package: record,
      ...this.#rows.providerOf(walked),
      edges: this.#rows.edges(asked),
    };
    const performed = await performCreate(
      {
        resource: row,
        object,
        schemaVersion: planned.schemaVersion ?? 1,
        planned,
        provider,
        call: this.#ports.call(registration.urn, registration.options.customTimeouts?.create),
        ...(former !== undefined && {
          supersedes: { row: former, by: isReplacing ? "doom" : "drop" },
        }),
        remains: () => this.#rows.leave(object),
      },
      this.#ports.perform,
    );
    return this.#performed(walked, row, performed);
  }

  async #update(walked: WalkedResource, asked: Asked): Promise<Omit<StepReport, "step">> {
    const { registration, observed } = walked;
    const prior = walked.prior!;
    const { provider, record } = await this.#providers.providerFor(walked);
    const planned = await this.#providers.planNow(walked, asked, provider, prior.stored);
    const now = decide({
      kind: "custom",
      prior: priorFacts(prior),
      observed: "present",
      planned,
      forced: [],
      bookkeeping: ["inputs"],
    });
    if (now.action === "record") {
      await this.#record({ ...walked, planned, answer: performedAnswer(registration, prior.stored) }, asked);
      return { result: "skipped", diagnostics: [] };
    }
    if (now.action !== "update")
      throw new DiagnosticError(otherAction(registration, "an update", "a replacement"));
    await this.#providers.validate(walked, provider, planned, prior.stored);
    const row = this.#rows.resourceRow(walked, asked.options);
    const performed = await performUpdate(
      {
        resource: row,
        object: prior.object,
        prior: prior.stored,
        baseline: prior.baseline,
        ...(observed !== undefined && observed !== "absent" && { observed }),
        planned,
        edges: this.#rows.edges(asked),
        provider,
        package: record,
        providerRid: this.#rows.providerOf(walked).provider,
        call: this.#ports.call(registration.urn, registration.options.customTimeouts?.update),
      },
      this.#ports.perform,
    );
    return this.#performed(walked, row, performed);
  }

  async #record(walked: WalkedResource, asked: Asked): Promise<Omit<StepReport, "step">> {
    const inputs = await this.#state.record(walked, asked);
    if (walked.planned !== undefined) this.#answered(walked, walked.answer);
    else
      void this.#offers.answer(walked.registration, inputs).then((answer) => this.#answered(walked, answer));
    return done;
  }

  async #read(walked: WalkedResource, asked: Asked): Promise<Omit<StepReport, "step">> {
    const stored = await this.#state.read(walked, asked);
    this.#answered(walked, performedAnswer(walked.registration, stored));
    return done;
  }

  /** Takes an object away that was replaced, or that the program does not ask for. */
  async #remove(step: Step, slot: Slot): Promise<Omit<StepReport, "step">> {
    const { perform, call } = this.#ports;
    const { generation } = step.object!;
    const removal = this.#removals.get(`${step.urn} ${generation}`);
    const object = removal?.object ?? this.#rows.formerObject(step.urn, generation);
    const walked = this.#worked.resources.get(step.urn);
    const isFirstHalf = removal === undefined && object.status === "current";
    if (isFirstHalf && !(await this.#mustGo(walked!, slot))) return { result: "skipped", diagnostics: [] };
    const remains = () => this.#rows.remove(step.urn, object, isFirstHalf);
    if (step.action === "forget") {
      await perform.journal.append({
        event: { kind: "recorded", what: "forgotten" },
        changes: afterDelete(object, remains()),
      });
      return done;
    }
    const provider = removal?.provider ?? (await this.#providers.formerProvider(walked!));
    const timeoutMs = (removal?.row ?? walked?.prior?.row)?.options.deleteTimeoutMs;
    const deleted = await performDelete(
      { object, prior: object.stored, provider, call: call(step.urn, timeoutMs), remains },
      perform,
    );
    return deleted.kind === "done" ? done : { result: deleted.kind, diagnostics: deleted.diagnostics };
  }

  /** Whether an object that is to be replaced has to go, and its successor may come, as far as that can be told now. */
  async #mustGo(walked: WalkedResource, slot: Slot): Promise<boolean> {
    const { registration, needs } = walked;
    if (this.#replacements.isKept(registration.urn)) return false;
    const isOpen = needs.some(({ to }) => this.#answers.has(to.urn) && !this.#settled.has(to.urn));
    const asked = isOpen ? undefined : await this.#running.asked(registration, slot);
    if (asked !== undefined) {
      this.#checkPremises(walked, asked);
      if (!(await this.#replacements.isNeeded(walked, asked))) return false;
    }
    await this.#replacements.validate(walked, asked);
    return true;
  }

  #performed(walked: WalkedResource, row: ResourceRow, performed: Performed): Omit<StepReport, "step"> {
    const { registration, planned } = walked;
    if (performed.kind === "failed" || performed.kind === "uncertain") {
      return { result: performed.kind, diagnostics: performed.diagnostics };
    }
    const { object } = performed;
    this.#rows.put(registration.urn, { row, object });
    if (performed.kind === "unfinished") return { result: "failed", diagnostics: performed.diagnostics };
    const broken = brokenPremises(planned?.outputs ?? {}, object.stored.outputs, () => false);
    if (broken.length > 0 && this.#isRead(registration)) {
      const behind = this.#order.behind(registration.urn);
      return { result: "failed", diagnostics: [brokenPromise(registration, broken, behind)] };
    }
    this.#answered(walked, performedAnswer(registration, object.stored));
    return done;
  }

  #answered({ registration }: WalkedResource, answer: ResourceAnswer): void {
    this.#settled.add(registration.urn);
    this.#answers.get(registration.urn)?.resolve(answer);
  }

  /** Whether another resource was planned with its outputs. A value that nobody was told cannot be broken. */
  #isRead(registration: Registration): boolean {
    return [...this.#worked.resources.values()].some(({ needs }) =>
      needs.some(({ kind, to }) => kind === "input" && to === registration),
    );
  }

  #plannedAnswer(urn: string): ResourceAnswer {
    return this.#worked.resources.get(urn)?.answer ?? { ok: false, diagnostics: [] };
  }
}

function isDone(result: StepReport["result"]): boolean {
  return result === "done" || result === "skipped";
}

const done = { result: "done", diagnostics: [] } as const;
