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
  /** Asks the child to exit, for example with a message. May fail. */
  readonly ask: ((child: Child) => unknown) | undefined;
  /** The folder for its record, if it is recorded. */
  readonly records: string | undefined;
  readonly ownFolder: string | undefined;
}

/** The result of work that needs a child, or the reason why the child exited first. */
export type Answered<T> = { readonly kind: "answered"; readonly answer: T } | ChildEnd;

/**
 * A running child process that leads a process group. It does not keep this process alive unless something waits for
 * it, and it is terminated with this process. When it exits, the rest of its group is terminated too.
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
    // A child that has already exited has no start time. "0" is earlier than that of any process it left behind.
    this.#group = processGroupOf(spawned.pid) ?? { group: spawned.pid, startTime: "0", bootId: bootId() };
    const forget = ports.records === undefined ? () => {} : recordChild(ports.records, ports, this.#group);
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

  /** True if it has exited or is being terminated. No further calls are allowed. */
  get isOver(): boolean {
    return this.#cause !== undefined;
  }

  /** True if it is terminated because of a fault. Its further output is ignored. */
  get hasFailed(): boolean {
    return this.#cause?.kind === "garbled" || this.#cause?.kind === "silent";
  }

  /** The reason why it exited; undefined while it runs. */
  get end(): ChildEnd | undefined {
    return this.#end;
  }

  /** Resolves when it has exited and all its output has been read. */
  get ended(): Promise<ChildEnd> {
    return this.#ended.promise;
  }

  /** Marks the child as ready. */
  ready(): void {
    this.#isStarting = false;
  }

  /** Registers texts to mask on stderr: all secrets that the child gets. */
  hide(texts: Iterable<string>): void {
    this.#ports.tail.hide(texts);
  }

  /** Returns a text of the child with secrets masked. */
  hidden(text: string): string {
    return this.#ports.tail.hidden(text);
  }

  /**
   * Returns the result of work that needs the child, or the reason why it exited first. Keeps this process alive until
   * then.
   */
  unlessEnded<T>(work: Promise<T>): Promise<Answered<T>> {
    const release = this.#hold();
    let leave = () => {};
    const answered = new Promise<Answered<T>>((resolve, reject) => {
      this.#waiting.add(resolve);
      leave = () => void this.#waiting.delete(resolve);
      work.then((answer) => resolve({ kind: "answered", answer }), reject);
      // Output from before its exit takes precedence.
      if (this.#end !== undefined) void setImmediate(this.#end).then(resolve);
    });
    return answered.finally(() => {
      leave();
      release();
    });
  }

  /** Terminates it immediately because of a fault. Resolves when it has exited. */
  fail(fault: ChildFault): Promise<ChildEnd> {
    this.#cause ??= { ...fault, what: this.#ports.tail.hidden(fault.what) };
    void this.#finish("now");
    return this.ended;
  }

  /**
   * Terminates it and its group: asks, waits, SIGTERM, waits, SIGKILL. Resolves when it is gone, or if even SIGKILL had
   * no effect. May be called any number of times.
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

  /** Asks the child to exit. Returns whether there is a way to ask. */
  #asks(): boolean {
    const { ask } = this.#ports;
    try {
      void Promise.resolve(ask?.(this)).catch(() => {});
    } catch {
      // The next stage sends a signal.
    }
    this.stdin?.end();
    return ask !== undefined || this.stdin !== null;
  }

  async #exited(cause: EndCause): Promise<void> {
    this.#hasExited = true;
    this.#cause ??= cause;
    // Only Linux shows the remaining processes of a group without its leader. Elsewhere, the rest is killed immediately.
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
 * Waits until all output from before its exit is read. Has a timeout, because a process that left the group may hold
 * the pipes open.
 */
async function closed(child: ChildProcess): Promise<void> {
  if (child.stdio.every((stream) => stream == null || stream.closed)) return;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), heldOpenMs);
  await once(child, "close", { signal: waiting.signal }).catch(() => {});
  clearTimeout(timer);
  // Deliver data that has already arrived first.
  await setImmediate();
}

const heldOpenMs = 2000;

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch {
    // No process is left.
  }
}
