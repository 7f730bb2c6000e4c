import {
  DiagnosticError,
  equalValues,
  isError,
  type RunResult,
  type RunSummary,
  type Snapshot,
  type ValueObject,
} from "../model/index.js";
import { callbackNeverSettles, CallbackMemory } from "../program/index.js";
import { planJson, planText } from "../render/index.js";
import type { DeploymentFile } from "../state/index.js";
import type { Stats } from "../provider/index.js";
import type { KeySource, Rotation, RunEnding, RunRow, StackRun, Wrapping } from "../store/index.js";
import type { Applied } from "../engine/applying/apply-plan.js";
import type { WorkedPlan } from "../engine/planning/make-plan.js";
import { isUnsettled, nothingSettled } from "../engine/settling/index.js";
import { settleRun } from "../engine/settling/settle-run.js";
import { underWay } from "../engine/settling/under-way.js";
import { untilAllEnded, waitPorts } from "../engine/settling/until-ended.js";
import { evaluateProgram, planningOf, type EvaluatedProgram } from "../engine/evaluate-program.js";
import { warningsNotShown, whatWasNotShown } from "../engine/not-shown.js";
import { incompletePlan, refuseIncomplete, refuseUnsavable } from "../engine/incomplete-plan.js";
import { beginRun, untilFree, type WaitClock } from "../engine/lock-wait.js";
import { openPlanFile, Recording, Replay, writePlanFile } from "../engine/plan-file/index.js";
import { rewrapKey, rotateKey } from "./keys.js";
import type { LogsOptions, ObservePorts, ResourceLogLine, StackStats } from "./observe/index.js";
import { openResource } from "./recover.js";
import { renameResources } from "./rename.js";
import type { UsedPackages } from "./packages/index.js";
import type { ExportOptions } from "./stacks/index.js";
import { StateOperations } from "./state-operations.js";
import type { RenamePair } from "../plan/index.js";
import { environmentOf, movesFile, type MovesPort } from "../engine/planning/naming/index.js";
import { importResources, type Imported } from "./import.js";
import type { ImportRequest } from "./import-request.js";
import type { Planning } from "../engine/session.js";
import { isWhole, type PlanOptions } from "../engine/facts/request.js";
import { slowestOf, summaryOf } from "../engine/applying/run-summary.js";
import { finishedRun, tookOver, withDiagnostics, type ImportRun, type Run, type RunOptions } from "../engine/run.js";
import { StackPlan } from "../engine/stack-plan.js";
import type { StackPorts } from "../engine/stack-ports.js";
import { moved, notSavable, notShown } from "../engine/stack-problem.js";

/** One instance of a program, with its state. */
export class Stack {
  readonly #ports: StackPorts;
  readonly #callbacks = new CallbackMemory();

  constructor(ports: StackPorts) {
    this.#ports = ports;
  }

  /** What an apply would do now. Takes no lock and writes nothing. */
  async plan({ savable = true, ...options }: PlanOptions = {}): Promise<StackPlan> {
    const { snapshot, holder } = await this.#ports.store.read();
    const recording = savable ? new Recording() : undefined;
    const planning = await this.#planning(recording);
    const seeksSecond = isWhole(options);
    const settled =
      holder === undefined ? await planning.settle(snapshot, { seeksSecond }) : underWay(snapshot, holder);
    const worked = await planning.plan(settled.snapshot, options, settled);
    recording?.end();
    const code = recording && (await this.#ports.findCode?.(recording.packages));
    const open = settled.settled.map(({ urn }) => urn);
    return new StackPlan(
      worked.plan,
      settled.settled,
      holder,
      incompletePlan(worked, "The plan has the rest."),
      (run) => this.#applyApproved(planning, worked, options, run),
      () => {
        if (recording === undefined) throw new DiagnosticError(notSavable());
        refuseUnsavable(worked);
        return writePlanFile({ worked, options, recording, open, code }, this.#ports);
      },
    );
  }

  /**
   * Waits for the processes that interrupted operations have left running, as an apply does: until the deadline of each
   * call, after which its process is ended. Takes no lock and writes nothing.
   */
  async awaitProcesses(options: Pick<RunOptions, "signal" | "leave" | "onEvent"> = {}): Promise<void> {
    const { snapshot, holder } = await this.#ports.store.read();
    if (holder === undefined) await untilAllEnded(snapshot, waitPorts(this.#ports, options));
  }

  /** Applies a plan that was saved to a file; refused whole, with the reason, before any provider is called. */
  async applyFile(bytes: Uint8Array, options: RunOptions = {}): Promise<Run> {
    await this.awaitLock(options);
    const { document, digest, snapshot } = await openPlanFile(bytes, this.#ports);
    const replay = new Replay(document);
    const planning = await this.#planning(replay);
    const worked = await replay.plan(planning.program, () =>
      planning.plan(snapshot, document.options, nothingSettled),
    );
    const { madeAt: _, ...shown } = worked;
    const saved = { digest, goLive: () => replay.goLive() };
    return this.#applyApproved(planning, shown, document.options, options, saved);
  }

  /** Refuses if another run holds the lock, or waits until it is free, as the options say. The lock is not taken. */
  awaitLock(options: Pick<RunOptions, "wait" | "signal" | "onEvent"> = {}): Promise<void> {
    return untilFree(this.#ports.store, options, this.#clock);
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
  refresh(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#run("refresh", options, { ...options, refreshOnly: true });
  }

  /**
   * Takes objects into state that exist, and answers with the code that asks for them. They are protected: as long
   * as that code is not in the program, a plan that would delete them is refused.
   */
  async import(requests: readonly ImportRequest[], options: RunOptions = {}): Promise<ImportRun> {
    const { planning: planned, begin } = await this.#beforeRun(options);
    const run = await this.#begin("import", begin);
    let imported: Imported | undefined;
    const ended = await this.#finish(run, options, async () => {
      const planning = await planned();
      const { held } = await settleRun(run, planning, options);
      imported = await importResources(requests, planning.importPorts(run, options.leave));
      const diagnostics = [...[...held.values()].flat(), ...imported.diagnostics];
      return { reports: [], outputs: undefined, diagnostics, unplanned: [] };
    });
    return { ...ended, imported: imported!.resources, code: imported!.code };
  }

  /**
   * Says what became of a create that was cut off and cannot be looked up: the id of what it made, or that it
   * made nothing. The resource is named by its URN, moniker or name.
   */
  async recover(
    resource: string,
    verdict: { readonly adopt: string } | { readonly absent: true },
    options: RunOptions = {},
  ): Promise<Run> {
    const { planning: planned, begin } = await this.#beforeRun(options);
    const run = await this.#begin("recover", begin);
    return this.#finish(run, options, async () => {
      const { urn } = openResource(resource, run.snapshot);
      const planning = await planned();
      const settled = await settleRun(run, planning, options, { verdict: { urn, ...verdict } });
      return { reports: [], outputs: undefined, diagnostics: settled.held.get(urn) ?? [], unplanned: [] };
    });
  }

  /**
   * Gives resources other names, in state alone. Each is called by its URN, moniker, name or id; the new name is one
   * beside the old, or the URN or moniker of a resource of the same type. Other stacks of the project follow.
   */
  async rename(pairs: readonly RenamePair[], options: RunOptions = {}): Promise<Run> {
    const { planning: planned, begin } = await this.#beforeRun(options);
    const run = await this.#begin("rename", begin);
    return this.#finish(run, options, async () => {
      const { registrations, recorder } = (await planned()).program;
      const stack = environmentOf(recorder.settings);
      await renameResources({ run, pairs, registrations, moves: this.#moves, stack });
      return { reports: [], outputs: undefined, diagnostics: [], unplanned: [] };
    });
  }

  /**
   * What resources log, oldest first, merged by time: of one, of some, or of all that offer it. Each is called by its
   * URN, moniker, name or id, several by a pattern with `*` or by the component they are in.
   */
  async *logs(
    resources?: string | readonly string[],
    options: LogsOptions = {},
  ): AsyncGenerator<ResourceLogLine, void, void> {
    const texts = typeof resources === "string" ? [resources] : resources;
    const { openLogs } = await import("./observe/index.js");
    yield* openLogs(texts, options, await this.#observing());
  }

  /** The performance counters of a resource. */
  async stats(resource: string): Promise<Stats> {
    const { resourceStats } = await import("./observe/index.js");
    return resourceStats(resource, await this.#observing());
  }

  /** The counters of all resources that offer them, or of some, by provider too; and what took longest last. */
  async allStats(resources?: readonly string[]): Promise<StackStats> {
    const { lastRunTimes, stackStats } = await import("./observe/index.js");
    const counted = await stackStats(resources, await this.#observing());
    return { ...counted, ...lastRunTimes(await this.history()) };
  }

  /** State as the ecosystem's deployment JSON, version 3. Secrets are sealed for this stack unless asked otherwise. */
  async export(options: ExportOptions = {}): Promise<DeploymentFile> {
    const { store, settings, projectFolder, now } = this.#ports;
    const stack = environmentOf(settings);
    const { exportStack } = await import("./stacks/index.js");
    return exportStack({ store, project: settings.project, stack, projectFolder, now: now() }, options);
  }

  /** The packages that the program and state use. */
  async packages(): Promise<UsedPackages> {
    const { program } = await this.#planning();
    const { usedPackages } = await import("./packages/index.js");
    return usedPackages(program.registrations, await this.snapshot(), this.#ports.host(program));
  }

  /** What is done to state alone: `stack.state.taint("logs")` and the like. */
  get state(): StateOperations {
    return new StateOperations(this.#ports);
  }

  /** Replaces the key that secrets are sealed with, in state and in the configuration file; resumes what was cut off. */
  rotateKey(): Promise<Rotation> {
    const { store, actor, settings, configFile } = this.#ports;
    return rotateKey({ store, actor, project: settings.project, configFile });
  }

  /** Lets another passphrase or key file open the stack. What opened it before does not any more. */
  rewrapKey(source: KeySource): Promise<Wrapping> {
    return rewrapKey(this.#ports, source);
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

  async #observing(): Promise<ObservePorts> {
    return (await this.#planning()).observePorts(await this.snapshot());
  }

  async #run(command: string, runOptions: RunOptions, options: PlanOptions): Promise<Run> {
    const { planning: planned, begin } = await this.#beforeRun(runOptions);
    const run = await this.#begin(command, begin);
    return this.#finish(run, runOptions, async () => {
      const planning = await planned();
      const settled = await settleRun(run, planning, runOptions, { seeksSecond: isWhole(options) });
      const worked = await planning.plan(run.current(), options, settled, runOptions.leave);
      const applied = await this.#rounds(run, planning, worked, options, runOptions);
      return withDiagnostics(applied, settled.warnings);
    });
  }

  /** Applies a plan that was shown: the stack must be where it was, and nothing may be done that was not shown. */
  async #applyApproved(
    planning: Planning,
    approved: WorkedPlan,
    options: PlanOptions,
    runOptions: RunOptions,
    saved?: { readonly digest: string; readonly goLive: () => Promise<void> },
  ): Promise<Run> {
    refuseIncomplete(approved, runOptions);
    const command = options.destroy ? "destroy" : options.refreshOnly ? "refresh" : "apply";
    const run = await this.#begin(command, runOptions, saved?.digest);
    return this.#finish(run, runOptions, async () => {
      if (run.snapshot.head !== approved.plan.base)
        throw new DiagnosticError(moved(approved.plan.base, run.snapshot.head));
      await saved?.goLive();
      const seeksSecond = isWhole(options);
      if (!isUnsettled(run.snapshot, seeksSecond))
        return this.#rounds(run, planning, approved, options, runOptions);
      const settled = await settleRun(run, planning, runOptions, { seeksSecond });
      const worked = await planning.plan(run.current(), options, settled, runOptions.leave);
      const more = whatWasNotShown(approved.plan, worked.plan, settled);
      if (more.length > 0) throw new DiagnosticError(notShown(more));
      const applied = await this.#rounds(run, planning, worked, options, runOptions);
      return withDiagnostics(applied, warningsNotShown(approved.plan, settled));
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
    let observed: Applied["observed"];
    for (let round = 1; ; round++) {
      refuseIncomplete(worked, runOptions, worked.plan.held);
      runOptions.onEvent?.({ kind: "apply-started", runId: run.runId, steps: worked.plan.steps.length });
      const applied = await planning.apply(worked, run, runOptions);
      observed ??= applied.observed;
      const { plan } = worked;
      const isOpen =
        applied.unplanned.length > 0 || plan.changes.some(({ action }) => action === "undetermined");
      const isStuck = applied.diagnostics.some(isError) || plan.held.length > 0 || runOptions.signal?.aborted;
      if (isStuck || !isOpen || round >= (runOptions.rounds ?? 1))
        return { ...applied, ...(observed && { observed }), reports: [...earlier, ...applied.reports] };
      // What could not be started is a step of the next round.
      earlier.push(...applied.reports.filter(({ result }) => result !== "not-started"));
      worked = await planning.plan(run.current(), options, nothingSettled, runOptions.leave);
      const next = worked.plan;
      runOptions.onRound?.({ text: (look) => planText(next, look), toJSON: () => planJson(next) });
    }
  }

  async #finish(run: StackRun, options: RunOptions, work: () => Promise<Applied>): Promise<Run> {
    const isInterrupted = () => options.signal?.aborted || options.leave?.aborted;
    let result: RunResult | undefined;
    let summary: RunSummary = {};
    let ending: RunEnding = {};
    if (run.tookOver !== undefined) options.onEvent?.(tookOver(run.tookOver));
    try {
      const applied = await work();
      summary = summaryOf(applied.reports);
      ending = { ...applied.observed, slowest: slowestOf(applied.reports) };
      const { outputs } = applied;
      if (outputs !== undefined && !equalValues(outputs, run.outputs)) {
        const changes = [{ put: "outputs", outputs }] as const;
        await run.append({ event: { kind: "recorded", what: "outputs" }, changes });
      }
      const isDone = !applied.diagnostics.some(isError) && applied.unplanned.length === 0;
      const ok =
        isDone && applied.reports.every((report) => report.result === "done" || report.result === "skipped");
      if (ok) result = "succeeded";
      return { ok, ...finishedRun(run, applied), summary };
    } finally {
      await run.end(result ?? (isInterrupted() ? "interrupted" : "failed"), summary, ending);
      options.onEvent?.({ kind: "run-finished", runId: run.runId, succeeded: result === "succeeded" });
    }
  }

  get #moves(): MovesPort {
    return this.#ports.moves ?? movesFile(this.#ports.projectFolder);
  }

  #begin(command: string, options: RunOptions, planDigest?: string): Promise<StackRun> {
    const { store, actor } = this.#ports;
    const request = { command, actor, ...(planDigest !== undefined && { planDigest }) };
    return beginRun(store, request, options, this.#clock);
  }

  get #clock(): WaitClock {
    const { elapsed, timer, pauses = timer } = this.#ports;
    return { elapsed, timer: pauses };
  }

  /** Evaluates the program when no other run holds the lock, before this one takes it. */
  async #beforeRun(options: RunOptions): Promise<BeforeRun> {
    const { elapsed } = this.#ports;
    const { wait } = options;
    const begunMs = elapsed();
    await this.awaitLock(options);
    const left = typeof wait === "number" ? Math.max(0, wait - (elapsed() - begunMs)) : wait;
    const evaluated = await evaluateProgram(this.#ports, this.#callbacks);
    const begin = left === undefined ? options : { ...options, wait: left };
    return { planning: () => this.#planningOf(evaluated), begin };
  }

  async #planning(tape?: Recording | Replay): Promise<Planning> {
    return this.#planningOf(await evaluateProgram(this.#ports, this.#callbacks, tape), tape);
  }

  #planningOf(evaluated: EvaluatedProgram, tape?: Recording | Replay): Promise<Planning> {
    const history = () => this.history();
    return planningOf(evaluated, this.#ports, { memory: this.#callbacks, moves: this.#moves, history, tape });
  }
}

/** What a run is begun with, and the program that it plans, which was evaluated before. */
interface BeforeRun {
  readonly planning: () => Promise<Planning>;
  /** With what is left of the time that it may wait for the lock. */
  readonly begin: RunOptions;
}
