import { rm } from "node:fs/promises";
import {
  DiagnosticError,
  isDiagnosticError,
  parseEnvironment,
  printEnvironment,
  type Diagnostic,
  type Environment,
} from "../../model/index.js";
import type { Holder, RunRow, StackStore, Store } from "../../store/internal.js";
import { beginRun, type LockWait } from "../../engine/index.js";
import { openStackStore, storeOf, type StackAddressed } from "../../store/internal.js";
import { configFileOf } from "../config.js";
import { stackExists, stackInUse } from "./stack-operation-problem.js";

/** A project, and the location of its stacks. */
export interface StacksPlace extends Omit<StackAddressed, "name" | "namespace">, LockWait {
  /** The user, for the history. */
  readonly actor: string;
}

/** An overview of a stack. */
export interface StackEntry {
  /** As in URNs: `staging`, or `staging:acmecorp`. */
  readonly stack: string;
  /** Absent, like the other fields, if the stack cannot be read. */
  readonly resources?: number;
  readonly lastRun?: RunRow;
  /** The run that is changing it now. */
  readonly lockedBy?: Holder;
  /** The reason why the stack cannot be read: it belongs to another project, or its key is missing. */
  readonly problem?: Diagnostic;
}

export function stacksOf(place: StacksPlace): Stacks {
  return new Stacks(place);
}

/** The stacks of a project. */
export class Stacks {
  readonly #place: StacksPlace;

  constructor(place: StacksPlace) {
    this.#place = place;
  }

  /** Returns the stacks by name. An unreadable stack does not affect the others. */
  async list(): Promise<readonly StackEntry[]> {
    const stacks = await (await this.#store()).list(this.#place.project);
    const entries: StackEntry[] = [];
    // One at a time: deriving a key needs much memory.
    for (const { name } of stacks) entries.push(await this.#entry(name));
    return entries;
  }

  /** Creates an empty stack with its own key. */
  async create(environment: Environment): Promise<void> {
    const stack = printEnvironment(parseEnvironment(printEnvironment(environment)));
    const { project } = this.#place;
    if (await (await this.#store()).exists({ project, name: stack }))
      throw new DiagnosticError(stackExists(stack));
    await (await openStackStore({ ...this.#place, ...environment })).close();
  }

  /**
   * Removes a stack with its state and history; the objects of its resources are not deleted. Refused while a run
   * changes the stack and, without `force`, while it has resources in state.
   */
  async remove(environment: Environment, options: RemoveOptions = {}): Promise<RemovedStack> {
    const place = { ...this.#place, ...environment };
    const opened = await openStackStore(place, { create: false });
    const stack = printEnvironment(environment);
    const resources = await this.#refuseInUse(opened, stack, options.force ?? false);
    await opened.remove();
    const configFile = options.config ? configFileOf(place) : undefined;
    if (configFile !== undefined) await rm(configFile, { force: true });
    return { stack, resources, ...(configFile !== undefined && { configFile }) };
  }

  /** From here on the lock is held: nothing more is recorded before the stack is removed. */
  async #refuseInUse(opened: StackStore, stack: string, isForced: boolean): Promise<number> {
    try {
      const run = await beginRun(opened, { command: "stack rm", actor: this.#place.actor }, this.#place);
      const { size } = run.snapshot.resources;
      if (size === 0 || isForced) return size;
      await run.end("failed", {});
      throw new DiagnosticError(stackInUse(stack, size));
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  async #entry(stack: string): Promise<StackEntry> {
    let opened: StackStore | undefined;
    try {
      opened = await (
        await this.#store()
      ).open({ project: this.#place.project, name: stack }, { create: false });
      const { snapshot, holder } = await opened.read();
      const lastRun = (await opened.history()).at(-1);
      return {
        stack,
        resources: snapshot.resources.size,
        ...(lastRun !== undefined && { lastRun }),
        ...(holder !== undefined && { lockedBy: holder }),
      };
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      return { stack, problem: error.diagnostics[0]! };
    } finally {
      await opened?.close();
    }
  }

  #store(): Promise<Store> {
    return storeOf(this.#place);
  }
}

export interface RemoveOptions {
  /** Even if there are resources in state. */
  readonly force?: boolean;
  /** Also removes its configuration file. */
  readonly config?: boolean;
}

export interface RemovedStack {
  readonly stack: string;
  /** Number of resources that were removed from state. */
  readonly resources: number;
  readonly configFile?: string;
}
