import {
  Engine,
  environmentOf,
  settleRun,
  type MovesPort,
  type PlanOptions,
  type Run,
  type RunOptions,
  type StackPlan,
  type StackPorts,
} from "../../engine/index.js";
import type { Snapshot, ValueObject } from "../../model/index.js";
import type { RenamePair } from "../../plan/index.js";
import { movesFile } from "../../project/index.js";
import type { Stats } from "../../provider/index.js";
import type { DeploymentFile } from "../../state/index.js";
import type { KeySource, Rotation, RunRow, Wrapping } from "../../store/internal.js";
import { importResources, type Imported, type ImportedResource } from "../import/import.js";
import type { ImportRequest } from "../import/import-request.js";
import { rewrapKey, rotateKey } from "../keys.js";
import type { LogsOptions, ObservePorts, ResourceLogLine, StackStats } from "../observe/index.js";
import type { UsedPackages } from "../packages/index.js";
import { openResource } from "../state/recover.js";
import { renameResources } from "../state/rename.js";
import type { ExportOptions } from "../stacks/index.js";
import { StateOperations } from "../state/state-operations.js";

/** How an import ended. */
export interface ImportRun extends Run {
  readonly imported: readonly ImportedResource[];
  /** The TypeScript to paste into the program, for what was imported. */
  readonly code: string;
}

/** The ports of a stack; renames are kept in a file of the project by default. */
export type StackWorld = Omit<StackPorts, "moves"> & { readonly moves?: MovesPort };

/** One instance of a program, with its state. Runs are the engine's; the rest are operations on state. */
export class Stack {
  readonly #ports: StackPorts;
  readonly #engine: Engine;

  constructor({ moves, ...world }: StackWorld) {
    this.#ports = { ...world, moves: moves ?? movesFile(world.projectFolder) };
    this.#engine = new Engine(this.#ports);
  }

  /** What an apply would do now. Takes no lock and writes nothing. */
  plan(options: PlanOptions = {}): Promise<StackPlan> {
    return this.#engine.plan(options);
  }

  /**
   * Waits for the processes that interrupted operations have left running, as an apply does: until the deadline of each
   * call, after which its process is ended. Takes no lock and writes nothing.
   */
  awaitProcesses(options: Pick<RunOptions, "signal" | "leave" | "onEvent"> = {}): Promise<void> {
    return this.#engine.awaitProcesses(options);
  }

  /** Applies a plan that was saved to a file; refused whole, with the reason, before any provider is called. */
  applyFile(bytes: Uint8Array, options: RunOptions = {}): Promise<Run> {
    return this.#engine.applyFile(bytes, options);
  }

  /** Refuses if another run holds the lock, or waits until it is free, as the options say. The lock is not taken. */
  awaitLock(options: Pick<RunOptions, "wait" | "signal" | "onEvent"> = {}): Promise<void> {
    return this.#engine.awaitLock(options);
  }

  /** Plans and applies under one lock. */
  apply(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.apply(options);
  }

  /** Deletes everything, dependents first. */
  destroy(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.destroy(options);
  }

  /** Updates state to match the real objects: observed outputs, and objects that are gone leave. */
  refresh(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.refresh(options);
  }

  /**
   * Takes objects into state that exist, and answers with the code that asks for them. They are protected: as long
   * as that code is not in the program, a plan that would delete them is refused.
   */
  async import(requests: readonly ImportRequest[], options: RunOptions = {}): Promise<ImportRun> {
    let imported: Imported | undefined;
    const ended = await this.#engine.run("import", options, async (run, open, runOptions) => {
      const session = await open();
      const { held } = await settleRun(run, session, runOptions);
      const { settings } = session.program.recorder;
      imported = await importResources(requests, {
        ...session.recordedPorts(run.current(), runOptions.leave),
        address: { stack: environmentOf(settings), project: settings.project },
        nextRid: () => run.nextRid(),
        now: this.#ports.now,
        append: (record) => run.append(record),
      });
      const diagnostics = [...[...held.values()].flat(), ...imported.diagnostics];
      return { reports: [], outputs: undefined, diagnostics, unplanned: [] };
    });
    return { ...ended, imported: imported!.resources, code: imported!.code };
  }

  /**
   * Says what became of a create that was cut off and cannot be looked up: the id of what it made, or that it
   * made nothing. The resource is named by its URN, moniker or name.
   */
  recover(
    resource: string,
    verdict: { readonly adopt: string } | { readonly absent: true },
    options: RunOptions = {},
  ): Promise<Run> {
    return this.#engine.run("recover", options, async (run, open, runOptions) => {
      const { urn } = openResource(resource, run.snapshot);
      const settled = await settleRun(run, await open(), runOptions, { verdict: { urn, ...verdict } });
      return { reports: [], outputs: undefined, diagnostics: settled.held.get(urn) ?? [], unplanned: [] };
    });
  }

  /**
   * Gives resources other names, in state alone. Each is called by its URN, moniker, name or id; the new name is one
   * beside the old, or the URN or moniker of a resource of the same type. Other stacks of the project follow.
   */
  rename(pairs: readonly RenamePair[], options: RunOptions = {}): Promise<Run> {
    return this.#engine.run("rename", options, async (run, open) => {
      const { registrations, recorder } = (await open()).program;
      const stack = environmentOf(recorder.settings);
      await renameResources({ run, pairs, registrations, moves: this.#ports.moves, stack });
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
    const { openLogs } = await import("../observe/index.js");
    yield* openLogs(texts, options, await this.#observing());
  }

  /** The performance counters of a resource. */
  async stats(resource: string): Promise<Stats> {
    const { resourceStats } = await import("../observe/index.js");
    return resourceStats(resource, await this.#observing());
  }

  /** The counters of all resources that offer them, or of some, by provider too; and what took longest last. */
  async allStats(resources?: readonly string[]): Promise<StackStats> {
    const { lastRunTimes, stackStats } = await import("../observe/index.js");
    const counted = await stackStats(resources, await this.#observing());
    return { ...counted, ...lastRunTimes(await this.history()) };
  }

  /** State as the ecosystem's deployment JSON, version 3. Secrets are sealed for this stack unless asked otherwise. */
  async export(options: ExportOptions = {}): Promise<DeploymentFile> {
    const { store, settings, projectFolder, now } = this.#ports;
    const stack = environmentOf(settings);
    const { exportStack } = await import("../stacks/index.js");
    return exportStack({ store, project: settings.project, stack, projectFolder, now: now() }, options);
  }

  /** The packages that the program and state use. */
  async packages(): Promise<UsedPackages> {
    const { program } = await this.#engine.session();
    const { usedPackages } = await import("../packages/index.js");
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

  /** Closes the providers that plans have configured, and the store. */
  async close(): Promise<void> {
    await this.#engine.close();
    await this.#ports.store.close();
  }

  /**
   * Ends the callbacks that still wait, so that the work that waits for them fails. For the owner of the process, once
   * nothing can happen in it any more. Returns whether there were any.
   */
  endCallbacks(): boolean {
    return this.#engine.endCallbacks();
  }

  /** The program may configure the providers of recorded objects differently by now. */
  async #observing(): Promise<ObservePorts> {
    const session = await this.#engine.session();
    const ports = session.recordedPorts(await this.snapshot());
    return { ...ports, configuration: (urn) => ports.settingsNow(urn, ports.state) };
  }
}
