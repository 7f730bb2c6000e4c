import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chosenMutant } from "../mutants/chosen-mutant.js";
import type { MutatedFile } from "../mutants/mutant.js";
import { madeOnce, packageCache } from "./made-once.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** This package as users install it, compiled from the sources as they are, and projects that use it. */
export class BuiltPackage {
  readonly folder: string;
  readonly package: string;
  /** Not in `node_modules`, where compilers look at less. */
  readonly #projectsFolder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-load-")));
  #projects = 0;

  constructor() {
    mkdirSync(packageCache, { recursive: true });
    this.folder = mkdtempSync(join(packageCache, "load-"));
    this.package = join(this.folder, "package");
    const mutant = chosenMutant(process.env["COCONUT_MUTANT"]);
    const source = mutant === undefined ? join(root, "src") : this.#mutated(mutant);
    const built = madeOnce("built", [source], (folder) => bundle(source, folder));
    cpSync(built, join(this.package, "dist"), { recursive: true });
    const text = readFileSync(join(root, "package.json"), "utf8");
    // Without what it depends on, which is found further up: so npm can install it without a network.
    const {
      dependencies: _,
      devDependencies: _dev,
      scripts: _scripts,
      ...manifest
    } = JSON.parse(text) as Record<string, unknown>;
    writeFileSync(join(this.package, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(this.folder, "drive.mjs"), driver);
    cpSync(fileURLToPath(new URL("command-process.mjs", import.meta.url)), join(this.folder, "command.mjs"));
  }

  /** The sources with one mistake in them. */
  #mutated({ path, text }: MutatedFile): string {
    const source = join(this.folder, "src");
    cpSync(join(root, "src"), source, { recursive: true });
    writeFileSync(join(this.folder, path), text);
    return source;
  }

  /** A project with these files, in which this package is installed, and valibot for its providers. */
  project(files: Readonly<Record<string, string>>): Project {
    const folder = join(this.#projectsFolder, `project-${++this.#projects}`);
    const project = new Project(this, folder);
    project.write({ "package.json": `{ "name": "shop", "type": "module" }`, ...files });
    mkdirSync(join(folder, "node_modules", "@coconut"), { recursive: true });
    symlinkSync(this.package, join(folder, "node_modules", "@coconut", "coconut"));
    symlinkSync(join(root, "node_modules", "valibot"), join(folder, "node_modules", "valibot"));
    return project;
  }

  remove(): void {
    for (const folder of [this.folder, this.#projectsFolder])
      rmSync(folder, { recursive: true, force: true });
  }
}

export class Project {
  readonly folder: string;
  readonly #built: BuiltPackage;

  constructor(built: BuiltPackage, folder: string) {
    this.#built = built;
    this.folder = folder;
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** A second copy of this package, as a dependency that brought its own would have it. */
  copyPackage(folder: string): void {
    cpSync(this.#built.package, join(this.folder, folder), { recursive: true });
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** Loads and runs it in a process of its own, the way `coco` does. */
  async run(request: RunRequest = {}): Promise<Report> {
    const [report] = await this.runAll([request.entry ?? "main.ts"], request);
    return report!;
  }

  /** Several programs, one after the other in one process. */
  async runAll(entries: readonly string[], request: Omit<RunRequest, "entry"> = {}): Promise<Report[]> {
    const asked = JSON.stringify({ ...request, projectFolder: this.folder, entries });
    const { status, output, errors } = await this.node(join(this.#built.folder, "drive.mjs"), asked);
    const reports = [...output.matchAll(/([^]*?)^@@(.*)\n/gm)];
    if (reports.length !== entries.length) throw new Error(`No report, status ${status}: ${output}${errors}`);
    return reports.map(([, printed = "", report = ""]) => ({
      ...(JSON.parse(report) as Report),
      printed,
      status,
    }));
  }

  /** Does with the program what `coco` does, in a process of its own. */
  async command(request: CommandRequest): Promise<CommandReport> {
    const { status, output, errors } = await this.start(request).finished;
    const found = /^@@(.*)$/m.exec(output);
    if (found === null) throw new Error(`No report, status ${status}: ${output}${errors}`);
    const report = JSON.parse(found[1]!) as Omit<CommandReport, "status" | "printed">;
    return { ...report, status, printed: output.slice(0, found.index) };
  }

  /** The same without waiting for its end. */
  start(request: CommandRequest): Started {
    const asked = JSON.stringify({ ...request, projectFolder: this.folder });
    return this.#spawn([join(this.#built.folder, "command.mjs"), asked]);
  }

  node(...parameters: readonly string[]): Promise<Finished> {
    return this.#spawn(parameters).finished;
  }

  /** The same with more in its environment, and with this on standard input. */
  nodeWith(given: Given, ...parameters: readonly string[]): Promise<Finished> {
    return this.#spawn(parameters, given).finished;
  }

  /** The same without waiting for its end. */
  startNode(...parameters: readonly string[]): Started {
    return this.#spawn(parameters);
  }

  #spawn(parameters: readonly string[], given?: Given): Started {
    const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: _options, ...environment } = process.env;
    const child = spawn(process.execPath, parameters, {
      cwd: given?.folder ?? this.folder,
      env: { ...environment, COCONUT_KEY_FILE: join(this.#built.folder, "key"), ...given?.environment },
      stdio: [given === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.on("error", () => {}).end(given?.input);
    const [stdout, stderr] = [child.stdout!, child.stderr!];
    let output = "";
    let errors = "";
    const finished = new Promise<Finished>((resolve, reject) => {
      stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
      stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, output, errors }));
    });
    const saidAfter = (before: string, text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          const from = output.indexOf(before);
          if (from >= 0 && output.includes(text, from + before.length)) resolve();
        };
        stdout.on("data", look);
        void finished.then(() => reject(new Error(`It ended without saying ${text}: ${output}${errors}`)));
        look();
      });
    return {
      finished,
      said: (text) => saidAfter("", text),
      saidAfter,
      kill: (signal) => void child.kill(signal),
      closeOutput: () => void stdout.destroy(),
    };
  }
}

/** In few files, as it is shipped: most of what a short command costs is reading many. */
function bundle(source: string, folder: string): void {
  const entries = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    entry.test(path),
  );
  const options =
    "--bundle --splitting --packages=external --platform=node --keep-names --format=esm --target=node20 --log-level=warning";
  const places = [`--outbase=${source}`, `--outdir=${folder}`, "--chunk-names=chunks/[name]-[hash]"];
  const { status } = spawnSync(
    join(root, "node_modules", "esbuild", "bin", "esbuild"),
    [...entries.map((path) => join(source, path)), ...options.split(" "), ...places],
    { cwd: root, stdio: "inherit" },
  );
  if (status !== 0) throw new Error("The package could not be built.");
}

/** The doors of folders, and what is started or loaded by its file. */
const entry =
  /(?:^|\/)index\.ts$|^cli\/main\.ts$|^sdk\/loader\.ts$|^program\/load\/(?:import|resolve)-from\.ts$|^program\/register\/hook(?:s|-modules)\.ts$|supervisor\/main\.ts$/;

interface Given {
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Where it is started; in the project folder unless said. */
  readonly folder?: string;
}

/** A process that runs. */
export interface Started {
  readonly finished: Promise<Finished>;
  /** Resolves when it has printed the text. */
  said(text: string): Promise<void>;
  /** Resolves when it has printed the second text after the first. */
  saidAfter(before: string, text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** As when whoever reads it goes away. */
  closeOutput(): void;
}

export interface CommandRequest {
  readonly command: "plan" | "apply" | "applyFile" | "destroy" | "refresh";
  /** Where a plan is saved to, and where `applyFile` finds it. */
  readonly file?: string;
  readonly entry?: string;
  readonly options?: {
    readonly parallel?: number;
    readonly rounds?: number;
    readonly continueOnError?: boolean;
  };
  readonly callbackTimeoutMs?: number;
  /** Plans in the same process before. */
  readonly planFirst?: boolean;
  readonly drainMs?: number;
}

/** What a command came to; resources by their names. */
export interface CommandReport {
  readonly status: number | null;
  readonly printed: string;
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly changes?: readonly (readonly [name: string, action: string])[];
  readonly steps?: readonly (readonly [action: string, name: string, result: string])[];
  readonly outputs?: unknown;
  readonly unplanned?: readonly string[];
  /** What state has afterwards. */
  readonly state: readonly string[];
  /** How the runs of the stack ended; null for one that has not. */
  readonly history: readonly (string | null)[];
  readonly open: number;
}

export interface RunRequest {
  readonly entry?: string;
  readonly cacheFolder?: string;
  readonly drainMs?: number;
  /** Leaves the process alone, as embedding does. */
  readonly embedded?: boolean;
  /** How often it is loaded and run. */
  readonly times?: number;
}

/** Positions are `file:line:column`, relative to the project. */
export interface Report {
  readonly registrations: readonly {
    readonly type: string;
    readonly name: string;
    readonly scope: unknown;
    readonly position: string;
    readonly kind: string;
  }[];
  readonly outputs: unknown;
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly warnings: readonly ReportedDiagnostic[];
  /** How often the compiler was started. */
  readonly compiled: number;
  readonly printed: string;
  readonly status: number | null;
}

export interface ReportedDiagnostic {
  readonly code: string;
  readonly detail: string;
  readonly hint: string;
  readonly position?: string;
}

const driver = `
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
const { loadProgram, runModule, guardProcess } = await import("./package/dist/program/load/index.js");
const { projectFolder, drainMs, embedded, times = 1, entries, cacheFolder } = JSON.parse(process.argv[2]);
const place = (position) => position && [relative(projectFolder, position.file), position.line, position.column].join(":");
const told = (list) => list.map(({ code, detail, hint, position }) => ({ code, detail, hint, position: place(position) }));
const plain = (value) =>
  typeof value !== "object" || value === null ? value
  : Array.isArray(value) ? value.map(plain)
  : "sequence" in value ? { resource: value.urn }
  : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
let compiled = 0;
const run = async ([program, ...rest], cwd) => {
  compiled++;
  const { status, stderr } = spawnSync(program, rest, { cwd, encoding: "utf8" });
  return { status, errors: stderr };
};
const tell = (report) => new Promise((resolve) => process.stdout.write("\\n@@" + JSON.stringify(report) + "\\n", resolve));
for (const entry of entries) {
  const report = { registrations: [], outputs: null, diagnostics: [], warnings: [] };
  compiled = 0;
  try {
    for (let time = 0; time < times; time++) {
      const loaded = await loadProgram({ projectFolder, entry, cacheFolder }, { run });
      const guard = embedded ? undefined : guardProcess(loaded);
      const recorded = await runModule(loaded, { project: "shop", stack: "dev" }, { guard, drainMs });
      guard?.release();
      report.registrations = recorded.registrations.map(({ type, name, kind, scope, position }) => ({ type, name, kind, scope, position: place(position) }));
      report.outputs = plain(recorded.outputs);
      report.diagnostics = told(recorded.diagnostics);
      report.warnings = told(recorded.recorder.warnings);
    }
  } catch (error) {
    if (!error.diagnostics) throw error;
    report.diagnostics = told(error.diagnostics);
  }
  await tell({ ...report, compiled });
}
process.exit(0);
`;
