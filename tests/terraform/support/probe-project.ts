import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BuiltPackage, type Finished, type Project } from "../../support/built-package.js";
import { providerBinary } from "../providers/provider-binaries.js";

/** The probes, and the names of their types in programs. */
export type ProbeName = "framework" | "sdk";

/** Projects whose package `tf_probe` is one of the probes, in a wrapper that notes each start. */
export class ProbeProjects {
  readonly #built = new BuiltPackage();
  readonly #projects: ProbeProject[] = [];

  /** `main` is a program; the classes `Fault`, `Thing` and the provider class `Probe` are defined in it. */
  project(main: string, probe: ProbeName = "framework"): ProbeProject {
    const project = new ProbeProject(this.#built, probe);
    project.program(main);
    this.#projects.push(project);
    return project;
  }

  get command(): string {
    return join(this.#built.package, "dist/cli/main.js");
  }

  remove(): void {
    for (const project of this.#projects) project.end();
    this.#built.remove();
  }
}

/** The file of an object, as far as tests look at it. */
export interface CloudObject {
  readonly state: { readonly [name: string]: unknown };
  readonly password?: string;
}

/** `coco` that runs. */
export interface StartedCoco {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished & { readonly signal: NodeJS.Signals | null }>;
}

export class ProbeProject {
  readonly files: Project;
  readonly probe: ProbeName;
  readonly #command: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();
  #lastErrors = "";

  constructor(built: BuiltPackage, probe: ProbeName) {
    this.probe = probe;
    this.#command = join(built.package, "dist/cli/main.js");
    this.files = built.project({ "coconut.json": JSON.stringify(manifest) });
    mkdirSync(this.cloud);
    mkdirSync(this.home, { recursive: true });
    mkdirSync(this.temporary);
    this.wrap(this.usual);
    const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: _options, ...own } = process.env;
    this.#environment = {
      ...own,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, ".config"),
      TMPDIR: this.temporary,
    };
  }

  /** The folder with the objects. */
  get cloud(): string {
    return this.files.path("cloud");
  }

  /** Not in the project, where no key may be. */
  get home(): string {
    return `${this.files.folder}-home`;
  }

  get temporary(): string {
    return `${this.files.folder}-tmp`;
  }

  /** What the wrapper does unless told otherwise. */
  get usual(): string {
    return `exec '${providerBinary(this.probe)!}' "$@"`;
  }

  /** Makes the program of the provider a script that notes its process and then does this. */
  wrap(script: string): void {
    const path = "bin/terraform-provider-probe_v1.2.3";
    this.files.write({ [path]: `#!/bin/sh\necho $$ >> '${this.files.path("starts")}'\n${script}\n` });
    chmodSync(this.files.path(path), 0o755);
  }

  program(main: string): void {
    const prefix = this.probe === "sdk" ? "probesdk" : "probe";
    const head = [
      `import * as coconut from "@coconut/coconut";`,
      `import * as terraform from "@coconut/coconut/terraform";`,
      `const of = { package: "tf_probe" };`,
      `const Fault = terraform.resource("${prefix}_fault", of);`,
      `const Thing = terraform.resource("${prefix}_thing", of);`,
      `const Secret = terraform.resource("${prefix}_secret", of);`,
      `const Probe = terraform.provider("probe");`,
      `const probe = (name, more = {}) => new Probe(name, { folder: ${JSON.stringify(this.cloud)}, marker: name, ...more });`,
    ];
    this.files.write({ "main.js": `${head.join("\n")}\n${main}\n` });
  }

  /** Runs `coco` to its end. */
  coco(...words: readonly string[]): Promise<Finished> {
    return this.start(...words).finished;
  }

  /** The same without waiting for its end. The first parameter may be more environment. */
  start(...given: readonly (string | NodeJS.ProcessEnv)[]): StartedCoco {
    const words = given.filter((each) => typeof each === "string");
    const more = given.find((each) => typeof each === "object");
    const child = spawn(process.execPath, [this.#command, ...words, "-C", this.files.folder], {
      cwd: this.files.folder,
      env: { ...this.#environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running.add(child);
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const finished = new Promise<Awaited<StartedCoco["finished"]>>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status, signal) => {
        this.#running.delete(child);
        this.#lastErrors = errors;
        resolve({ status, signal, output, errors });
      });
    });
    return { child, finished };
  }

  /** The lines of calls.log. */
  calls(): readonly string[] {
    return lines(this.files.path("cloud/calls.log"));
  }

  /** The effects on objects, without ids: `create probe_fault`. */
  effects(): readonly string[] {
    return this.calls().flatMap((line) => /^(?:create|update|delete) \S+/.exec(line) ?? []);
  }

  /** The objects of the cloud, by id. */
  objects(): ReadonlyMap<string, CloudObject> {
    return new Map([...this.#objectFiles()].map(([file, object]) => [basename(file, ".json"), object]));
  }

  /** Changes the state of every object, as something else than coco would. */
  editObjects(edit: (state: object) => object): void {
    for (const [file, object] of this.#objectFiles())
      writeFileSync(file, JSON.stringify({ ...object, state: edit(object.state) }));
  }

  #objectFiles(): ReadonlyMap<string, CloudObject> {
    const types = readdirSync(this.cloud, { withFileTypes: true }).filter((each) => each.isDirectory());
    const files = types.flatMap(({ name }) =>
      readdirSync(join(this.cloud, name)).map((file) => join(this.cloud, name, file)),
    );
    return new Map(files.map((file) => [file, JSON.parse(readFileSync(file, "utf8")) as CloudObject]));
  }

  /** The processes of the provider that were ever started. */
  starts(): readonly number[] {
    return lines(this.files.path("starts")).map(Number);
  }

  /** Those that run. */
  providers(): readonly number[] {
    return this.starts().filter(isRunning);
  }

  /** What is left in the folder for temporary files, and of records of processes. */
  leftovers(): readonly string[] {
    const records = join(this.home, ".config/coconut/children");
    return [...readdirSync(this.temporary), ...(existsSync(records) ? readdirSync(records) : [])];
  }

  /** Resolves when calls.log has the line, given by how it begins. */
  called(line: string): Promise<void> {
    return until(() => {
      const isCalled = this.calls().some((each) => each.startsWith(line));
      if (!isCalled && this.#running.size === 0)
        throw new Error(`coco ended before ${line}:\n${this.#lastErrors}`);
      return isCalled;
    });
  }

  /** Ends all processes. */
  end(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    for (const pid of this.providers()) process.kill(pid, "SIGKILL");
  }
}

const manifest = {
  name: "shop",
  main: "main.js",
  packages: { tf_probe: { terraform: "./bin/terraform-provider-probe_v1.2.3" } },
};

function lines(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

/** Not if it has ended and its parent has not noticed yet. */
export function isRunning(pid: number): boolean {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
    return !state.trim().startsWith("Z");
  } catch {
    return false;
  }
}

export async function until(holds: () => boolean, what = "it"): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited 40 seconds for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
