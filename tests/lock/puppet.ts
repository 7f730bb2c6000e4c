import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import type { Diagnostic } from "../../src/model/index.js";
import { bundledScript } from "../support/bundled-script.js";
import type { Guise } from "./guise.js";
import type { Answer, Order, PuppetRequest, Told } from "./puppet-process.js";

const script = bundledScript(fileURLToPath(new URL("puppet-process.ts", import.meta.url)));

/** Bundles what puppets run, once for all tests of a file; returns how to take it away. */
export const buildPuppet = script.build;

/** What an order was answered with. */
export type Outcome = { readonly answer: Answer } | { readonly refused: readonly Diagnostic[] } | "killed";

/** A process of its own on the store of a folder, which does what it is told. */
export class Puppet {
  /** What it has been told is durable, in order. */
  readonly counted: number[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #pid: number | undefined;
  #heard = 0;
  readonly #listening: (() => void)[] = [];
  #answered: ((outcome: Outcome) => void) | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = once(child, "close");
    child.on("message", (told: Told) => {
      this.#heard++;
      for (const wake of this.#listening.splice(0)) wake();
      if ("counted" in told) this.counted.push(told.counted);
      else this.#answer(told);
    });
    child.on("close", () => {
      this.#heard = Infinity;
      for (const wake of this.#listening.splice(0)) wake();
      this.#answer("killed");
    });
  }

  static start(folder: string, guise: Guise = {}): Promise<Puppet> {
    return Puppet.#started(folder, guise, [process.execPath]);
  }

  /** One whose parent does not wait for it: a shell that became a program which knows of no child. */
  static startUnawaited(folder: string): Promise<Puppet> {
    return Puppet.#started(folder, {}, ["sh", "-c", `"$0" "$@" & exec sleep 1000`, process.execPath]);
  }

  static async #started(
    folder: string,
    guise: Guise,
    command: readonly [string, ...string[]],
  ): Promise<Puppet> {
    const request: PuppetRequest = { folder: join(folder, "store"), guise };
    const [program, ...parameters] = [...command, script.path, JSON.stringify(request)];
    const child = spawn(program, parameters, {
      env: { ...process.env, COCONUT_KEY_FILE: join(folder, "key") },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const puppet = new Puppet(child);
    onTestFinished(() => puppet.kill());
    const outcome = await puppet.#next();
    puppet.#pid = typeof outcome !== "string" && "answer" in outcome ? outcome.answer.pid : undefined;
    return puppet;
  }

  get pid(): number {
    return this.#pid!;
  }

  tell(order: Order): Promise<Outcome> {
    const next = this.#next();
    // A child that was killed meanwhile is noticed by its exit, not by the broken pipe.
    if (this.#child.connected) this.#child.send(order, () => {});
    return next;
  }

  /** An order that must be carried out. */
  async does(kind: "begin" | "end" | "visit" | "stop-in-next-commit"): Promise<Answer> {
    const outcome = await this.tell({ kind });
    if (outcome === "killed" || "refused" in outcome)
      throw new Error(`${kind} of ${this.pid}: ${JSON.stringify(outcome)}`);
    return outcome.answer;
  }

  async counts(times: number): Promise<void> {
    const outcome = await this.tell({ kind: "count", times });
    if (outcome === "killed" || "refused" in outcome)
      throw new Error(`count of ${this.pid}: ${JSON.stringify(outcome)}`);
  }

  /** Resolves when it has told as many things as that, answers and counts, or none any more. */
  async hasTold(things: number): Promise<void> {
    const enough = this.#heard + things;
    while (this.#heard < enough) await new Promise<void>((resolve) => this.#listening.push(resolve));
  }

  stop(): Promise<void> {
    this.#child.kill("SIGSTOP");
    return this.hasStopped();
  }

  hasStopped(): Promise<void> {
    return this.#becomes("T");
  }

  /** Kills it, and leaves its remains to a parent that does not care. */
  async dies(): Promise<void> {
    process.kill(this.pid, "SIGKILL");
    await this.#becomes("Z");
  }

  async #becomes(state: "T" | "Z"): Promise<void> {
    await vi.waitFor(() => {
      const found = execFileSync("ps", ["-o", "stat=", "-p", String(this.pid)], { encoding: "utf8" });
      if (!found.startsWith(state)) throw new Error(`The process is ${found.trim()}, not ${state}.`);
    }, 30_000);
  }

  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#closed;
  }

  #next(): Promise<Outcome> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return Promise.resolve("killed");
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  #answer(outcome: Outcome): void {
    this.#answered?.(outcome);
    this.#answered = undefined;
  }
}
