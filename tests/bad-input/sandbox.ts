import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { systemPorts, type KeySource } from "../../src/store/internal.js";

/** A folder with a project, a home and a place for temporary files, and nothing else: whatever `coco` writes is seen. */
export class Sandbox {
  readonly folder: string;
  readonly project: string;
  readonly home: string;
  readonly #command: string;
  #runs = 0;

  constructor(folder: string, command: string) {
    this.folder = folder;
    this.project = join(folder, "project");
    this.home = join(folder, "home");
    this.#command = command;
    for (const each of ["home", "temporary"]) mkdirSync(join(folder, each), { recursive: true });
  }

  /** One like this, elsewhere. */
  copy(folder: string): Sandbox {
    cpSync(this.folder, folder, { recursive: true, verbatimSymlinks: true });
    return new Sandbox(folder, this.#command);
  }

  /** Makes an existing folder the project. */
  adopt(project: string): void {
    cpSync(project, this.project, { recursive: true, verbatimSymlinks: true });
  }

  path(name: string): string {
    return name.startsWith("~/") ? join(this.home, name.slice(2)) : join(this.project, name);
  }

  get keys(): KeySource {
    return systemPorts({ XDG_CONFIG_HOME: join(this.home, ".config") }).keys;
  }

  /** Runs `coco` on the project. One that does not end is killed. */
  async coco(
    words: readonly string[],
    { environment = {}, input = "" }: { environment?: Readonly<Record<string, string>>; input?: string } = {},
  ): Promise<Ended> {
    const memory = `${this.folder}-memory-${++this.#runs}`;
    const child = spawn(process.execPath, [this.#command, ...words], {
      cwd: this.project,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: this.home,
        TMPDIR: join(this.folder, "temporary"),
        NODE_OPTIONS: `--max-old-space-size=512 --import=${reporter}`,
        COCONUT_TEST_MEMORY: memory,
        ...environment,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.stdin.on("error", () => {}).end(input);
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject).on("close", resolve);
    });
    clearTimeout(timer);
    const left = await this.#left();
    const kilobytes = existsSync(memory) ? Number(readFileSync(memory, "utf8")) : undefined;
    return { status, output, errors, left, ...(kilobytes !== undefined && { memory: kilobytes * 1024 }) };
  }

  /** What still works in this folder a second after `coco` has ended. It is killed. */
  async #left(): Promise<readonly string[]> {
    for (let waitedMs = 0; this.#processes().length > 0 && waitedMs < 1000; waitedMs += 50) await pause(50);
    const left = this.#processes();
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    return left.map(({ command }) => command);
  }

  #processes(): readonly { readonly pid: number; readonly command: string }[] {
    const pids = existsSync("/proc") ? readdirSync("/proc").map(Number).filter(Boolean) : [];
    return pids.flatMap((pid) => {
      const command = commandOf(pid);
      return command.includes(join(this.folder, "/")) ? [{ pid, command }] : [];
    });
  }

  /** Everything that is there, by its path: kind, rights, owner and content. What Coconut may always write is left out. */
  seen(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const waiting = [this.folder];
    while (waiting.length > 0) {
      const path = waiting.pop()!;
      const name = relative(this.folder, path);
      if (written.has(name)) continue;
      const status = lstatSync(path);
      if (isSqlitesOwn(name, status.size)) continue;
      if (status.isDirectory()) waiting.push(...readdirSync(path).map((each) => join(path, each)));
      const content = status.isDirectory() ? "" : contentOf(path);
      found.set(name, `${status.mode.toString(8)} ${status.uid} ${content}`);
    }
    return found;
  }
}

export interface Ended {
  /** Nothing if it had to be killed. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  /** The commands of processes that it has left behind. */
  readonly left: readonly string[];
  /** The most that it had, in bytes; nothing if it was killed. */
  readonly memory?: number;
}

/** Long enough for a machine that is busy with others: what hangs hangs for ever. */
const patienceMs = 60_000;
const large = 16 * 1024 * 1024;
const reporter = fileURLToPath(new URL("report-memory.mjs", import.meta.url));

/** The compiled program, and how far stacks have come. */
const written = new Set([join("project", ".coconut", "cache"), join("home", ".config", "coconut", "seen")]);

/** What SQLite keeps beside a file while it is open; a journal with something in it is part of the file. */
function isSqlitesOwn(name: string, size: number): boolean {
  return name.endsWith(".db-shm") || name.endsWith(".db-lock") || (name.endsWith(".db-wal") && size === 0);
}

/** Nothing of one that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function contentOf(path: string): string {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return `to ${readlinkSync(path)}`;
  if (!status.isFile() || status.size > large) return `${status.size} ${status.mtimeMs}`;
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
