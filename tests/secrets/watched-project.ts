import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import type { BuiltPackage, Finished, Project } from "../support/built-package.js";
import { PseudoTerminal } from "../support/pseudo-terminal.js";
import type { Channel } from "./channels.js";
import { ProcessTree } from "./process-tree.js";
import { Scanner, type Finding } from "./scanner.js";

/** A secret where it must not be. */
export interface Leak extends Pick<Finding, "secret" | "form" | "around"> {
  readonly channel: Channel;
  readonly at: string;
}

export interface Asked {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** What the text of stdout counts as, beside itself. */
  readonly as?: Channel;
  /** The secrets that it must print on stdout, which is the one place where they may stand. */
  readonly reveals?: readonly string[];
}

/** Which secrets processes may have, because the program puts them there. */
export interface HandedOver {
  readonly arguments: RegExp;
  readonly environment: RegExp;
}

/** A project on which `coco` is run while everything that can be read of it is looked at. */
export class WatchedProject {
  readonly scanner = new Scanner();
  readonly leaks: Leak[] = [];
  readonly scanned = new Map<Channel, number>();
  /** The programs that `coco` and what it starts have started. */
  readonly started = new Set<string>();
  /** What was ever seen in the folder for temporary files. */
  readonly temporaryFiles = new Set<string>();
  readonly files: Project;
  /** Where the provider keeps its objects: the world, in which secrets are plain. Not looked at. */
  readonly world = folder("world");
  readonly temporary = folder("tmp");
  readonly home = folder("home");
  /** Where it is written down what processes start. */
  readonly #spawned = folder("spawned");
  readonly #built: BuiltPackage;
  readonly #seen = new Map<string, string>();
  readonly #public = new Set<string>();
  readonly #running = new Set<ChildProcess>();
  #commands = 0;
  readonly #handedOver: HandedOver;

  constructor(built: BuiltPackage, files: Readonly<Record<string, string>>, handedOver: HandedOver) {
    this.#built = built;
    this.files = built.project(files);
    this.#handedOver = handedOver;
  }

  /** Runs `coco` to its end. */
  async coco(asked: Asked | string, ...words: readonly string[]): Promise<Finished> {
    return this.start(asked, ...words).finished;
  }

  /** The same without waiting for its end. */
  start(
    asked: Asked | string,
    ...words: readonly string[]
  ): { child: ChildProcess; finished: Promise<Finished> } {
    const given = typeof asked === "string" ? {} : asked;
    const command = typeof asked === "string" ? [asked, ...words] : words;
    const child = spawn(process.execPath, [this.#program, ...command, "-C", this.files.folder], {
      cwd: this.files.folder,
      env: { ...this.#environment, ...given.environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#running.add(child);
    child.stdin.on("error", () => {});
    child.stdin.end(given.input ?? "");
    const at = `${++this.#commands}. coco ${command.join(" ")}`;
    const processes = new ProcessTree(child.pid!);
    const watching = setInterval(() => this.#lookWhileRunning(processes, at), 40);
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => errors.push(bytes));
    const look = async (status: number | null): Promise<Finished> => {
      clearInterval(watching);
      this.#running.delete(child);
      const [out, err] = [Buffer.concat(output), Buffer.concat(errors)];
      this.#printed(out, err, at, given, command);
      this.lookAtFiles(at);
      this.#lookAtSpawned(at);
      return { status, output: out.toString(), errors: err.toString() };
    };
    const finished = new Promise<Finished>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve(look(status)));
    });
    return { child, finished };
  }

  /** The same on a terminal. */
  terminal(...words: readonly string[]): PseudoTerminal {
    const command = [process.execPath, this.#program, ...words, "-C", this.files.folder];
    return new PseudoTerminal(command, { folder: this.files.folder, environment: this.#environment });
  }

  /** From now on this one may be seen. */
  isSecretNoMore(secret: string): void {
    this.#public.add(secret);
  }

  /** Ends what still runs, and takes everything away. */
  remove(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    for (const place of [this.world, this.temporary, this.home, this.#spawned])
      rmSync(place, { recursive: true, force: true });
  }

  look(channel: Channel, bytes: Buffer | string, at: string): void {
    const whole = Buffer.from(bytes);
    this.#found(channel, whole, this.scanner.scan(whole), at);
  }

  #found(
    channel: Channel,
    { length }: Buffer,
    findings: readonly Finding[],
    at: string,
    isAllowed: (secret: string) => boolean = () => false,
  ): void {
    this.scanned.set(channel, (this.scanned.get(channel) ?? 0) + length);
    for (const { secret, form, around } of findings) {
      const leak = { secret, form, around, channel, at };
      const isKnown = this.leaks.some((each) => leakText(each) === leakText(leak));
      if (!isAllowed(secret) && !this.#public.has(secret) && !isKnown) this.leaks.push(leak);
    }
  }

  /** Everything on disk, with what is looked for now. */
  lookAtAllFiles(at: string): void {
    this.#seen.clear();
    this.lookAtFiles(at);
  }

  /** Everything on disk that has changed since it was looked at last. */
  lookAtFiles(at: string): void {
    for (const place of [this.files.folder, this.temporary, this.home]) {
      for (const file of filesBelow(place)) this.#lookAtFile(file, at);
    }
  }

  #lookAtFile(file: string, at: string): void {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return;
    const state = `${found.size} ${found.mtimeNs} ${found.ino}`;
    if (this.#seen.get(file) === state) return;
    this.#seen.set(file, state);
    const channel = this.#channelOf(file);
    if (channel === undefined) return;
    try {
      this.look(channel, readFileSync(file), `${relative(this.files.folder, file)} after ${at}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  #lookWhileRunning(processes: ProcessTree, at: string): void {
    const state = join(this.files.folder, ".coconut");
    for (const name of existsSync(state) ? readdirSync(state) : [])
      if (/\.db(-wal|-shm)?$/.test(name)) this.#lookAtFile(join(state, name), `during ${at}`);
    for (const file of filesBelow(this.temporary)) this.#lookAtFile(file, `during ${at}`);
    for (const { name, words, environment } of processes.changed())
      this.#lookAtProcess(words, environment, `${name} during ${at}`);
  }

  /** Everything that processes were started with, also of those that had ended before anyone could list them. */
  #lookAtSpawned(at: string): void {
    if (!existsSync(this.#spawnedFile)) return;
    const lines = readFileSync(this.#spawnedFile, "utf8").trim().split("\n");
    rmSync(this.#spawnedFile);
    for (const line of lines) {
      const { file, arguments: words, environment } = JSON.parse(line) as Spawned;
      this.started.add(basename(file));
      const given = Buffer.from(environment.join("\0"));
      this.#lookAtProcess(Buffer.from(words.join("\0")), given, `${file} started by ${at}`);
    }
  }

  #lookAtProcess(words: Buffer, environment: Buffer, at: string): void {
    for (const [channel, bytes] of Object.entries({ arguments: words, environment })) {
      const place = channel as keyof HandedOver;
      const isMeant = (secret: string) => this.#handedOver[place].test(secret);
      this.#found(place, bytes, this.scanner.scan(bytes), at, isMeant);
    }
  }

  #printed(output: Buffer, errors: Buffer, at: string, asked: Asked, command: readonly string[]): void {
    const { reveals = [] } = asked;
    const found = this.scanner.scan(output);
    const names = new Set(found.map(({ secret }) => secret));
    for (const secret of reveals) if (!names.has(secret)) throw new Error(`${at} does not reveal ${secret}.`);
    const kind = command.includes("--json") ? "json" : command.includes("--events") ? "events" : undefined;
    for (const channel of new Set<Channel | undefined>(["stdout", kind, asked.as]))
      if (channel !== undefined)
        this.#found(channel, output, found, at, (secret) => reveals.includes(secret));
    this.look("stderr", errors, at);
    if (asked.as === "crash" || asked.as === "annotations") this.look(asked.as, errors, at);
  }

  #channelOf(file: string): Channel | undefined {
    const path = relative(this.files.folder, file);
    if (path.startsWith("..")) {
      if (!file.startsWith(this.home)) this.temporaryFiles.add(file);
      const isKey = file.startsWith(join(this.home, ".config/coconut/keys"));
      return isKey ? undefined : file.startsWith(this.home) ? "home folder" : "other files";
    }
    const name = basename(path);
    if (name.endsWith(".db")) return "state database";
    if (/\.db-(wal|shm)$/.test(name)) return "write-ahead log";
    if (path.startsWith(".coconut/processes/")) return "process folder";
    if (path.startsWith(".coconut/")) return "cache";
    if (/^coconut\..*json$/.test(name))
      return name.includes("moves") ? "recorded renames" : "configuration file";
    if (name.endsWith(".plan")) return "plan file";
    if (name.endsWith(".export.json")) return "export";
    return /\.(svg|dot)$/.test(name) ? "graph" : "other files";
  }

  get #spawnedFile(): string {
    return join(this.#spawned, "lines");
  }

  get #program(): string {
    return join(this.#built.package, "dist/cli/main.js");
  }

  get #environment(): Record<string, string> {
    const { PATH = "", LANG = "C.UTF-8" } = process.env;
    const { home, temporary, world } = this;
    return {
      PATH,
      LANG,
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      TMPDIR: temporary,
      WORLD: world,
      NODE_OPTIONS: `--import=${recorder.href}?to=${encodeURIComponent(this.#spawnedFile)}`,
    };
  }
}

/** What `record-spawns.mjs` writes. */
interface Spawned {
  readonly file: string;
  readonly arguments: readonly string[];
  /** `NAME=value` */
  readonly environment: readonly string[];
}

const recorder = new URL("record-spawns.mjs", import.meta.url);

export function leakText({ secret, form, around, channel, at }: Leak): string {
  return `${secret} as ${form} in ${channel}, ${at}: ${around}`;
}

function folder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `coconut-canaries-${name}-`)));
}

function filesBelow(place: string): readonly string[] {
  mkdirSync(place, { recursive: true });
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
