import { spawn, type ChildProcess } from "node:child_process";
import { shellWord } from "../../src/std/shell-word.js";
import { VirtualScreen } from "./virtual-screen.js";

export interface PseudoTerminalOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A process that believes it has a terminal with someone in front of it. `script` of util-linux makes it believe so. */
export class PseudoTerminal {
  readonly screen: VirtualScreen;
  /** The exit code; null if the terminal was closed. */
  readonly ended: Promise<number | null>;
  /** All that was ever written to the terminal. */
  output = "";
  readonly #script: ChildProcess;
  readonly #watchers = new Set<() => void>();
  /** Up to where it was looked at. */
  #seen = 0;

  constructor(
    command: readonly string[],
    { folder, environment = {}, columns = 80, rows = 24 }: PseudoTerminalOptions,
  ) {
    this.screen = new VirtualScreen(columns, rows);
    const sized = `stty cols ${columns} rows ${rows}; exec ${command.map(shellWord).join(" ")}`;
    this.#script = spawn("script", ["-qfec", sized, "/dev/null"], {
      cwd: folder,
      env: { ...withoutHabits(process.env), TERM: "xterm", SHELL: "/bin/sh", ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#script.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.output += text;
      this.screen.write(text);
      for (const watch of this.#watchers) watch();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#script.on("error", reject).on("close", resolve);
    });
  }

  type(text: string): void {
    this.#script.stdin!.write(text);
  }

  /** Resolves when the text comes, after what was waited for before. */
  async says(text: string): Promise<void> {
    await this.#until(text, () => {
      const found = this.output.indexOf(text, this.#seen);
      if (found !== -1) this.#seen = found + text.length;
      return found !== -1;
    });
  }

  /** Resolves when the screen looks so at some moment. */
  async shows(pattern: RegExp): Promise<void> {
    await this.#until(String(pattern), () => pattern.test(this.screen.text));
  }

  /** As when its window is closed: the process is hung up, and can write nowhere any more. */
  close(): void {
    this.#script.kill("SIGKILL");
  }

  #until(what: string, isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        stop();
        reject(new Error(`${why} without ${what}:\n${this.screen.text}`));
      };
      const timer = setTimeout(() => fail("Time passed"), patienceMs);
      const stop = () => {
        clearTimeout(timer);
        this.#watchers.delete(look);
      };
      const look = () => {
        if (!isSo()) return;
        stop();
        resolve();
      };
      this.#watchers.add(look);
      this.#script.once("close", () => {
        if (this.#watchers.has(look)) fail("It ended");
      });
      look();
    });
  }
}

const patienceMs = 30_000;

/** What the environment of a test says about terminals is not about this one. */
function withoutHabits(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const habits = new Set("CI COLUMNS FORCE_COLOR GITHUB_ACTIONS LINES NO_COLOR NODE_OPTIONS".split(" "));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !habits.has(name)));
}
