import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { deferred } from "../../std/index.js";
import { isGroupAlive, processGroupOf, signalGroup, type ProcessGroup } from "../../std/process-group.js";
import { bootId } from "../../std/process-start.js";
import type { ChildEnd, ChildFault, EndCause } from "./child-end.js";
import { recordChild } from "./child-records.js";
import { endGroup, untilGone, type GroupPorts, type StopTimes } from "./end-group.js";
import { endWithUs } from "./end-with-us.js";
import type { StderrTail } from "./stderr-tail.js";

/** A process that the system has started. */
export type SpawnedProcess = ChildProcess & { readonly pid: number };

export interface ChildPorts {
  readonly title: string;
  readonly tail: StderrTail;
  readonly times: StopTimes;
  /** Asks it to end by itself, by a message for example. May fail. */
  readonly ask: ((child: Child) => unknown) | undefined;
  /** The folder of records, if it is recorded. */
  readonly records: string | undefined;
}

/** What came of work that needs a child: its result, or how the child ended before. */
export type Answered<T> = { readonly kind: "answered"; readonly answer: T } | ChildEnd;

/**
 * A running child process that leads a process group. It does not keep this process alive while nothing waits for it, and it
 * ends with this process. When it has ended, whatever is left of its group is ended as well.
 */
export class Child {
  readonly title: string;
  readonly pid: number;
  /** Null unless it is a pipe. */
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly #process: SpawnedProcess;
  readonly #group: ProcessGroup;
  readonly #ports: ChildPorts;
  readonly #ended = deferred<ChildEnd>();
  readonly #waiting = new Set<(end: ChildEnd) => void>();
  readonly #forget: () => void;
  #cause: EndCause | undefined;
  #end: ChildEnd | undefined;
  #ending: Promise<void> | undefined;
  #isStarting = true;
  #hasExited = false;
  #holds = 0;

  constructor(spawned: SpawnedProcess, ports: ChildPorts) {
    this.title = ports.title;
    this.pid = spawned.pid;
    this.stdin = spawned.stdin;
    this.stdout = spawned.stdout;
    this.#process = spawned;
    this.#ports = ports;
    // One that has ended already has no start time; what it may have left behind has a later one than this.
    this.#group = processGroupOf(spawned.pid) ?? { group: spawned.pid, startTime: "0", bootId: bootId() };
    const forget =
      ports.records === undefined ? () => {} : recordChild(ports.records, ports.title, this.#group);
    const release = endWithUs(() => {
      this.#send("SIGKILL");
      forget();
    });
    this.#forget = () => {
      release();
      forget();
    };
    spawned.on("error", () => {});
    for (const stream of spawned.stdio) {
      stream?.on("error", () => {});
      (stream as Socket | null)?.unref();
    }
    spawned.stderr?.on("data", (chunk: Buffer) => ports.tail.take(chunk));
    spawned.once("exit", (code, signal) => void this.#exited({ kind: "exited", code, signal }));
    spawned.unref();
  }

  /** Whether it has ended or is being ended: nothing may be asked of it any more. */
  get isOver(): boolean {
    return this.#cause !== undefined;
  }

  /** Whether it is ended because of a fault: nothing that it says counts any more. */
  get hasFailed(): boolean {
    return this.#cause?.kind === "garbled" || this.#cause?.kind === "silent";
  }

  /** How it ended; undefined while it runs. */
  get end(): ChildEnd | undefined {
    return this.#end;
  }

  /** Resolves when it has ended and all that it said has been read. */
  get ended(): Promise<ChildEnd> {
    return this.#ended.promise;
  }

  /** It has shown that it is ready. */
  ready(): void {
    this.#isStarting = false;
  }

  /** Texts that must not be shown if it repeats them on stderr: all secrets that it is given. */
  hide(texts: Iterable<string>): void {
    this.#ports.tail.hide(texts);
  }

  /** The result of work that needs it, or how it ended before. Keeps this process alive meanwhile. */
  unlessEnded<T>(work: Promise<T>): Promise<Answered<T>> {
    const release = this.#hold();
    let leave = () => {};
    const answered = new Promise<Answered<T>>((resolve, reject) => {
      this.#waiting.add(resolve);
      leave = () => void this.#waiting.delete(resolve);
      work.then((answer) => resolve({ kind: "answered", answer }), reject);
      // What it said before it ended comes first.
      if (this.#end !== undefined) void setImmediate(this.#end).then(resolve);
    });
    return answered.finally(() => {
      leave();
      release();
    });
  }

  /** Ends it at once, because of something that it said or did not say. Resolves when it has ended. */
  fail(fault: ChildFault): Promise<ChildEnd> {
    this.#cause ??= { ...fault, what: this.#ports.tail.hidden(fault.what) };
    void this.#finish("now");
    return this.ended;
  }

  /**
   * Ends it and its group: asks, waits, SIGTERM, waits, SIGKILL. Resolves when it is gone, or when even that has not ended it.
   * May be called any number of times.
   */
  close(): Promise<void> {
    this.#cause ??= { kind: "closed" };
    return this.#finish("politely");
  }

  #finish(how: "now" | "politely"): Promise<void> {
    return (this.#ending ??= this.#endAll(how));
  }

  async #endAll(how: "now" | "politely"): Promise<void> {
    const release = this.#hold();
    const group: GroupPorts = {
      isGone: () => this.#hasExited && !isGroupAlive(this.#group),
      send: (signal) => this.#send(signal),
    };
    const { times } = this.#ports;
    if (how === "politely" && this.#asks()) await untilGone(group, times.politeMs);
    const isGone = await endGroup(group, times);
    if (isGone) this.#forget();
    if (!this.#hasExited) this.#told();
    await this.ended;
    for (const stream of this.#process.stdio) stream?.destroy();
    release();
  }

  /** Whether there is a way to ask it. */
  #asks(): boolean {
    const { ask } = this.#ports;
    try {
      void Promise.resolve(ask?.(this)).catch(() => {});
    } catch {
      // It is asked by the next stage.
    }
    this.stdin?.end();
    return ask !== undefined || this.stdin !== null;
  }

  async #exited(cause: EndCause): Promise<void> {
    this.#hasExited = true;
    this.#cause ??= cause;
    // Only Linux tells who is left of a group whose leader has ended: elsewhere the rest is ended at once.
    if (process.platform !== "linux") kill(-this.pid);
    void this.#finish("now");
    await closed(this.#process);
    this.#told();
  }

  #told(): void {
    if (this.#end !== undefined) return;
    const { tail } = this.#ports;
    tail.end();
    this.#end = { ...this.#cause!, stderr: tail.lines(), isStarting: this.#isStarting };
    this.#ended.resolve(this.#end);
    for (const resolve of this.#waiting) resolve(this.#end);
    this.#waiting.clear();
  }

  #send(signal: "SIGTERM" | "SIGKILL"): void {
    if (process.platform === "win32") this.#process.kill(signal);
    else signalGroup(this.#group, signal);
  }

  #hold(): () => void {
    if (this.#holds++ === 0) this.#process.ref();
    return () => {
      if (--this.#holds === 0) this.#process.unref();
    };
  }
}

/**
 * Until everything was read that it said before it ended. Not for ever: a process that has left its group may hold the pipes
 * open.
 */
async function closed(child: ChildProcess): Promise<void> {
  if (child.stdio.every((stream) => stream == null || stream.closed)) return;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), heldOpenMs);
  await once(child, "close", { signal: waiting.signal }).catch(() => {});
  clearTimeout(timer);
  // What has arrived by now is handed over first.
  await setImmediate();
}

const heldOpenMs = 2000;

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}
