import { engineProblem, type ApplyOptions, type Run } from "../engine/index.js";
import { DiagnosticError, isDiagnosticError, printDiagnostic, type Diagnostic } from "../model/index.js";
import {
  loadProject,
  openLoadedStack,
  type ModuleStackOptions,
  type Stack,
} from "../operations/stack/index.js";
import {
  guardProcess,
  type LoadedProgram,
  type ModuleRun,
  type ProcessGuard,
} from "../program/load/index.js";
import { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "./exit-code.js";

export interface ProcessOptions extends Omit<ModuleStackOptions, "run"> {
  readonly drainMs?: ModuleRun["drainMs"];
  /** Called before the program is evaluated, with a function that returns the texts to mask in source excerpts. */
  readonly onSecrets?: (texts: () => Iterable<string>) => void;
  /** Called before each evaluation of the program. */
  readonly onEvaluate?: () => void;
}

/** Signals for a command. `signal` aborts at the first interruption, `leave` at the second. */
export type ProcessSignals = Required<Pick<ApplyOptions, "signal" | "leave">>;

/** Result of a command. The caller must call `exit`, which ends the process even if the program left work running. */
export interface ProcessEnd<Result> {
  readonly exitCode: ExitCode;
  /** Undefined if the command failed without a result. */
  readonly result: Result | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Exits with `code`, by default `exitCode`. */
  exit(code?: ExitCode): never;
}

/**
 * Runs one command on a module program that owns the process. If the program tries to end the process, or the process is
 * interrupted, running steps finish and are recorded first.
 */
export async function runProcess<Result extends Run | object>(
  { entry, drainMs, onSecrets, onEvaluate, ...place }: ProcessOptions,
  command: (stack: Stack, signals: ProcessSignals) => Promise<Result>,
): Promise<ProcessEnd<Result>> {
  compileLate();
  // The exit code if the process ends in another way than by `exit`.
  process.exitCode = exitCodes.failed;
  const projectFolder = place.projectFolder ?? process.cwd();
  let loaded: LoadedProgram;
  let warnings: readonly Diagnostic[];
  try {
    ({ program: loaded, warnings } = await loadProject(entry, projectFolder));
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return ended<Result>(error.diagnostics, undefined, exitCodeOf(error.diagnostics), () => {});
  }
  const guard = guardProcess(loaded);
  onSecrets?.(() => guard.hiddenInSource());
  const ends = new ProcessEnds(guard);
  const during: ModuleRun["during"] = (evaluate) => {
    onEvaluate?.();
    return ends.unheard(evaluate);
  };
  const run = { guard, during, ...(drainMs !== undefined && { drainMs }) };
  try {
    const stack = await openLoadedStack(loaded, { ...place, projectFolder, run });
    const result = await ends.during(stack, () => command(stack, ends.signals));
    await stack.close();
    const found = "diagnostics" in result ? result.diagnostics : [];
    const code = "summary" in result ? exitCodeOfRun(result) : exitCodes.ok;
    return ended([...warnings, ...found, ...ends.diagnostics], result, ends.exitCode ?? code, ends.release);
  } catch (error) {
    if (!isDiagnosticError(error)) {
      ends.release();
      throw error;
    }
    const diagnostics = [...warnings, ...error.diagnostics, ...ends.diagnostics];
    return ended<Result>(diagnostics, undefined, ends.exitCode ?? exitCodeOf(diagnostics), ends.release);
  }
}

/** Handles the ways in which a process can end while a command runs. */
class ProcessEnds {
  readonly diagnostics: Diagnostic[] = [];
  readonly release: () => void;
  readonly #guard: ProcessGuard;
  readonly #stop = new AbortController();
  readonly #leave = new AbortController();
  readonly #interrupt: (signal: NodeJS.Signals) => void;
  #isInterrupted = false;

  constructor(guard: ProcessGuard) {
    this.#guard = guard;
    const forget = guard.onEnd((diagnostics) => {
      this.diagnostics.push(...diagnostics);
      this.#stop.abort();
    });
    const interrupt = (signal: NodeJS.Signals) => {
      this.#isInterrupted = true;
      // A closed terminal may send SIGHUP several times. Only the first one counts.
      const isAgain = this.#stop.signal.aborted && signal !== "SIGHUP";
      (isAgain ? this.#leave : this.#stop).abort();
    };
    this.#interrupt = interrupt;
    this.#listen(true);
    this.release = () => {
      forget();
      this.#listen(false);
      guard.release();
    };
  }

  #listen(isListening: boolean): void {
    for (const signal of interruptions) process[isListening ? "on" : "off"](signal, this.#interrupt);
  }

  /**
   * Does work during which signals end the process immediately: a program in an endless loop would never handle them.
   * Must only be used while there are no steps to finish.
   */
  async unheard<T>(work: () => Promise<T>): Promise<T> {
    this.#listen(false);
    try {
      return await work();
    } finally {
      this.#listen(true);
    }
  }

  get signals(): ProcessSignals {
    return { signal: this.#stop.signal, leave: this.#leave.signal };
  }

  get exitCode(): ExitCode | undefined {
    if (this.diagnostics.length > 0) return exitCodes.failed;
    return this.#isInterrupted ? exitCodes.interrupted : undefined;
  }

  /**
   * Does work and detects if the process becomes idle before it ends, that is, if it waits for something that cannot
   * happen. Then callbacks fail first, then provider calls are cancelled, and finally the work is abandoned. The next run
   * resolves its interrupted operations.
   */
  async during<T>(stack: Stack, work: () => Promise<T>): Promise<T> {
    let forget = () => {};
    const givenUp = new Promise<never>((_, reject) => {
      forget = this.#guard.onIdle(() => {
        if (stack.endCallbacks()) return;
        const problem = new DiagnosticError(nothingLeft());
        if (this.#leave.signal.aborted) reject(problem);
        this.#stop.abort();
        this.#leave.abort(problem);
      });
    });
    try {
      const result = await Promise.race([work(), givenUp]);
      await this.#guard.caughtUp();
      return result;
    } finally {
      forget();
    }
  }
}

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function ended<Result>(
  diagnostics: readonly Diagnostic[],
  result: Result | undefined,
  exitCode: ExitCode,
  release: () => void,
): ProcessEnd<Result> {
  const exit = (code: ExitCode = exitCode): never => {
    release();
    process.exit(code);
  };
  return { diagnostics: distinct(diagnostics), result, exitCode, exit };
}

/** Removes duplicates. Both the guard and the callback report a `process.exit` inside a callback. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [printDiagnostic(each), each])).values()];
}

function nothingLeft(): Diagnostic {
  return engineProblem("engine/deadlock", {
    detail:
      "The run waits for a promise that can never settle: the process has no timer, connection or other pending work left.",
    hint: "Look for a promise in the program, or returned by a provider, whose resolve is never called. The next run resolves the interrupted operations.",
  });
}

/**
 * Delays optimization by V8 at the start of the process. Node 20 optimizes so early that it takes a third of the
 * processor time of an apply of 1,000 resources, mostly for functions that are hardly called again. Longer runs benefit
 * from optimization, so the default is restored after `beginningMs`. Newer versions have a mid-tier compiler and do not
 * need this.
 */
function compileLate(): void {
  if (!process.versions.node.startsWith("20.")) return;
  setTimeout(wait, shortMs).unref();
}

function wait(): void {
  // Loaded on use: short commands do not need it.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString(`--interrupt-budget=${6 * usualBudget}`);
  const asUsual = () => setFlagsFromString(`--interrupt-budget=${usualBudget}`);
  setTimeout(asUsual, beginningMs).unref();
  // V8 accepts cached code only if it was compiled with the same flags.
  process.prependOnceListener("exit", asUsual);
}

/** Commands that end sooner do not need the delay. */
const shortMs = 40;
const beginningMs = 400;

/** Default of Node 20, in bytes of executed bytecode. */
const usualBudget = 67_584;
