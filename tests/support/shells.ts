import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { shellWord } from "../../src/std/shell-word.js";
import { hasTool } from "./has-tool.js";

/** Whether a shell is installed. */
export function hasShell(shell: Shell): boolean {
  return hasTool(shell, ["-c", "exit 0"]);
}

type Shell = "bash" | "zsh" | "fish";

/** What a shell without habits prints when it runs a script. */
export function shellOutput(
  shell: Shell,
  script: string,
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
): { readonly output: string; readonly errors: string } {
  const bare = { bash: "--norc", zsh: "--no-rcs", fish: "--no-config" }[shell];
  const env = { ...process.env, ...environment };
  const { stdout, stderr } = spawnSync(shell, [bare, "-c", script], { cwd: folder, env, encoding: "utf8" });
  return { output: stdout, errors: stderr };
}

/** A shell with someone in front of it who types, and presses the tabulator key. */
export class TypedShell {
  readonly #script: ChildProcess;
  readonly #ended: Promise<void>;
  #output = "";
  #heard = () => {};
  #lines = 0;

  constructor(
    command: readonly string[],
    options: { readonly folder: string; readonly environment: Readonly<Record<string, string>> },
  ) {
    const sized = `stty cols 200 rows 50; exec ${command.map(shellWord).join(" ")}`;
    this.#script = spawn("script", ["-qfec", sized, "/dev/null"], {
      cwd: options.folder,
      // A terminal that can do nothing: shells send it little else than text.
      env: { ...process.env, ...options.environment, TERM: "dumb", SHELL: "/bin/sh", HISTFILE: "" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#script.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
      this.#heard();
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#script.on("error", reject).on("close", () => {
        this.#heard();
        resolve();
      });
    });
  }

  /** Types a line, and answers with all that was shown until it had been run. */
  async run(line: string): Promise<string> {
    const begin = this.#output.length;
    const number = ++this.#lines;
    // What is typed is echoed: only what is printed has the number in one piece.
    this.#script.stdin!.write(`${line}; echo END$((${number}+0))END\r`);
    await this.#says(`END${number}END`, begin);
    return this.#output.slice(begin).replace(escapes, "").replaceAll("\r", "");
  }

  /** The words of a line, as the shell takes them, after the key was pressed so far from its end. */
  async completed(line: string, back = 0): Promise<readonly string[]> {
    const printed = await this.run(`${line}${left.repeat(back)}\t${home}printf '<%s>\\n' ${end}`);
    return [...printed.matchAll(/^<(.*)>$/gm)].map(([, word]) => word!);
  }

  /** What is shown when the key is pressed twice, behind a line that is not run. */
  offered(line: string): Promise<string> {
    return this.run(`${line}\t\t${home}true ${end}`);
  }

  close(): Promise<void> {
    this.#script.kill("SIGKILL");
    return this.#ended;
  }

  #says(text: string, begin: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const shown = () => this.#output.slice(begin);
      const timer = setTimeout(
        () => reject(new Error(`Time passed without ${text}: ${shown()}`)),
        patienceMs,
      );
      this.#heard = () => {
        const isOver = this.#script.exitCode !== null;
        if (!shown().includes(text) && !isOver) return;
        clearTimeout(timer);
        if (shown().includes(text)) resolve();
        else reject(new Error(`It ended without ${text}: ${shown()}`));
      };
      this.#heard();
    });
  }
}

const patienceMs = 30_000;
const [home, end, left] = ["\u0001", "\u0005", "\u0002"];
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b(\[[0-9;?]*[A-Za-z]|[=>])|\u0007/g;
