import { expect, test } from "vitest";
import { gitChecks, type GitFacts } from "./git-checks.js";

const store = { folder: ".coconut", isIgnored: true, tracked: 0 };
const moves = { file: "coconut.moves.json", isIgnored: false, isTracked: true };

test.each<[string, GitFacts | undefined, readonly string[]]>([
  ["no repository", undefined, []],
  ["neither store nor renames in it", { store: undefined, moves: undefined }, []],
  ["as it should be", { store, moves }, ["ok state", "ok renames"]],
  [
    "state that the next commit has",
    { store: { ...store, isIgnored: false }, moves },
    ["warning state", "ok renames"],
  ],
  [
    "state that is committed, ignored or not",
    { store: { ...store, tracked: 2 }, moves },
    ["problem state", "ok renames"],
  ],
  ["renames that are new", { store, moves: { ...moves, isTracked: false } }, ["ok state", "note renames"]],
  [
    "renames that are ignored",
    { store, moves: { ...moves, isTracked: false, isIgnored: true } },
    ["ok state", "problem renames"],
  ],
])("%s", (_, facts, found) => {
  expect(gitChecks(facts).map(({ state, name }) => `${state} ${name}`)).toEqual(found);
});

test("what is to be pasted is one word to a shell", () => {
  const [found] = gitChecks({
    store: { folder: "my state", isIgnored: false, tracked: 1 },
    moves: undefined,
  });
  expect(found!.hint).toContain("git rm -r --cached 'my state'\n    echo 'my state/' >> .gitignore");
});
