import type { Mutant } from "../mutant.js";

/** Mistakes one could make in watching; `tests/cli/watch.test.ts` notices them. */
export const watchMutants: readonly Mutant[] = [
  {
    name: "a save disturbs an apply",
    file: "src/cli/watch/next-step.ts",
    find: '  return state.kind === "applying" ? { state: { ...state, isStale: true } } : { state };',
    replace:
      '  return state.kind === "applying" ? { state: { kind: "superseded" }, action: "supersede" } : { state };',
  },
  {
    name: "a watch follows what its apply makes",
    file: "src/cli/watch/watch-program.ts",
    find: 'this.#state.kind === "applying" && Object.hasOwn(folders, path)',
    replace: 'this.#state.kind === "left" && Object.hasOwn(folders, path)',
  },
  {
    name: "one Ctrl-C is handed to an apply twice",
    file: "src/cli/watch/watched-round.ts",
    find: "if (!hasHeard(message.times, signals))",
    replace: "if (hasHeard(message.times, signals))",
  },
  {
    name: "a watch applies what deletes",
    file: "src/cli/carry-out.ts",
    find: 'steps.every(({ action }) => action !== "delete")',
    replace: 'steps.every(({ action }) => action !== "confirm")',
  },
  {
    name: "a program that does not compile is not watched",
    file: "src/cli/watch/watch-program.ts",
    find: "return joinedReads(sourceFiles(projectFolder, this.#begunMs), watched);",
    replace: "return watched.files[projectFolder] === undefined ? always() : watched;",
  },
];
