import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { errorText } from "../../std/error-text.js";
import { hideTexts } from "../../std/index.js";
import { thrownPosition, type IsAuthors } from "../about-thrown.js";
import { problem } from "../compile/diagnostics.js";
import type { LoadedProgram } from "./load-program.js";
import { thrownDiagnostics, type AboutThrown } from "./thrown.js";

/** Guards a process that belongs to one program against all ways in which the program could end the process. */
export interface ProcessGuard {
  /** Calls a listener for uncaught errors and `process.exit`, including those that already happened. */
  onEnd(listener: (diagnostics: readonly Diagnostic[]) => void): () => void;
  /**
   * Calls a listener instead of ending the process when no work is left. If there are several listeners, only the
   * latest is called, because it knows best what is being awaited.
   */
  onIdle(listener: () => void): () => void;
  /** Resolves after all errors so far have been reported, which takes a turn of the event loop. */
  caughtUp(): Promise<void>;
  /** Removes these texts from all reports. They are read when something is reported. */
  hide(texts: HiddenTexts): void;
  /** Returns the current texts that an excerpt of the program's source must not show. */
  hiddenInSource(): Iterable<string>;
  /** Removes the guard from the process. */
  release(): void;
}

export interface HiddenTexts {
  /** Texts that no error may contain. */
  readonly said: () => Iterable<string>;
  /** Texts that no excerpt of the program's source may contain. */
  readonly written: () => Iterable<string>;
}

/**
 * Guards the process of `coco`: it keeps running whatever the program does, which allows a run to end in order. An
 * application that embeds the engine owns its process and handlers, and must not use this.
 */
export function guardProcess({ sources }: Pick<LoadedProgram, "sources">): ProcessGuard {
  const authors = new Set(sources);
  const isAuthors: IsAuthors = (file) => authors.has(file);
  const ended: Diagnostic[] = [];
  const reported = new Set<unknown>();
  const endListeners = new Set<(diagnostics: readonly Diagnostic[]) => void>();
  const idleListeners = new Set<() => void>();
  const hidden: HiddenTexts[] = [];

  const report = (cause: unknown, diagnostics: readonly Diagnostic[]) => {
    if (reported.has(cause)) return;
    reported.add(cause);
    ended.push(...diagnostics);
    for (const listener of endListeners) listener(diagnostics);
  };
  const uncaught = (what: string) => (thrown: unknown) => {
    const hide = hideTexts(() => hidden.flatMap(({ said }) => [...said()]));
    report(
      thrown,
      thrownDiagnostics(thrown, isAuthors, hide, (about) =>
        uncaughtError(what, hide(errorText(thrown)), about),
      ),
    );
  };
  const onException = uncaught("was thrown where no code could catch it");
  const onRejection = uncaught("rejected a promise that no code awaits");
  const onIdle = () => {
    const latest = [...idleListeners].at(-1);
    if (latest === undefined) return;
    latest();
    // Node checks for work again only if there is some now, and a listener may leave nothing to do.
    setImmediate(() => {});
  };
  const exit = process.exit;
  const refuseExit = (code?: number | string | null): never => {
    const refusal = exitRefusal(code, isAuthors);
    report(refusal, refusal.diagnostics);
    throw refusal;
  };

  process.exit = refuseExit;
  process.on("uncaughtException", onException);
  process.on("unhandledRejection", onRejection);
  process.on("beforeExit", onIdle);
  return {
    onEnd(listener) {
      if (ended.length > 0) listener(ended);
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    onIdle(listener) {
      idleListeners.add(listener);
      return () => idleListeners.delete(listener);
    },
    async caughtUp() {
      // Due timers run between the first and the second turn.
      for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve));
    },
    hide(texts) {
      hidden.push(texts);
    },
    hiddenInSource: () => hidden.flatMap(({ written }) => [...written()]),
    release() {
      process.exit = exit;
      process.off("uncaughtException", onException);
      process.off("unhandledRejection", onRejection);
      process.off("beforeExit", onIdle);
    },
  };
}

function uncaughtError(what: string, text: string, about: AboutThrown): Diagnostic {
  return problem("program/uncaught", {
    detail: `An error ${what}: ${text}`,
    hint: "Catch the error where it happens, or await the promise in the program or its callback.",
    ...about,
  });
}

function exitRefusal(code: number | string | null | undefined, isAuthors: IsAuthors): DiagnosticError {
  const position = thrownPosition(new Error("exit"), isAuthors);
  return new DiagnosticError(
    problem("program/exited", {
      detail: `The program called process.exit(${code ?? ""}). Coconut ended the program but not the process, which also applies the plan and writes the journal.`,
      hint: 'To stop with a message, throw an error:\n    throw new Error("…")',
      ...(position && { position }),
    }),
  );
}
