import { basename } from "node:path";
import { declarationsOf } from "./declarations.js";
import type { Sources } from "./sources.js";
import { findTokens, tokensOf, type TextRange } from "./tokens.js";

/**
 * A deliberate mistake of one line in the engine. Some test must turn red by it: a scenario, or what `tests/seeded-bugs`
 * says. It is found by its declaration and by tokens, so a file may be moved and code formatted without a change here.
 */
export interface Mutant {
  readonly name: string;
  /**
   * The declaration that holds the mistake, in whichever file of `src`: a function, class or constant of the top level
   * (`decide`), a member (`Stack.apply`, `Stack.#open`, `Stack.constructor`), or a named function, variable or property
   * inside one of these (`placeOf.inner`, `table.key`). Code in a closure without a name is in the declaration around it.
   */
  readonly in: string;
  /** The name of the file without its folder. Needed only if several files have such a declaration with such code. */
  readonly file?: string;
  /** Code that occurs exactly once in the declaration. Whitespace, comments, quotes and trailing commas do not matter. */
  readonly find: string;
  readonly replace: string;
}

/** A file with a mistake in it. */
export interface MutatedFile {
  /** From the folder of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The file that holds the code of this mutant, with its mistake. Throws if there is no such code, or more than one. */
export function mutate(sources: Sources, mutant: Mutant): MutatedFile {
  const files = sources
    .declaring(mutant.in.split(".", 1)[0]!)
    .filter((path) => mutant.file === undefined || basename(path) === mutant.file)
    .map((path) => ({ path, declarations: declarationsOf(sources.syntax(path).program, mutant.in) }))
    .filter(({ declarations }) => declarations.length > 0);
  const matches = files.flatMap(({ path, declarations }) =>
    matchesIn(sources.text(path), declarations, mutant.find).map((range) => ({ path, range })),
  );
  const [only] = matches;
  if (only === undefined || matches.length > 1)
    throw new Error(
      `The mutant "${mutant.name}" does not apply: ${problem(
        sources,
        mutant,
        files.map(({ path, declarations }) => placeIn(sources, path, declarations[0]!.start)),
        matches.map(({ path, range }) => placeIn(sources, path, range.start)),
      )}`,
    );
  const text = sources.text(only.path);
  return {
    path: only.path,
    text: text.slice(0, only.range.start) + mutant.replace + text.slice(only.range.end),
  };
}

/** Each once, although declarations may hold each other. */
function matchesIn(text: string, declarations: readonly TextRange[], find: string): readonly TextRange[] {
  const pattern = tokensOf(find);
  const matches = declarations.flatMap(({ start, end }) =>
    findTokens(tokensOf(text.slice(start, end)), pattern).map((range) => ({
      start: start + range.start,
      end: start + range.end,
    })),
  );
  return [...new Map(matches.map((range) => [range.start, range])).values()];
}

function problem(
  sources: Sources,
  { in: declaration, file, find }: Mutant,
  declared: readonly string[],
  matches: readonly string[],
): string {
  const where = file === undefined ? "src" : `a file ${file} of src`;
  if (matches.length > 1)
    return `its code occurs ${matches.length} times in ${declaration}: ${matches.join(", ")}. Give it more code to find, or the name of the file. Code: ${find}`;
  const elsewhere = placesOf(sources, find);
  const hint = elsewhere.length === 0 ? "" : ` There is such code in ${elsewhere.join(", ")}.`;
  return declared.length === 0
    ? `there is no declaration ${declaration} in ${where}.${hint} Code: ${find}`
    : `its code is not in ${declaration} (${declared.join(", ")}).${hint} Code: ${find}`;
}

/** Where this code stands, whatever declaration holds it. */
function placesOf(sources: Sources, find: string): readonly string[] {
  const words = find.match(/\w+/g) ?? [];
  return sources.paths
    .filter((path) => words.every((word) => sources.text(path).includes(word)))
    .flatMap((path) =>
      findTokens(tokensOf(sources.text(path)), tokensOf(find)).map(({ start }) =>
        placeIn(sources, path, start),
      ),
    );
}

function placeIn(sources: Sources, path: string, offset: number): string {
  return `${path}:${sources.syntax(path).lineOf(offset)}`;
}
