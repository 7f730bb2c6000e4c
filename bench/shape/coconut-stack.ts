import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BenchOptions } from "../../scripts/bench-table.js";
import {
  count,
  longestProcessMs,
  NotMeasured,
  progress,
  runNode,
  runWitnessed,
  syncsPerSecond,
  type Finished,
  type Witnessed,
} from "../measure/index.js";
import { plainThing, thingProgram, thingProvider } from "./program-texts.js";

/** A project with a program of the common shape and its stack, run by the shipped `coco`. */
export class CoconutStack {
  readonly folder: string;
  readonly resources: number;
  readonly #options: BenchOptions;

  constructor(options: BenchOptions, resources: number, name = `things-${resources}`) {
    this.#options = options;
    this.resources = resources;
    this.folder = join(options.work, name);
    if (existsSync(this.folder)) return;
    this.#write({
      "package.json": `{ "name": "bench", "type": "module" }\n`,
      "thing.ts": thingProvider,
      "main.ts": thingProgram(resources),
      "floor/package.json": `{ "type": "module" }\n`,
      "floor/thing.js": plainThing,
      "floor/main.js": thingProgram(resources),
    });
    linkPackage(this.folder, options.package);
  }

  /** The path of the state file. */
  get state(): string {
    return join(this.folder, ".coconut/dev.db");
  }

  /** The path of the same program with plain objects instead of resources. */
  get plainProgram(): string {
    return join(this.folder, "floor/main.js");
  }

  coco(words: readonly string[], env: Readonly<Record<string, string>> = {}): Finished {
    return runNode([this.#command, ...words], this.#place(env));
  }

  /** Runs `coco` with the witness in its process. */
  witnessed(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Witnessed> {
    return runWitnessed([this.#command, ...words], this.#place(env));
  }

  /** The command and options to start a long-running `coco` process. */
  started(words: readonly string[]) {
    const { cwd, env } = this.#place({});
    return {
      command: process.execPath,
      words: [this.#command, ...words],
      cwd,
      env: { ...process.env, ...env },
    };
  }

  /** Deletes the state, as if the stack had never been applied. Keeps the compiled program. */
  forget(): void {
    for (const suffix of ["", "-wal", "-shm", "-lock"]) rmSync(`${this.state}${suffix}`, { force: true });
  }

  get #command(): string {
    return join(this.#options.package, "dist/cli/main.js");
  }

  #place(env: Readonly<Record<string, string>>) {
    // Keeps keys and records of seen stacks in the benchmark's folder.
    return { cwd: this.folder, env: { XDG_CONFIG_HOME: join(this.#options.work, "settings"), ...env } };
  }

  #write(files: Readonly<Record<string, string>>): void {
    mkdirSync(join(this.folder, "floor"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }
}

/** The time of the apply that created a stack, from start to exit, and the speed of the disk at that time. */
export interface Created {
  /** In milliseconds. */
  readonly measured: number;
  readonly syncsPerSecond: number;
}

/** Returns an applied stack, which all benchmarks of a run share. */
export function appliedStack(
  options: BenchOptions,
  resources: number,
): { readonly stack: CoconutStack; readonly created: Created } {
  const stack = new CoconutStack(options, resources);
  const file = join(options.work, "created.json");
  const made = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Created>) : {};
  const known = made[resources];
  if (known !== undefined) return { stack, created: known };
  refuseEndless(made, resources);
  progress(`coco apply of ${count(resources)}`);
  const created = {
    syncsPerSecond: syncsPerSecond(options.work),
    measured: stack.coco(["apply", "--yes"]).milliseconds,
  };
  writeFileSync(file, JSON.stringify({ ...made, [resources]: created }));
  return { stack, created };
}

/** Throws if the time of a smaller stack shows that this one would exceed the timeout. */
function refuseEndless(made: Readonly<Record<string, Created>>, resources: number): void {
  for (const [smaller, { measured }] of Object.entries(made)) {
    const expectedMs = measured * (resources / Number(smaller));
    if (Number(smaller) >= 1000 && expectedMs > longestProcessMs)
      throw new NotMeasured(
        `creating it would take more than ${longestProcessMs / 60_000} minutes, as ${count(Number(smaller))} took ${Math.round(measured / 1000)} s`,
      );
  }
}

/** Links `@coconut/coconut`, and valibot for providers, into a folder. */
export function linkPackage(folder: string, target: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@coconut"), { recursive: true });
  symlinkSync(target, join(modules, "@coconut/coconut"));
  symlinkSync(resolve("node_modules/valibot"), join(modules, "valibot"));
}
