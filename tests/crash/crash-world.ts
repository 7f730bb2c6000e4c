import assert from "node:assert/strict";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Run } from "../../src/engine/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import { isDiagnosticError, type Diagnostic, type RunEvent } from "../../src/model/index.js";
import { openStore, readAll, type StackStore } from "../../src/store/internal.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { FakeCloud, type Cloud, type Effect } from "../../src/testing/cloud/index.js";
import { serveCloud } from "../support/cloud/cloud-server.js";
import {
  checkCreatedOnce,
  checkStateEqualsCloud,
  JournalWatch,
  storedText,
} from "../support/invariants/index.js";
import { portsIn, temporaryFolder } from "../store/temporary-folder.js";
import { copyFolder } from "../support/copy-folder.js";
import { actions, type Command } from "./actions.js";
import type { ProgramName } from "./programs.js";
import type { ProcessReport, ProcessRequest } from "./run-process.js";
import { address, stackOf } from "./stack-of.js";
import { startProcess, type StartedProcess } from "./started-process.js";

export interface FinishedRun extends Run {
  readonly events: readonly RunEvent[];
}

/** When the cloud goes silent: with this effect, which is also when the process is killed. */
interface Mute {
  effect?: string;
  process?: StartedProcess;
  isSilent: boolean;
}

/** A store in a folder, a cloud that outlives the processes that use it, and processes that are killed. */
export class CrashWorld {
  readonly folder = temporaryFolder();
  readonly cloud: FakeCloud;
  readonly #raw = sqliteStore(join(this.folder, "store"));
  readonly #url: string;
  readonly #mute: Mute;
  #watch: JournalWatch | undefined;

  private constructor(url: string, mute: Mute, cloud: FakeCloud) {
    this.#url = url;
    this.#mute = mute;
    this.cloud = cloud;
  }

  static async make(cloud = new FakeCloud()): Promise<CrashWorld> {
    const mute: Mute = { isSilent: false };
    cloud.observes(({ action, kind, name, result }: Effect) => {
      if (result !== "done" || mute.effect !== `${action} ${kind} ${name}`) return;
      mute.isSilent = true;
      void mute.process?.kill();
    });
    const server = await serveCloud(silenced(cloud, mute));
    onTestFinished(() => server.close());
    return new CrashWorld(server.url, mute, cloud);
  }

  /** Another one in which the same has happened. Nobody may be using this one. */
  async copy(): Promise<CrashWorld> {
    const copy = await CrashWorld.make(this.cloud.copy());
    copyFolder(this.folder, copy.folder);
    return copy;
  }

  /** Starts a process, and leaves it alone. Another program may run it and look on. */
  start(
    program: ProgramName,
    {
      under = [],
      ...options
    }: Partial<Pick<ProcessRequest, "command" | "parallel" | "killed" | "moment">> & {
      readonly under?: readonly string[];
    } = {},
  ): StartedProcess {
    const request: ProcessRequest = {
      folder: this.folder,
      cloud: this.#url,
      program,
      command: "apply",
      ...options,
    };
    this.#mute.process = startProcess(request, under);
    return this.#mute.process;
  }

  /**
   * Runs a program in a process that is killed at a place: `effect create bucket logs` is when the cloud has
   * acted and before it answers; `after intent create bucket logs` and the like are writes of the journal.
   */
  async killed(place: string, program: ProgramName, command: Command = "apply"): Promise<void> {
    const [when = "", ...words] = place.split(" ");
    const what = words.join(" ");
    const options =
      when === "effect"
        ? { effect: what, command }
        : { command, killed: { when: when as "before" | "after", place: what } };
    const report = await this.lives(program, options);
    assert.equal(report, undefined, `what the process said that was to be killed ${place}`);
    await this.check();
  }

  /** Runs a program in a process; with an effect of the cloud, killed when that has happened. */
  async lives(
    program: ProgramName,
    { effect, ...options }: Parameters<CrashWorld["start"]>[1] & { readonly effect?: string | undefined },
  ): Promise<ProcessReport | undefined> {
    if (effect !== undefined) this.#mute.effect = effect;
    const report = await this.start(program, options).report;
    delete this.#mute.effect;
    this.#mute.isSilent = false;
    return report;
  }

  /** Runs a program in this process to its end. */
  async run(program: ProgramName, command: "apply" | "destroy" | "refresh" = "apply"): Promise<FinishedRun> {
    const events: RunEvent[] = [];
    const run = await this.withStack(program, (stack) =>
      stack[command]({ onEvent: (event) => events.push(event) }),
    );
    await this.check();
    return { ...run, events };
  }

  /** Does something else to the stack, in this process. */
  async does(command: Command, program: ProgramName): Promise<readonly Diagnostic[]> {
    try {
      return await this.withStack(
        program,
        async (stack) => (await actions[command](stack, {}, this.folder)).diagnostics,
      );
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      return error.diagnostics;
    } finally {
      await this.check();
    }
  }

  /** Runs a program to its end, after which everything must be in order and nothing left to do. */
  async settles(program: ProgramName): Promise<FinishedRun> {
    const run = await this.run(program);
    assert.deepEqual(run.diagnostics, []);
    assert.equal(run.ok, true);
    const { snapshot } = await this.withStore((store) => store.read());
    const unsettled = [...snapshot.objects.values()].filter(({ status }) => status !== "current");
    assert.deepEqual([[...snapshot.open.keys()], unsettled], [[], []]);
    const unready = this.cloud.objects().filter(({ ready }) => !ready);
    assert.deepEqual(unready, []);
    const since = this.cloud.effects.length;
    const again = await this.run(program);
    assert.deepEqual([again.ok, again.summary, this.cloud.changes(since)], [true, {}, []]);
    return run;
  }

  /** What holds after every run and every kill. */
  async check(): Promise<void> {
    await this.withStore(async (store) => {
      this.#watch ??= new JournalWatch(store.lineage);
      await this.#watch.check(store);
      checkStateEqualsCloud((await store.read()).snapshot, this.cloud, this.#watch);
    });
    checkCreatedOnce(this.cloud);
  }

  withStack<T>(program: ProgramName, work: (stack: Stack) => Promise<T>): Promise<T> {
    return this.withStore((store) => work(stackOf(store, program, this.cloud, this.folder)));
  }

  async withStore<T>(work: (store: StackStore) => Promise<T>): Promise<T> {
    const opened = await openStore(this.#raw, portsIn(this.folder));
    const store = await opened.open(address, { create: true });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** What the store keeps, as it keeps it. */
  async raw(): ReturnType<typeof readAll> {
    const stack = (await this.#raw.open(address))!;
    try {
      return await readAll(stack);
    } finally {
      await stack.close();
    }
  }

  /** Every row and record that the store keeps. */
  stored(): Promise<string> {
    return storedText(this.#raw, address);
  }
}

/** The cloud, as processes reach it: once silent it answers nothing, whatever it has done. */
function silenced(cloud: Cloud, mute: { readonly isSilent: boolean }): Cloud {
  const answered = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work;
    return mute.isSilent ? new Promise<never>(() => {}) : answer;
  };
  return {
    create: (request) => answered(cloud.create(request)),
    finish: (request) => answered(cloud.finish(request)),
    update: (request) => answered(cloud.update(request)),
    delete: (request) => answered(cloud.delete(request)),
    read: (request) => answered(cloud.read(request)),
    find: (request) => answered(cloud.find(request)),
  };
}
