import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { errorText } from "../../std/error-text.js";
import { hideTexts } from "../../std/index.js";
import { thrownPosition, type IsAuthors } from "../about-thrown.js";
import { problem } from "../compile/diagnostics.js";
import type { LoadedProgram } from "./load-program.js";
import { thrownDiagnostics, type AboutThrown } from "./thrown.js";

/** Watches, in a process that belongs to one program, the ways in which the program could end the process. */
export interface ProcessGuard {
  /** Tells of an error that nobody caught and of `process.exit`, those that were included. */
  onEnd(listener: (diagnostics: readonly Diagnostic[]) => void): () => void;
  /**
   * Tells when nothing is left that could make anything happen, instead of the process ending. Of several
   * listeners only the latest is told: it knows best what is being waited for.
   */
  onIdle(listener: () => void): () => void;
  /** Comes when everything was told that has gone wrong by now: nobody knows before the event loop has gone round. */
  caughtUp(): Promise<void>;
  /** Keeps these texts, as they are when something is told, out of it. */
  hide(texts: HiddenTexts): void;
  /** The texts that an excerpt of the program's source must not show, as they are now. */
  hiddenInSource(): Iterable<string>;
  /** Gives the process back. */
  release(): void;
}

export interface HiddenTexts {
  /** What no error may repeat. */
  readonly said: () => Iterable<string>;
  /** What no excerpt of the program's source may show. */
  readonly written: () => Iterable<string>;
}

/**
 * For `coco` only: the process keeps running whatever the program does, so that a run can be ended in order.
 * Whoever embeds the engine owns the process and its handlers.
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
  const onException = uncaught("was thrown where nothing could catch it");
  const onRejection = uncaught("rejected a promise that nobody waits for");
  const onIdle = () => {
    const latest = [...idleListeners].at(-1);
    if (latest === undefined) return;
    latest();
    // Node looks for work once more only if there is some now, and what was told may end in nothing to do again.
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
      // Timers that are due come between the first and the second.
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
    hint: "Catch it where it happens, or await the promise in the program or its callback.",
    ...about,
  });
}

function exitRefusal(code: number | string | null | undefined, isAuthors: IsAuthors): DiagnosticError {
  const position = thrownPosition(new Error("exit"), isAuthors);
  return new DiagnosticError(
    problem("program/exited", {
      detail: `process.exit(${code ?? ""}) was called. The process also carries out the plan and keeps its journal, so it is not ended; the program is.`,
      hint: 'To stop with a message, throw:\n    throw new Error("…")',
      ...(position && { position }),
    }),
  );
}
