import { setMaxListeners } from "node:events";
import type { PerformPorts } from "../apply/index.js";
import { hashArchive, hashAsset } from "../asset/index.js";
import { DiagnosticError, isAsset, type RunEvent, type Snapshot, type ValueObject } from "../model/index.js";
import type { CallbackLimits, CallbackMemory, EvaluatorPorts, RecordedProgram } from "../program/index.js";
import type { PackageHost, ProviderCall } from "../provider/contract/index.js";
import { indexSnapshot } from "../state/index.js";
import type { StackRun } from "../store/index.js";
import { applyPlan, type Applied } from "./applying/apply-plan.js";
import { makePlan, type WorkedPlan } from "./planning/make-plan.js";
import { settleOpenIntents, type SettledState } from "./settling/open-intents.js";
import type { Verdict } from "./settling/settle.js";
import { performPorts } from "./applying/perform-ports.js";
import { recordedProvider, type RecordedProviderPorts } from "./planning/plan-removals.js";
import { ProviderPool } from "./providers/provider-pool.js";
import type { ApplyOptions, PlanOptions } from "./request.js";

export interface PlanningPorts {
  readonly host: PackageHost;
  readonly config: ValueObject;
  /** What relative paths of assets are relative to. */
  readonly projectFolder: string;
  readonly now: () => string;
  readonly elapsed: () => number;
  readonly memory: CallbackMemory;
  readonly callbackLimits?: CallbackLimits;
}

/** One evaluation of a program with everything that plans of it share: callbacks that ran, providers that are open. */
export class Planning {
  readonly #ports: PlanningPorts;
  readonly #program: RecordedProgram;
  readonly #pool: ProviderPool;
  readonly #performPorts = new WeakMap<StackRun, PerformPorts>();
  readonly #evaluation: Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits">;

  constructor(ports: PlanningPorts, program: RecordedProgram) {
    this.#ports = ports;
    this.#program = program;
    this.#pool = new ProviderPool(ports.host);
    const options = { baseDirectory: ports.projectFolder };
    this.#evaluation = {
      memory: ports.memory,
      ...(ports.callbackLimits && { callbackLimits: ports.callbackLimits }),
      hash: (blob) => (isAsset(blob) ? hashAsset(blob, options) : hashArchive(blob, options)),
    };
  }

  /** Finds out what became of operations that were cut off; with a run, records it. */
  settle(snapshot: Snapshot, run: StackRun | undefined, verdict?: Verdict): Promise<SettledState> {
    return settleOpenIntents(snapshot, {
      pool: this.#pool,
      call: this.#call("plan"),
      config: this.#ports.config,
      append: run && ((record) => run.append(record)),
      ...(verdict && { verdict }),
    });
  }

  async plan(
    snapshot: Snapshot,
    options: PlanOptions,
    { held }: Pick<SettledState, "held">,
  ): Promise<WorkedPlan> {
    const planned = await makePlan({
      program: this.#program,
      snapshot,
      pool: this.#pool,
      evaluation: this.#evaluation,
      call: this.#call("plan"),
      options,
      held,
    });
    if (planned.ok) return planned;
    const [first, ...rest] = planned.diagnostics;
    throw new DiagnosticError(first!, ...rest);
  }

  apply(
    worked: WorkedPlan,
    run: StackRun,
    options: ApplyOptions & { onEvent?: (event: RunEvent) => void },
  ): Promise<Applied> {
    const { elapsed } = this.#ports;
    const recorded = this.recordedPorts(run.snapshot);
    return applyPlan(
      worked,
      {
        perform: this.#performing(run),
        nextRid: () => run.nextRid(),
        recordedProvider: (row, object) => recordedProvider(row, object, recorded),
        evaluation: this.#evaluation,
        call: this.#call("apply", ownSignal(options.leave), options.onEvent),
        emit: (event) => options.onEvent?.(event),
        elapsed,
      },
      options,
    );
  }

  /** The same for all rounds of a run: operations are numbered through. */
  #performing(run: StackRun): PerformPorts {
    const ports = this.#performPorts.get(run) ?? performPorts(run, run.snapshot.lineage, this.#ports.now);
    this.#performPorts.set(run, ports);
    return ports;
  }

  /** What asking the provider of a recorded object needs. */
  recordedPorts(snapshot: Snapshot): RecordedProviderPorts {
    return {
      snapshot,
      state: indexSnapshot(snapshot),
      pool: this.#pool,
      call: this.#call("plan"),
      configuration: () => Promise.resolve(undefined),
      config: this.#ports.config,
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #call(
    phase: ProviderCall["phase"],
    signal = never,
    onEvent?: (event: RunEvent) => void,
  ): (urn: string) => ProviderCall {
    return (urn) => ({
      phase,
      urn,
      signal,
      report: ({ level, text }) => onEvent?.({ kind: "message", urn, level, text }),
    });
  }
}

/** Any number of calls may listen to it. */
function ownSignal(signal: AbortSignal | undefined): AbortSignal {
  const own = AbortSignal.any(signal === undefined ? [] : [signal]);
  setMaxListeners(0, own);
  return own;
}

const never = ownSignal(undefined);
