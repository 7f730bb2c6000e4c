import { setMaxListeners } from "node:events";
import type { PerformPorts } from "../apply/index.js";
import {
  type Diagnostic,
  DiagnosticError,
  isDiagnosticError,
  type RunEvent,
  type Snapshot,
} from "../model/index.js";
import { observations } from "../plan/index.js";
import type { CallbackLimits, CallbackMemory, RecordedProgram } from "../program/index.js";
import type { CallOf, PackageHost, ProviderCall } from "../provider/contract/index.js";
import { indexSnapshot, type Moves } from "../state/index.js";
import { neverAborted, type Timer, unlessAborted } from "../std/index.js";
import { idempotencyKey, type RunRow, type StackRun } from "../store/internal.js";
import { type Applied, applyPlan } from "./applying/apply-plan.js";
import { applyRefresh } from "./applying/apply-refresh.js";
import {
  type AssetPort,
  evaluationPorts,
  type EvaluationPorts,
  type OtherStackPort,
  type ReadPort,
} from "./facts/evaluation-ports.js";
import { located } from "./facts/located.js";
import type { SeedPort } from "./facts/object-seed.js";
import { makePlan, type PlanPorts } from "./planning/make-plan.js";
import { makeRefreshPlan } from "./planning/make-refresh-plan.js";
import { type SettledState, settleOpenIntents, type AwaitedCreates } from "./settling/open-intents.js";
import { type RunningProcesses, systemProcesses } from "./settling/running-processes.js";
import type { Verdict } from "./settling/settle.js";
import { type WaitOptions, waitPorts } from "./settling/until-ended.js";
import { settingsNow } from "./outside/settings-now.js";
import { OrderedEvents } from "./applying/ordered-events.js";
import type { StackConfig } from "./providers/default-configuration.js";
import { ProviderPool } from "./providers/provider-pool.js";
import type { ApplyOptions, PlanOptions } from "./facts/request.js";
import { programError } from "./program-error.js";
import { ProviderWarnings } from "./provider-warnings.js";
import { leftUnplanned } from "./stack-problem.js";
import { type NamingPorts, planByNames } from "./planning/naming/plan-by-names.js";
import type { WorkedPlan } from "./facts/worked-plan.js";
import { recordedProvider, type RecordedProviderPorts } from "./providers/recorded-provider.js";

export interface SessionPorts extends OtherStackPort, ReadPort, AssetPort {
  readonly host: PackageHost;
  /** The providers that the program configured while it ran. */
  readonly configured?: ProviderPool | undefined;
  /** Called with the evaluated declaration of each resource of a plan. */
  readonly onAsked?: PlanPorts["onAsked"];
  readonly asPlanned?: PlanPorts["asPlanned"];
  readonly settings: StackConfig;
  /** The renames that all stacks of the project follow. */
  readonly moves: Moves;
  readonly seed: SeedPort;
  /** All runs of the stack, the latest last. */
  readonly history: () => Promise<readonly RunRow[]>;
  readonly now: () => string;
  readonly elapsed: () => number;
  readonly timer: Timer;
  readonly pauses?: Timer;
  readonly processes?: RunningProcesses;
  readonly memory: CallbackMemory;
  readonly callbackLimits?: CallbackLimits;
}

/** One evaluation of a program, with everything that its plans share: finished callbacks and open providers. */
export class Session {
  readonly #ports: SessionPorts;
  readonly program: RecordedProgram;
  readonly #pool: ProviderPool;
  readonly #performPorts = new WeakMap<StackRun, PerformPorts>();
  readonly evaluation: EvaluationPorts;
  readonly #settingsNow: RecordedProviderPorts["settingsNow"];

  constructor(ports: SessionPorts, program: RecordedProgram) {
    this.#ports = ports;
    this.program = program;
    this.#pool = new ProviderPool(ports.host, ports.configured);
    this.evaluation = evaluationPorts(ports);
    this.#settingsNow = settingsNow({
      program,
      pool: this.#pool,
      evaluation: this.evaluation,
      call: this.#call("plan"),
    });
  }

  /** Resolves interrupted operations. Records the results if there is a run. */
  settle(
    snapshot: Snapshot,
    { run, verdict, seeksSecond = false, onWaiting, ...options }: SettleOptions = {},
  ): Promise<SettledState> {
    const { processes = systemProcesses } = this.#ports;
    const { signal, leave } = options;
    return settleOpenIntents(snapshot, {
      pool: this.#pool,
      processes,
      wait: run && waitPorts(this.#ports, options),
      call: this.#call("plan", ownSignal(leave)),
      waitingCall: this.#call("plan", ownSignal(signal, leave)),
      history: this.#ports.history,
      runId: run?.runId,
      seeksSecond,
      onWaiting,
      timer: this.#ports.timer,
      now: this.#ports.now,
      settings: this.#ports.settings,
      settingsNow: this.#settingsNow,
      append: run && ((record) => run.append(record)),
      ...(verdict && { verdict }),
    });
  }

  async plan(
    snapshot: Snapshot,
    options: PlanOptions,
    { held, warnings, interruptedDeletes }: Pick<SettledState, "held" | "warnings" | "interruptedDeletes">,
    leave?: AbortSignal,
  ): Promise<WorkedPlan> {
    const left = ownSignal(leave);
    const said = new ProviderWarnings();
    const make = options.refreshOnly ? makeRefreshPlan : makePlan;
    const named: NamingPorts = {
      program: this.program,
      snapshot,
      pool: this.#pool,
      evaluation: this.evaluation,
      call: this.#call("plan", left, (event) => said.add(event)),
      options,
      held,
      interruptedDeletes,
      onAsked: this.#ports.onAsked,
      asPlanned: this.#ports.asPlanned,
      moves: this.#ports.moves,
      seed: this.#ports.seed,
      settingsNow: this.#settingsNow,
    };
    const planned = await unlessAborted(left, planByNames(named, make));
    if (planned === undefined)
      throw isDiagnosticError(left.reason) ? left.reason : new DiagnosticError(leftUnplanned());
    if (planned.ok)
      return { ...withWarnings(planned, [...warnings, ...said.diagnostics]), madeAt: this.#ports.now() };
    const positions = new Map(this.program.registrations.map(({ urn, position }) => [urn, position]));
    throw programError(
      located(planned.diagnostics, (urn) => positions.get(urn)),
      this.program,
    );
  }

  async apply(
    worked: WorkedPlan,
    run: StackRun,
    options: ApplyOptions & { onEvent?: (event: RunEvent) => void },
  ): Promise<Applied> {
    const { elapsed } = this.#ports;
    const { renames = [] } = worked;
    if (renames.length > 0)
      await run.append({ event: { kind: "recorded", what: "renamed" }, changes: renames });
    const perform = this.#performing(run);
    const emit = (event: RunEvent) => options.onEvent?.(event);
    const observed = worked.madeAt === undefined ? undefined : observations(worked, worked.madeAt);
    if (observed !== undefined && observed.rows.length > 0)
      await run.append({ event: { kind: "recorded", what: "drifted" }, changes: observed.rows });
    const more = observed && { observed };
    if (worked.refreshed !== undefined)
      return {
        ...(await applyRefresh(worked, worked.refreshed, { perform, emit, elapsed }, options)),
        ...more,
      };
    // Created only for removals, because it visits everything that is recorded.
    let recorded: RecordedProviderPorts | undefined;
    const events = new OrderedEvents(worked.plan.steps, emit);
    const ordered = (event: RunEvent) => events.add(event);
    const applied = await applyPlan(
      worked,
      {
        perform,
        nextRid: () => run.nextRid(),
        recordedProvider: (row, object) =>
          recordedProvider(row, object, (recorded ??= this.recordedPorts(run.snapshot))),
        evaluation: this.evaluation,
        call: this.#call("apply", ownSignal(options.leave), ordered),
        emit: ordered,
        seed: this.#ports.seed,
        elapsed,
      },
      options,
    );
    return { ...applied, ...more };
  }

  /** Shared by all rounds of a run, so that operation numbers continue. */
  #performing(run: StackRun): PerformPorts {
    const ports = this.#performPorts.get(run) ?? performPorts(run, run.snapshot.lineage, this.#ports);
    this.#performPorts.set(run, ports);
    return ports;
  }

  /** Returns the ports for calling the provider of a recorded object. */
  recordedPorts(snapshot: Snapshot, leave?: AbortSignal): RecordedProviderPorts {
    return {
      snapshot,
      state: indexSnapshot(snapshot),
      pool: this.#pool,
      call: this.#call("plan", ownSignal(leave)),
      configuration: () => Promise.resolve(undefined),
      settingsNow: this.#settingsNow,
      settings: this.#ports.settings,
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #call(phase: ProviderCall["phase"], signal = neverAborted, onEvent?: (event: RunEvent) => void): CallOf {
    const { assets } = this.evaluation;
    return (urn, timeoutMs, aside) => ({
      phase,
      urn,
      signal,
      timeoutMs,
      report: ({ level, text }) => onEvent?.({ kind: "message", urn, level, text }),
      assets,
      aside,
    });
  }
}

function withWarnings(worked: WorkedPlan, warnings: readonly Diagnostic[]): WorkedPlan {
  const { plan } = worked;
  return { ...worked, plan: { ...plan, warnings: [...plan.warnings, ...warnings] } };
}

/** Options of a run that resolves interrupted operations. A plan has none and only looks. */
interface SettleOptions extends WaitOptions {
  readonly run?: StackRun | undefined;
  readonly verdict?: Verdict | undefined;
  readonly seeksSecond?: boolean;
  readonly onWaiting?: (waiting: AwaitedCreates) => void;
}

/** Returns a signal that any number of calls may listen to. */
function ownSignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length === 0) return neverAborted;
  const own = AbortSignal.any(given);
  setMaxListeners(0, own);
  return own;
}

/** Returns the ports for performing steps in the run that holds the lock. */
function performPorts(
  run: StackRun,
  lineage: string,
  { now, timer, pauses = timer }: Pick<PerformPorts, "now" | "timer"> & Partial<PerformPorts>,
): PerformPorts {
  let operations = 0;
  return {
    journal: run,
    now,
    timer,
    pauses,
    nextOperation: () => `${run.runId}.${++operations}`,
    keyOf: (intent) => idempotencyKey(lineage, intent, run.nextSequence),
  };
}
