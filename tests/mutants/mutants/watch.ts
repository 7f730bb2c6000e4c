import type { Mutant } from "../mutant.js";

/** Mistakes one could make in watching; `tests/cli/watch.test.ts` and the tests in `src/cli/watch` notice them. */
export const watchMutants: readonly Mutant[] = [
  {
    name: "a save disturbs an apply",
    in: "afterSave",
    find: 'return state.kind === "applying" ? { state: { ...state, isStale: true } } : { state };',
    replace:
      'return state.kind === "applying" ? { state: { kind: "superseded" }, action: "supersede" } : { state };',
  },
  {
    name: "a watch follows what its apply makes",
    in: "Watcher.#changed",
    find: 'this.#state.kind === "applying" && Object.hasOwn(folders, path)',
    replace: 'this.#state.kind === "left" && Object.hasOwn(folders, path)',
  },
  {
    name: "one Ctrl-C is handed to an apply twice",
    in: "watchedRound",
    find: "if (!hasHeard(message.times, signals))",
    replace: "if (hasHeard(message.times, signals))",
  },
  {
    name: "a watch applies what deletes",
    in: "lossOf",
    find: 'steps.some(({ action }) => action === "delete")',
    replace: 'steps.some(({ action }) => action === "confirm")',
  },
  {
    name: "a watch forgets what is retained",
    in: "lossOf",
    find: "isLeftBehind || changes.some(isLetGo)",
    replace: "isLeftBehind",
  },
  {
    name: "a watch relies on what the system tells",
    in: "FileWatch.#lookAtStatuses",
    find: "if (statuses !== this.#statuses) this.#lookSoon();",
    replace: "",
  },
  {
    name: "a file that is empty for a moment is believed to be at the next event",
    in: "FileWatch.#look",
    find: "this.#doubtfulSinceMs + doubtMs - now",
    replace: "this.#doubtfulSinceMs + quietMs - now",
  },
  {
    name: "a watch that is told things all the time never looks",
    in: "FileWatch.#lookSoon",
    find: "Math.min(quietMs, this.#firstEventMs + longestMs - now)",
    replace: "quietMs",
  },
  {
    name: "a program that does not compile is not watched",
    in: "Watcher.#toWatch",
    find: "return joinedReads(sourceFiles(projectFolder, this.#begunMs), watched);",
    replace: "return watched.files[projectFolder] === undefined ? always() : watched;",
  },
];
