import { DiagnosticError, equalValues, type RunSummary } from "../model/index.js";
import {
  needsAnotherRound,
  resultOfRun,
  slowestOf,
  summaryOf,
  warningsNotShown,
  whatWasNotShown,
} from "../plan/index.js";
import { callbackNeverSettles, CallbackMemory } from "../program/index.js";
import { planJson, planText } from "../render/index.js";
import type { RunEnding, RunLease, StackRun } from "../store/internal.js";
import type { Applied } from "./applying/apply-plan.js";
import { evaluateProgram, openSession, type EvaluatedProgram } from "./evaluate-program.js";
import { isWhole, type PlanOptions } from "./facts/request.js";
import type { WorkedPlan } from "./facts/worked-plan.js";
import { incompletePlan, refuseIncomplete, refuseUnsavable } from "./incomplete-plan.js";
import { beginRun, untilFree, type WaitClock } from "./lock-wait.js";
import { openPlanFile } from "./plan-file/open-plan-file.js";
import { premiseDigest } from "./plan-file/plan-file-ports.js";
import { Recording } from "./plan-file/recording.js";
import { Replay } from "./plan-file/replay.js";
import { writePlanFile } from "./plan-file/write-plan-file.js";
import {
  finishedRun,
  tookOver,
  whileHeld,
  whyEnded,
  withDiagnostics,
  type Run,
  type RunOptions,
} from "./run.js";
import type { PlainInvokes } from "./outside/plain-invokes.js";
import type { Session } from "./session.js";
import { settleRun } from "./settle-run.js";
import { isUnsettled, nothingSettled } from "./settling/open-intents.js";
import { underWay } from "./settling/under-way.js";
import { untilAllEnded, waitPorts } from "./settling/until-ended.js";
import { StackPlan } from "./stack-plan.js";
import type { StackPorts } from "./stack-ports.js";
import { moved, notSavable, notShown } from "./stack-problem.js";

/** The phases of a run, in order: lock, resolve interrupted operations, plan, apply, end. */
export class Engine {
  readonly #ports: StackPorts;
  readonly #callbacks = new CallbackMemory();
  /** The lease of the run in progress. A stack has at most one run at a time. */
  #lease: RunLease | undefined;
  /** Evaluations of the program whose providers are still open. */
  readonly #open = new Set<Session | PlainInvokes>();

  constructor(ports: StackPorts) {
    this.#ports = ports;
  }

  /** Returns the changes that an apply would make now. Takes no lock and writes nothing. */
  async plan({ savable = true, ...options }: PlanOptions = {}): Promise<StackPlan> {
    const { snapshot, holder } = await this.#ports.store.read();
    const recording = savable ? new Recording() : undefined;
    const session = await this.#session(recording);
    const seeksSecond = isWhole(options);
    const settled =
      holder === undefined ? await session.settle(snapshot, { seeksSecond }) : underWay(snapshot, holder);
    const worked = await session.plan(settled.snapshot, options, settled);
    recording?.end();
    const code = recording && (await this.#ports.findCode?.(recording.packages));
    const open = settled.settled.map(({ urn }) => urn);
    return new StackPlan(
      worked.plan,
      settled.settled,
      holder,
      incompletePlan(worked, "The plan shows the rest."),
      (run) => this.#applyApproved(session, worked, options, run),
      () => {
        if (recording === undefined) throw new DiagnosticError(notSavable());
        refuseUnsavable(worked);
        return writePlanFile({ worked, options, recording, open, code }, this.#ports);
      },
    );
  }

  /**
   * Waits for processes that interrupted operations left running, as an apply does. Each process is terminated at the
   * deadline of its call. Takes no lock and writes nothing.
   */
  async awaitProcesses(options: Pick<RunOptions, "signal" | "leave" | "onEvent"> = {}): Promise<void> {
    const { snapshot, holder } = await this.#ports.store.read();
    if (holder === undefined) await untilAllEnded(snapshot, waitPorts(this.#ports, options));
  }

  /** Applies a saved plan. If it cannot be applied, it is refused as a whole before any provider is called. */
  async applyFile(bytes: Uint8Array, options: RunOptions = {}): Promise<Run> {
    await this.awaitLock(options);
    const { document, digest, snapshot } = await openPlanFile(bytes, this.#ports);
    const replay = new Replay(document, premiseDigest(this.#ports.store));
    const session = await this.#session(replay);
    const worked = await replay.plan(session.program, () =>
      session.plan(snapshot, document.options, nothingSettled),
    );
    const { madeAt: _, ...shown } = worked;
    const saved = { digest, goLive: () => replay.goLive() };
    return this.#applyApproved(session, shown, document.options, options, saved);
  }

  /** Throws if another run holds the lock, or waits for it, depending on the options. Does not take the lock. */
  awaitLock(options: Pick<RunOptions, "wait" | "signal" | "onEvent"> = {}): Promise<void> {
    return untilFree(this.#ports.store, options, this.#clock);
  }

  /** Plans and applies under one lock. */
  apply(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#planAndApply("apply", options, { ...options, destroy: false });
  }

  /** Deletes everything, dependents first. */
  destroy(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#planAndApply("destroy", options, { ...options, destroy: true });
  }

  /** Updates state to match the real objects: records observed outputs and removes missing objects from state. */
  refresh(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#planAndApply("refresh", options, { ...options, refreshOnly: true });
  }

  /**
   * Performs `work` under the lock, as a run in the history. The program is evaluated before the lock is taken; `open`
   * returns the session for it. `held` are the options for the work; their signals abort if the lock is lost.
   */
  async run(
    command: string,
    options: RunOptions,
    work: (run: StackRun, open: () => Promise<Session>, held: RunOptions) => Promise<Applied>,
  ): Promise<Run> {
    const { open, close, begin } = await this.#beforeRun(options);
    try {
      const run = await this.#begin(command, begin);
      return await this.#finish(run, options, (held) => work(run, open, held));
    } finally {
      await close();
    }
  }

  /** Returns one evaluation of the program, for a read-only caller. */
  session(): Promise<Session> {
    return this.#session();
  }

  /**
   * Fails the callbacks that still wait, and with them the work that waits for them. Called by the owner of the process
   * once nothing in it can make progress. Returns whether there were any.
   */
  endCallbacks(): boolean {
    return this.#callbacks.end(() => new DiagnosticError(callbackNeverSettles())) > 0;
  }

  /** Closes the providers of plans that were not applied. */
  async close(): Promise<void> {
    for (const each of this.#open) await this.#end(each);
  }

  async #end(evaluation: Session | PlainInvokes): Promise<void> {
    this.#open.delete(evaluation);
    await evaluation.close();
  }

  #planAndApply(command: string, runOptions: RunOptions, options: PlanOptions): Promise<Run> {
    return this.run(command, runOptions, async (run, open, held) => {
      const session = await open();
      const settled = await settleRun(run, session, held, { seeksSecond: isWhole(options) });
      const worked = await session.plan(run.current(), options, settled, held.leave);
      const applied = await this.#rounds(run, session, worked, options, held);
      return withDiagnostics(applied, settled.warnings);
    });
  }

  /**
   * Applies a plan that was shown. The stack must not have changed since, and only changes that were shown are made.
   */
  async #applyApproved(
    session: Session,
    approved: WorkedPlan,
    options: PlanOptions,
    runOptions: RunOptions,
    saved?: { readonly digest: string; readonly goLive: () => Promise<void> },
  ): Promise<Run> {
    refuseIncomplete(approved, runOptions);
    const command = options.destroy ? "destroy" : options.refreshOnly ? "refresh" : "apply";
    const run = await this.#begin(command, runOptions, saved?.digest);
    const finished = this.#finish(run, runOptions, async (held) => {
      if (run.snapshot.head !== approved.plan.base)
        throw new DiagnosticError(moved(approved.plan.base, run.snapshot.head));
      await saved?.goLive();
      const seeksSecond = isWhole(options);
      if (!isUnsettled(run.snapshot, seeksSecond)) return this.#rounds(run, session, approved, options, held);
      const settled = await settleRun(run, session, held, { seeksSecond });
      const worked = await session.plan(run.current(), options, settled, held.leave);
      const more = whatWasNotShown(approved.plan, worked.plan, settled.settled);
      if (more.length > 0) throw new DiagnosticError(notShown(more));
      const applied = await this.#rounds(run, session, worked, options, held);
      return withDiagnostics(applied, warningsNotShown(approved.plan, settled.warnings));
    });
    try {
      return await finished;
    } finally {
      await this.#end(session);
    }
  }

  /**
   * Applies a plan, then plans and applies again for resources that callbacks declared meanwhile, up to `rounds` times.
   */
  async #rounds(
    run: StackRun,
    session: Session,
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
      const applied = await session.apply(worked, run, runOptions);
      observed ??= applied.observed;
      const { plan } = worked;
      const { signal, rounds = 1 } = runOptions;
      const isStopped = signal?.aborted ?? false;
      if (!needsAnotherRound({ plan, applied, isStopped, round, rounds }))
        return { ...applied, ...(observed && { observed }), reports: [...earlier, ...applied.reports] };
      // Steps that were not started are part of the next round.
      earlier.push(...applied.reports.filter(({ result }) => result !== "not-started"));
      worked = await session.plan(run.current(), options, nothingSettled, runOptions.leave);
      const next = worked.plan;
      runOptions.onRound?.({ text: (look) => planText(next, look), toJSON: () => planJson(next) });
    }
  }

  async #finish(
    run: StackRun,
    given: RunOptions,
    work: (held: RunOptions) => Promise<Applied>,
  ): Promise<Run> {
    const options = whileHeld(given, run.lease);
    this.#lease = run.lease;
    const isInterrupted = () => (options.signal?.aborted || options.leave?.aborted) ?? false;
    let ended: Applied | undefined;
    let summary: RunSummary = {};
    let ending: RunEnding = {};
    if (run.tookOver !== undefined) options.onEvent?.(tookOver(run.tookOver));
    try {
      const applied = withDiagnostics(await work(options), whyEnded(run.lease));
      summary = summaryOf(applied.reports);
      ending = { ...applied.observed, slowest: slowestOf(applied.reports) };
      const { outputs } = applied;
      if (outputs !== undefined && !equalValues(outputs, run.outputs)) {
        const changes = [{ put: "outputs", outputs }] as const;
        await run.append({ event: { kind: "recorded", what: "outputs" }, changes });
      }
      ended = applied;
      const ok = resultOfRun(ended, isInterrupted()) === "succeeded";
      return { ok, ...finishedRun(run, applied), summary };
    } finally {
      this.#lease = undefined;
      const result = resultOfRun(ended, isInterrupted());
      await run.end(result, summary, ending);
      options.onEvent?.({ kind: "run-finished", runId: run.runId, succeeded: result === "succeeded" });
    }
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

  /** Waits until no other run holds the lock, then evaluates the program. Does not take the lock. */
  async #beforeRun(options: RunOptions): Promise<BeforeRun> {
    const { elapsed } = this.#ports;
    const { wait } = options;
    const begunMs = elapsed();
    await this.awaitLock(options);
    const left = typeof wait === "number" ? Math.max(0, wait - (elapsed() - begunMs)) : wait;
    const evaluated = await this.#evaluate();
    const begin = left === undefined ? options : { ...options, wait: left };
    let session: Session | undefined;
    return {
      open: async () => (session = await this.#begun(evaluated)),
      close: () => this.#end(session ?? evaluated.invokes),
      begin,
    };
  }

  async #session(tape?: Recording | Replay): Promise<Session> {
    return this.#begun(await this.#evaluate(tape), tape);
  }

  async #evaluate(tape?: Recording | Replay): Promise<EvaluatedProgram> {
    const beforeCall = () => this.#lease?.check();
    const evaluated = await evaluateProgram(this.#ports, { memory: this.#callbacks, tape, beforeCall });
    this.#open.add(evaluated.invokes);
    return evaluated;
  }

  /** Opens a session, which takes over the providers that the program configured while it ran. */
  async #begun(evaluated: EvaluatedProgram, tape?: Recording | Replay): Promise<Session> {
    const session = await openSession(evaluated, this.#ports, { memory: this.#callbacks, tape });
    this.#open.delete(evaluated.invokes);
    this.#open.add(session);
    return session;
  }
}

/** The program of a run, evaluated before the run takes the lock. */
interface BeforeRun {
  readonly open: () => Promise<Session>;
  /** Closes the providers that the program or the run has configured. */
  readonly close: () => Promise<void>;
  /** The options of the run, with the remaining time to wait for the lock. */
  readonly begin: RunOptions;
}
