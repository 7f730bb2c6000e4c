import { engineProblem, type ApplyOptions, type Run } from "../engine/index.js";
import { DiagnosticError, isDiagnosticError, printDiagnostic, type Diagnostic } from "../model/index.js";
import { openLoadedStack, type ModuleStackOptions, type Stack } from "../operations/stack/index.js";
import {
  guardProcess,
  loadProgram,
  type LoadedProgram,
  type ModuleRun,
  type ProcessGuard,
} from "../program/load/index.js";
import { exitCodeOf, exitCodeOfRun, exitCodes, type ExitCode } from "./exit-code.js";

export interface ProcessOptions extends Omit<ModuleStackOptions, "run"> {
  readonly drainMs?: ModuleRun["drainMs"];
  /** Is told, before anything is evaluated, where the texts are that an excerpt of the source must not show. */
  readonly onSecrets?: (texts: () => Iterable<string>) => void;
  /** Is told before the program is evaluated, each time. */
  readonly onEvaluate?: () => void;
}

/** What a command is given to listen to: the first and the second time that someone asks it to end. */
export type ProcessSignals = Required<Pick<ApplyOptions, "signal" | "leave">>;

/** How a command came to its end. Nothing that the program left running keeps the process: `exit` ends it. */
export interface ProcessEnd<Result> {
  readonly exitCode: ExitCode;
  /** Absent if the command did not come to a result. */
  readonly result: Result | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** With the exit code above, unless the face knows better. */
  exit(code?: ExitCode): never;
}

/**
 * Carries out one command on a module program in a process that belongs to it. However the program tries to
 * end the process, and when someone interrupts it, what is running finishes and is recorded first.
 */
export async function runProcess<Result extends Run | object>(
  { entry, drainMs, onSecrets, onEvaluate, ...place }: ProcessOptions,
  command: (stack: Stack, signals: ProcessSignals) => Promise<Result>,
): Promise<ProcessEnd<Result>> {
  compileLate();
  // Should the process end in any other way than by `exit`.
  process.exitCode = exitCodes.failed;
  const projectFolder = place.projectFolder ?? process.cwd();
  let loaded: LoadedProgram;
  try {
    loaded = await loadProgram({ entry, projectFolder });
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
    return ended([...found, ...ends.diagnostics], result, ends.exitCode ?? code, ends.release);
  } catch (error) {
    if (!isDiagnosticError(error)) {
      ends.release();
      throw error;
    }
    const diagnostics = [...error.diagnostics, ...ends.diagnostics];
    return ended<Result>(diagnostics, undefined, ends.exitCode ?? exitCodeOf(diagnostics), ends.release);
  }
}

/** The ways in which a process is asked to end while a command runs, and what they lead to. */
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
      // A terminal that is closed says so more than once, and means: nobody is there any more.
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
   * Does work that signals end together with the process, at once, as those of any program: a program that loops would
   * never hear them. Nothing has begun by then that would have to be finished.
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
   * Does work, and listens before it begins: what it waits for comes later, and knows better. If nothing is left in
   * the process that could bring it on, first callbacks fail, then calls are told to end, and at last the work is given
   * up; what it leaves open the next run settles.
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

/** A `process.exit` inside a callback is told by the guard and as what the callback threw. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [printDiagnostic(each), each])).values()];
}

function nothingLeft(): Diagnostic {
  return engineProblem("engine/nothing-left", {
    detail:
      "Something is waited for that nothing can bring about any more: no timer, connection or other work is left in the process.",
    hint: "Look for a promise that the program hands over, or that a hook of a provider returns, and whose resolve is never called. What was cut off is settled by the next run.",
  });
}

/**
 * Has V8 wait longer before it optimises a function, at the beginning of a process that is ours. Node 20 begins so
 * early that a third of all processor time of an apply of 1,000 resources goes into it, and comes to nothing: most of
 * what is compiled is hardly called again. Who runs for longer gains by it, and has it as usual from then on. Newer
 * versions have a compiler in between and do not need this.
 */
function compileLate(): void {
  if (!process.versions.node.startsWith("20.")) return;
  setTimeout(wait, shortMs).unref();
}

function wait(): void {
  // Loaded by those who run for longer.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString(`--interrupt-budget=${6 * usualBudget}`);
  const asUsual = () => setFlagsFromString(`--interrupt-budget=${usualBudget}`);
  setTimeout(asUsual, beginningMs).unref();
  // What is kept of the compiled code is taken back only by a V8 with the flags that it was kept with.
  process.prependOnceListener("exit", asUsual);
}

/** What ends sooner has no need of it. */
const shortMs = 40;
const beginningMs = 400;

/** That of Node 20, in bytes of the code that was run. */
const usualBudget = 67_584;
