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
import type { RecordedProgram } from "../../program/index.js";
import type { OmittedPart } from "../../provider/contract/index.js";
import type { Stats } from "../../provider/index.js";
import { indexSnapshot, type DeploymentFile } from "../../state/index.js";
import type { KeySource, Rotation, RunRow, Wrapping } from "../../store/internal.js";
import { importResources, type Imported, type ImportedResource } from "../import/import.js";
import type { ImportRequest } from "../import/import-request.js";
import type { ImportedState } from "../import/import-state.js";
import type { StateCandidate } from "../import/state-candidates.js";
import { rewrapKey, rotateKey } from "../keys.js";
import type { LogsOptions, ObservePorts, ResourceLogLine, StackStats } from "../observe/index.js";
import type { UsedPackages } from "../packages/index.js";
import { openResource } from "../state/recover.js";
import { renameResources } from "../state/rename.js";
import type { ExportOptions } from "../stacks/index.js";
import { StateOperations } from "../state/state-operations.js";

/** The result of an import. */
export interface ImportRun extends Run {
  readonly imported: readonly ImportedResource[];
  /** The TypeScript that declares the imported resources, to paste into the program. */
  readonly code: string;
}

/** The result of an import from a state file. */
export interface StateImportRun extends Run, Omit<ImportedState, "diagnostics"> {}

/** The result that an import from a state file will have, as far as the file and the state of the stack tell. */
export interface StateImportPreview {
  readonly title: string;
  readonly candidates: readonly StateCandidate[];
  readonly omitted: readonly OmittedPart[];
}

/** A state file of another tool. */
export interface StateFileRequest {
  /** `tfstate` */
  readonly format: string;
  /** The name of the file, for messages. */
  readonly file: string;
  readonly content: string;
}

/** The ports of a stack. By default renames are kept in a file of the project. */
export type StackWorld = Omit<StackPorts, "moves"> & { readonly moves?: MovesPort };

/** One instance of a program, with its state. Runs belong to the engine; the rest are operations on state. */
export class Stack {
  readonly #ports: StackPorts;
  readonly #engine: Engine;

  constructor({ moves, ...world }: StackWorld) {
    this.#ports = { ...world, moves: moves ?? movesFile(world.projectFolder) };
    this.#engine = new Engine(this.#ports);
  }

  /** Returns the changes that an apply would make now. Takes no lock and writes nothing. */
  plan(options: PlanOptions = {}): Promise<StackPlan> {
    return this.#engine.plan(options);
  }

  /**
   * Waits for processes that interrupted operations left running, as an apply does. A process is stopped at the
   * deadline of its call. Takes no lock and writes nothing.
   */
  awaitProcesses(options: Pick<RunOptions, "signal" | "leave" | "onEvent"> = {}): Promise<void> {
    return this.#engine.awaitProcesses(options);
  }

  /**
   * Applies a saved plan. An invalid or outdated plan is refused as a whole, with the reason, before any provider
   * is called.
   */
  applyFile(bytes: Uint8Array, options: RunOptions = {}): Promise<Run> {
    return this.#engine.applyFile(bytes, options);
  }

  /**
   * Waits until the lock is free, or fails if another run holds it, depending on the options. Does not take the
   * lock.
   */
  awaitLock(options: Pick<RunOptions, "wait" | "signal" | "onEvent"> = {}): Promise<void> {
    return this.#engine.awaitLock(options);
  }

  /** Plans and applies under one lock. */
  apply(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.apply(options);
  }

  /** Deletes all resources, dependents first. */
  destroy(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.destroy(options);
  }

  /**
   * Updates state to match the real objects: records their current outputs, and removes resources whose objects are
   * gone.
   */
  refresh(options: PlanOptions & RunOptions = {}): Promise<Run> {
    return this.#engine.refresh(options);
  }

  /**
   * Brings existing objects under management and returns the code that declares them. They are protected: a plan
   * that would delete them is refused until the code is in the program.
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

  /** Returns what `importStateFile` will do. Calls no provider, takes no lock and writes nothing. */
  async previewStateFile(request: StateFileRequest): Promise<StateImportPreview> {
    const { program } = await this.#engine.session();
    const { settings } = program.recorder;
    const { title, objects, omitted } = await this.#stateFile(request, program);
    const address = { stack: environmentOf(settings), project: settings.project };
    const state = indexSnapshot(await this.snapshot());
    const { stateCandidates } = await import("../import/state-candidates.js");
    return { title, candidates: stateCandidates(objects, state, address), omitted };
  }

  /**
   * Brings the objects of another tool's state file under management without changing them, and returns the program that
   * declares them. All are recorded at once, and they are protected.
   */
  async importStateFile(request: StateFileRequest, options: RunOptions = {}): Promise<StateImportRun> {
    const { importState } = await import("../import/import-state.js");
    let imported: ImportedState | undefined;
    const ended = await this.#engine.run("import", options, async (run, open, runOptions) => {
      const session = await open();
      const { held } = await settleRun(run, session, runOptions);
      const { settings } = session.program.recorder;
      const file = await this.#stateFile(request, session.program);
      imported = await importState(file, {
        ...session.recordedPorts(run.current(), runOptions.leave),
        address: { stack: environmentOf(settings), project: settings.project },
        nextRid: () => run.nextRid(),
        now: this.#ports.now,
        append: (record) => run.append(record),
      });
      const diagnostics = [...[...held.values()].flat(), ...imported.diagnostics];
      return { reports: [], outputs: undefined, diagnostics, unplanned: [] };
    });
    const { entries, omitted, code, settings } = imported!;
    return { ...ended, entries, omitted, code, settings };
  }

  async #stateFile({ format, file, content }: StateFileRequest, program: RecordedProgram) {
    const host = this.#ports.host(program);
    try {
      return await host.readStateFile!(format, content, file);
    } finally {
      await host.close?.();
    }
  }

  /**
   * Resolves an interrupted create that cannot be looked up: with the id of the object it created, or as never
   * created. The resource is given by URN, moniker or name.
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
   * Renames resources in state, without touching their objects. The old name is a URN, moniker, name or id. The new
   * name is a plain name, or the URN or moniker of a resource of the same type. Other stacks of the project follow.
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
   * Yields the logs of resources merged by time, oldest first: of one, of some, or of all that offer logs. A
   * resource is given by URN, moniker, name or id; several by a pattern with `*` or by their component.
   */
  async *logs(
    resources?: string | readonly string[],
    options: LogsOptions = {},
  ): AsyncGenerator<ResourceLogLine, void, void> {
    const texts = typeof resources === "string" ? [resources] : resources;
    const { openLogs } = await import("../observe/index.js");
    yield* openLogs(texts, options, await this.#observing());
  }

  /** Returns the performance counters of a resource. */
  async stats(resource: string): Promise<Stats> {
    const { resourceStats } = await import("../observe/index.js");
    return resourceStats(resource, await this.#observing());
  }

  /**
   * Returns the counters of all or of some resources, also summed by provider, and the slowest steps of the last
   * run.
   */
  async allStats(resources?: readonly string[]): Promise<StackStats> {
    const { lastRunTimes, stackStats } = await import("../observe/index.js");
    const counted = await stackStats(resources, await this.#observing());
    return { ...counted, ...lastRunTimes(await this.history()) };
  }

  /**
   * Returns state as deployment JSON, version 3, as other tools of the ecosystem read it. By default, secrets are
   * encrypted for this stack.
   */
  async export(options: ExportOptions = {}): Promise<DeploymentFile> {
    const { store, settings, projectFolder, now } = this.#ports;
    const stack = environmentOf(settings);
    const { exportStack } = await import("../stacks/index.js");
    return exportStack({ store, project: settings.project, stack, projectFolder, now: now() }, options);
  }

  /** Returns the packages that the program and state use. */
  async packages(): Promise<UsedPackages> {
    const { program } = await this.#engine.session();
    const { usedPackages } = await import("../packages/index.js");
    return usedPackages(program.registrations, await this.snapshot(), this.#ports.host(program));
  }

  /** Operations on state only, such as `stack.state.taint("logs")`. */
  get state(): StateOperations {
    return new StateOperations(this.#ports);
  }

  /**
   * Replaces the key that encrypts secrets, in state and in the configuration file. Resumes an interrupted
   * rotation.
   */
  rotateKey(): Promise<Rotation> {
    const { store, actor, settings, configFile } = this.#ports;
    return rotateKey({ store, actor, project: settings.project, configFile });
  }

  /** Protects the key of the stack with another passphrase or key file. The previous one no longer works. */
  rewrapKey(source: KeySource): Promise<Wrapping> {
    return rewrapKey(this.#ports, source);
  }

  /** Returns the outputs of the last completed run. */
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
   * Rejects all waiting callbacks, so that the work that awaits them fails. For the owner of the process, when
   * nothing else can happen in it. Returns whether there were any.
   */
  endCallbacks(): boolean {
    return this.#engine.endCallbacks();
  }

  /** The program may now configure the providers of recorded objects differently. */
  async #observing(): Promise<ObservePorts> {
    const session = await this.#engine.session();
    const ports = session.recordedPorts(await this.snapshot());
    return { ...ports, configuration: (urn) => ports.settingsNow(urn, ports.state) };
  }
}
