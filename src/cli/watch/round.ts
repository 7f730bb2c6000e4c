import { fork, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import type { FilesRead } from "../../std/files-read.js";
import { ownFolder } from "../../std/own-package.js";
import { roundVariable, type RoundMessage, type WatcherMessage } from "./round-message.js";

export interface RoundPorts {
  readonly onRead: (read: FilesRead) => void;
  readonly onAsks: () => void;
  /** Nothing follows. */
  readonly onEnd: (exitCode: number) => void;
}

/**
 * One command in a process of its own, with the terminal of this one. Every save has its own: what is imported once
 * stays in memory with all its state for as long as a process lives.
 */
export class Round {
  readonly #child: ChildProcess;
  #isOver = false;

  constructor(command: readonly string[], { onRead, onAsks, onEnd }: RoundPorts) {
    this.#child = fork(program, command, {
      env: { ...process.env, [roundVariable]: "1" },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    // The program may have something to say as well, to nobody here.
    this.#child.on("message", (message: RoundMessage | null) => {
      if (message?.kind === "read") onRead(message.read);
      if (message?.kind === "asks") onAsks();
    });
    const end = (exitCode: number) => {
      if (this.#isOver) return;
      this.#isOver = true;
      // What it said last may be heard only after it has ended.
      if (this.#child.connected) this.#child.once("disconnect", () => onEnd(exitCode));
      else onEnd(exitCode);
    };
    this.#child.once("exit", (code, signal) => end(code ?? 128 + constants.signals[signal!]));
    // It could not be started.
    this.#child.on("error", () => end(1));
  }

  allow(): void {
    this.#tell({ kind: "apply" });
  }

  /** For a round that plans, which has nothing to finish: if it does not listen, it is ended. */
  supersede(): void {
    this.#tell({ kind: "superseded" });
    this.#killIn(patienceMs);
  }

  /** What an apply has begun has to be finished, however long that takes. */
  interrupt(times: number, isApplying: boolean): void {
    this.#tell({ kind: "interrupted", times });
    if (!isApplying) this.#killIn(patienceMs);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #tell(message: WatcherMessage): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #killIn(delayMs: number): void {
    setTimeout(() => {
      if (!this.#isOver) this.kill();
    }, delayMs).unref();
  }
}

const program = fileURLToPath(new URL("dist/cli/main.js", ownFolder));
const patienceMs = 3_000;
