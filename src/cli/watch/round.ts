import { fork, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import type { FilesRead } from "../../std/files-read.js";
import { ownFolder } from "../../std/own-package.js";
import { roundVariable, type RoundMessage, type WatcherMessage } from "./round-message.js";

export interface RoundPorts {
  readonly onRead: (read: FilesRead) => void;
  readonly onAsks: () => void;
  /** Called last. */
  readonly onEnd: (exitCode: number) => void;
}

/**
 * One command in a child process that shares the terminal. Each round needs a new process, because imported modules and
 * their state stay in memory until the process ends.
 */
export class Round {
  readonly #child: ChildProcess;
  #isOver = false;

  constructor(command: readonly string[], { onRead, onAsks, onEnd }: RoundPorts) {
    this.#child = fork(program, command, {
      env: { ...process.env, [roundVariable]: "1" },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    // Ignores messages that the program itself sends.
    this.#child.on("message", (message: RoundMessage | null) => {
      if (message?.kind === "read") onRead(message.read);
      if (message?.kind === "asks") onAsks();
    });
    const end = (exitCode: number) => {
      if (this.#isOver) return;
      this.#isOver = true;
      // The last messages may arrive after the exit.
      if (this.#child.connected) this.#child.once("disconnect", () => onEnd(exitCode));
      else onEnd(exitCode);
    };
    this.#child.once("exit", (code, signal) => end(code ?? 128 + constants.signals[signal!]));
    // The process could not be started.
    this.#child.on("error", () => end(1));
  }

  allow(): void {
    this.#tell({ kind: "apply" });
  }

  /** Ends a round that plans. It has nothing to finish, so it is killed if it does not end by itself. */
  supersede(): void {
    this.#tell({ kind: "superseded" });
    this.#killIn(patienceMs);
  }

  /** Interrupts a round. An apply may take any time to finish its running steps. */
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
