import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Printed {
  readonly exitCode: number | null;
  /** Standard output and standard error, as they came. */
  readonly text: string;
}

/** Where a page is followed: a folder of its own, a home of its own, and nothing of the one who runs the tests. */
export class PageFolder {
  readonly #work = realpathSync(mkdtempSync(join(tmpdir(), "coconut-page-")));
  readonly folder: string;
  readonly #patienceMs: number;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  /** `patienceMs`: a command that takes longer never ends. */
  constructor(name: string, environment: Readonly<Record<string, string>> = {}, patienceMs = 200_000) {
    this.#patienceMs = patienceMs;
    this.folder = join(this.#work, name);
    const home = join(this.#work, "home");
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(home);
    const inherited = Object.entries(process.env).filter(([key]) => !left.test(key));
    this.#environment = {
      ...Object.fromEntries(inherited),
      npm_config_userconfig:
        process.env["npm_config_userconfig"] ?? join(process.env["HOME"] ?? "", ".npmrc"),
      npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? "", ".npm"),
      npm_config_update_notifier: "false",
      npm_config_loglevel: "error",
      HOME: home,
      COLUMNS: "80",
      PATH: `${join(this.#work, "bin")}:${process.env["PATH"]}`,
      ...environment,
    };
  }

  /** A command that is there when the page is followed: a script of the shell. */
  offer(name: string, script: string): void {
    const folder = join(this.#work, "bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  }

  /** Runs a script of the shell. `isEnough`: it is interrupted when what it has printed is. */
  run(script: string, isEnough?: (text: string) => boolean): Promise<Printed> {
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", `exec 2>&1\n${script}`], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    let text = "";
    let isInterrupted = false;
    const printed = () => text.replaceAll(this.folder, "~/shop").replaceAll(this.#work, "~");
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (isInterrupted || isEnough?.(printed()) !== true) return;
      isInterrupted = true;
      process.kill(-child.pid!, "SIGINT");
    });
    const patience = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), this.#patienceMs);
    return new Promise((resolve) => {
      child.on("exit", (code, signal) => {
        clearTimeout(patience);
        // As a shell says it of what it has run.
        const exitCode = signal === "SIGKILL" ? 137 : code;
        const end = () => resolve({ exitCode, text: printed() });
        child.on("close", end);
        // What it left running may hold the output open; `leftovers` tells of it.
        setTimeout(end, 2000);
      });
    });
  }

  /** Ends what still runs in the folder, and says what it was. Only where processes can be looked at. */
  leftovers(): readonly string[] {
    const running = processes().filter(({ folder }) => folder.startsWith(this.#work));
    for (const { pid } of running) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself meanwhile.
      }
    }
    return running.map(({ pid, folder }) => `process ${pid} in ${folder}`);
  }

  /** Also where following the page was given up halfway. */
  remove(): void {
    // What is killed is gone a moment later.
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; tries < 100 && this.leftovers().length > 0; tries++) Atomics.wait(clock, 0, 0, 20);
    rmSync(this.#work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Variables that change what is printed, or slow every start down. */
const left =
  /^(NODE_|CI$|GITHUB_|COCONUT_|FORCE_COLOR|NO_COLOR|COLUMNS|VITEST|TEST$|DEV$|PROD$|MODE$|BASE_URL|SSR)/;

function processes(): readonly { readonly pid: number; readonly folder: string }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), folder: readlinkSync(`/proc/${name}/cwd`) }];
      } catch {
        return [];
      }
    });
}
