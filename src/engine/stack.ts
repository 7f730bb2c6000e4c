import {
  DiagnosticError,
  equalValues,
  type Diagnostic,
  type RunEvent,
  type RunResult,
  type RunSummary,
  type Snapshot,
  type ValueObject,
} from "../model/index.js";
import {
  callbackNeverSettles,
  CallbackMemory,
  type CallbackLimits,
  type RecordedProgram,
} from "../program/index.js";
import type { ProgramSettings } from "../sdk/internal.js";
import type { PackageHost } from "../provider/contract/index.js";
import type { Holder, RunRow, StackRun, StackStore } from "../store/index.js";
import type { Applied } from "./applying/apply-plan.js";
import type { WorkedPlan } from "./planning/make-plan.js";
import type { SettledState } from "./settling/open-intents.js";
import type { Verdict } from "./settling/settle.js";
import { Planning } from "./planning.js";
import { refreshState } from "./refresh-state.js";
import type { ApplyOptions, PlanOptions } from "./request.js";
import { summaryOf } from "./applying/run-summary.js";
import { StackPlan } from "./stack-plan.js";
import { moved, notOneOpen, notShown } from "./stack-problem.js";

/** Everything a stack needs of the world. */
export interface StackPorts {
  readonly store: StackStore;
  /** Finds packages, those that the program defined or imported first. */
  readonly host: (program: RecordedProgram) => PackageHost;
  /** Evaluates the program once. */
  readonly record: (settings: StackSettings) => Promise<RecordedProgram>;
  readonly settings: StackSettings;
  readonly actor: string;
  readonly projectFolder: string;
  /** The time in ISO 8601. */
  readonly now: () => string;
  /** Milliseconds on a clock that only goes forward. */
  readonly elapsed: () => number;
  /** How long a callback may take; as long as it likes unless said. */
  readonly callbackLimits?: CallbackLimits;
}

export interface StackSettings extends ProgramSettings {
  readonly config: ValueObject;
}

export interface RunOptions extends ApplyOptions {
  readonly onEvent?: (event: RunEvent) => void;
  /** How many times what callbacks ask for during an apply is planned and applied too. One: not at all. */
  readonly rounds?: number;
}

/** How a run ended. */
export interface Run {
  /** Everything that was planned has been done, and nothing is left open. */
  readonly ok: boolean;
  readonly runId: string;
  /** The stack's outputs; those of before if the run did not come to its end. Secrets stay marked. */
  readonly outputs: ValueObject;
  readonly summary: RunSummary;
  readonly reports: Applied["reports"];
  readonly diagnostics: readonly Diagnostic[];
  /** What callbacks asked for that no plan had: another run is needed. */
  readonly unplanned: readonly string[];
}

/** One instance of a program, with its state. */
export class Stack {
  readonly #ports: StackPorts;
  readonly #callbacks = new CallbackMemory();

  constructor(ports: StackPorts) {
    this.#ports = ports;
  }

  /** What an apply would do now. Takes no lock and writes nothing. */
  async plan(options: PlanOptions = {}): Promise<StackPlan> {
    const { snapshot, holder } = await this.#ports.store.read();
    const planning = await this.#planning();
    const settled = await planning.settle(snapshot, undefined);
    const worked = await planning.plan(settled.snapshot, options, settled);
    return new StackPlan(worked.plan, settled.settled, holder, (run) =>
      this.#applyApproved(planning, worked, options, run),
    );
  }

  /** Plans and applies under one lock. */
  apply(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#run("apply", options, { ...options, destroy: false });
  }

  /** Deletes everything, dependents first. */
  destroy(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#run("destroy", options, { ...options, destroy: true });
  }

  /** State takes what the world has: observed outputs, and objects that are gone leave. */
  async refresh(options: RunOptions = {}): Promise<Run> {
    const run = await this.#begin("refresh");
    return this.#finish(run, options, async () => {
      const planning = await this.#planning();
      const settled = await settle(run, planning, options);
      const { diagnostics } = await refreshState({
        ...planning.recordedPorts(run.current()),
        append: (record) => run.append(record),
      });
      return {
        reports: [],
        outputs: undefined,
        diagnostics: [...[...settled.held.values()].flat(), ...diagnostics],
        unplanned: [],
      };
    });
  }

  /**
   * Says what became of a create that was cut off and cannot be looked up: the id of what it made, or that it
   * made nothing. The resource is named by its URN or its name.
   */
  async recover(
    resource: string,
    verdict: { readonly adopt: string } | { readonly absent: true },
    options: RunOptions = {},
  ): Promise<Run> {
    const run = await this.#begin("recover");
    return this.#finish(run, options, async () => {
      const { resources, open } = run.snapshot;
      const rows = [...open.values()].map(({ rid }) => resources.get(rid)!);
      const [row, ...others] = rows.filter(({ urn, name }) => urn === resource || name === resource);
      if (row === undefined || others.length > 0) throw new DiagnosticError(notOneOpen(resource, rows));
      const planning = await this.#planning();
      const settled = await settle(run, planning, options, { urn: row.urn, ...verdict });
      return { reports: [], outputs: undefined, diagnostics: settled.held.get(row.urn) ?? [], unplanned: [] };
    });
  }

  /** The outputs of the last run that came to its end. */
  async outputs(): Promise<ValueObject> {
    return (await this.#ports.store.read()).snapshot.outputs;
  }

  async snapshot(): Promise<Snapshot> {
    return (await this.#ports.store.read()).snapshot;
  }

  history(): Promise<readonly RunRow[]> {
    return this.#ports.store.history();
  }

  close(): Promise<void> {
    return this.#ports.store.close();
  }

  /**
   * For whoever owns the process and sees that nothing can happen in it any more: the callbacks that still wait
   * fail, and what is under way comes to its end. Says whether there were any.
   */
  endCallbacks(): boolean {
    return this.#callbacks.end(() => new DiagnosticError(callbackNeverSettles())) > 0;
  }

  async #run(command: string, runOptions: RunOptions, options: PlanOptions): Promise<Run> {
    const run = await this.#begin(command);
    return this.#finish(run, runOptions, async () => {
      const planning = await this.#planning();
      const settled = await settle(run, planning, runOptions);
      const worked = await planning.plan(run.current(), options, settled);
      return this.#rounds(run, planning, worked, options, runOptions);
    });
  }

  /** Applies a plan that was shown: the stack must be where it was, and nothing may be done that was not shown. */
  async #applyApproved(
    planning: Planning,
    approved: WorkedPlan,
    options: PlanOptions,
    runOptions: RunOptions,
  ): Promise<Run> {
    const run = await this.#begin("apply");
    return this.#finish(run, runOptions, async () => {
      if (run.snapshot.head !== approved.plan.base)
        throw new DiagnosticError(moved(approved.plan.base, run.snapshot.head));
      if (run.snapshot.open.size === 0) return this.#rounds(run, planning, approved, options, runOptions);
      const settled = await settle(run, planning, runOptions);
      const worked = await planning.plan(run.current(), options, settled);
      const shown = new Set(approved.plan.steps.map(({ id }) => id));
      const others = worked.plan.steps.filter(({ id, action }) => action !== "confirm" && !shown.has(id));
      if (others.length > 0) throw new DiagnosticError(notShown(others.map(({ id }) => id)));
      return this.#rounds(run, planning, worked, options, runOptions);
    });
  }

  /** Applies a plan, and then what callbacks asked for meanwhile, as often as the options say. */
  async #rounds(
    run: StackRun,
    planning: Planning,
    first: WorkedPlan,
    options: PlanOptions,
    runOptions: RunOptions,
  ): Promise<Applied> {
    let worked = first;
    const earlier: Applied["reports"][number][] = [];
    for (let round = 1; ; round++) {
      runOptions.onEvent?.({ kind: "apply-started", runId: run.runId, steps: worked.plan.steps.length });
      const applied = await planning.apply(worked, run, runOptions);
      const { plan } = worked;
      const isOpen =
        applied.unplanned.length > 0 || plan.changes.some(({ action }) => action === "undetermined");
      const isStuck = applied.diagnostics.length > 0 || plan.held.length > 0 || runOptions.signal?.aborted;
      if (isStuck || !isOpen || round >= (runOptions.rounds ?? 1))
        return { ...applied, reports: [...earlier, ...applied.reports] };
      // What could not be started is a step of the next round.
      earlier.push(...applied.reports.filter(({ result }) => result !== "not-started"));
      worked = await planning.plan(run.current(), options, nothingHeld);
    }
  }

  async #finish(run: StackRun, options: RunOptions, work: () => Promise<Applied>): Promise<Run> {
    let result: RunResult = "failed";
    let summary: RunSummary = {};
    if (run.tookOver !== undefined) options.onEvent?.(tookOver(run.tookOver));
    try {
      const applied = await work();
      summary = summaryOf(applied.reports);
      const { outputs } = applied;
      if (outputs !== undefined && !equalValues(outputs, run.current().outputs)) {
        await run.append({
          event: { kind: "recorded", what: "outputs" },
          changes: [{ put: "outputs", outputs }],
        });
      }
      const isDone = applied.diagnostics.length === 0 && applied.unplanned.length === 0;
      const ok =
        isDone && applied.reports.every((report) => report.result === "done" || report.result === "skipped");
      const isInterrupted = options.signal?.aborted || options.leave?.aborted;
      result = ok ? "succeeded" : isInterrupted ? "interrupted" : "failed";
      return {
        ok,
        runId: run.runId,
        outputs: run.current().outputs,
        summary,
        reports: applied.reports,
        diagnostics: applied.diagnostics,
        unplanned: applied.unplanned.map(({ urn }) => urn),
      };
    } finally {
      await run.end(result, summary);
      options.onEvent?.({ kind: "run-finished", runId: run.runId, succeeded: result === "succeeded" });
    }
  }

  #begin(command: string): Promise<StackRun> {
    return this.#ports.store.begin({ command, actor: this.#ports.actor });
  }

  async #planning(): Promise<Planning> {
    const { record, settings } = this.#ports;
    const recorded = await record(settings);
    return new Planning(
      {
        ...this.#ports,
        host: this.#ports.host(recorded),
        config: settings.config,
        memory: this.#callbacks,
      },
      recorded,
    );
  }
}

async function settle(
  run: StackRun,
  planning: Planning,
  { onEvent }: RunOptions,
  verdict?: Verdict,
): Promise<SettledState> {
  const state = await planning.settle(run.snapshot, run, verdict);
  for (const { urn, what } of state.settled) onEvent?.({ kind: "settled", urn, result: what });
  return state;
}

function tookOver({ runId, user, host, pid, command, since }: Holder): RunEvent {
  return { kind: "took-over", runId, user, host, pid, command, since };
}

const nothingHeld = { held: new Map<string, readonly Diagnostic[]>() };
