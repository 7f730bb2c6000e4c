import { expect, test } from "vitest";
import type { CodePart } from "../../provider/host/code/index.js";
import { codeDifferences } from "./provider-code.js";

const part = (name: string, version: string, seal = "integrity a", ...needs: string[]): CodePart => ({
  name,
  version,
  seal,
  needs,
});
const one = part("a", "1.0.0");
const needing = (version: string) => part("b", "1.0.0", "integrity b", `a@${version}`);

test.each<[what: string, then: readonly CodePart[], now: readonly CodePart[], lines: readonly string[]]>([
  ["the same", [one, needing("1.0.0")], [{ ...one }, needing("1.0.0")], []],
  [
    "a different version, without its dependents",
    [one, needing("1")],
    [part("a", "2"), needing("2")],
    ["a: 1.0.0 -> 2"],
  ],
  [
    "a different integrity",
    [one],
    [part("a", "1.0.0", "integrity z")],
    ["a 1.0.0: integrity a -> integrity z"],
  ],
  ["linked instead", [one], [part("a", "1.0.0", "content z")], ["a 1.0.0: integrity a -> content z"]],
  [
    "a module of the project",
    [part("./a.ts", "", "code 1")],
    [part("./a.ts", "", "code 2")],
    ["./a.ts: code 1 -> code 2"],
  ],
  [
    "different content, whose digests are shortened",
    [part("a", "1", `content ${"0123456789abcdef".repeat(4)}`)],
    [part("a", "1", `content ${"fedcba9876543210".repeat(4)}`)],
    ["a 1: content 0123456789ab -> content fedcba987654"],
  ],
  ["something more", [], [one], ["a: none -> 1.0.0"]],
  ["something less", [one], [], ["a: 1.0.0 -> none"]],
  ["a second version", [one], [one, part("a", "2")], ["a: 1.0.0 -> 1.0.0, 2"]],
  [
    "two versions whose code was swapped",
    [part("a", "1", "integrity x"), part("a", "2", "integrity y")],
    [part("a", "1", "integrity y"), part("a", "2", "integrity x")],
    ["a 1, 2: 1 integrity x, 2 integrity y -> 1 integrity y, 2 integrity x"],
  ],
  [
    "two versions swapped between their dependents",
    [part("b", "1", "integrity b", "a@1"), part("c", "1", "integrity c", "a@2")],
    [part("b", "1", "integrity b", "a@2"), part("c", "1", "integrity c", "a@1")],
    ["b 1: needs [a@1] -> [a@2]", "c 1: needs [a@2] -> [a@1]"],
  ],
  [
    "one of two copies removed",
    [part("b", "1", "integrity b", "a@1"), part("b", "1", "integrity b", "a@2")],
    [part("b", "1", "integrity b", "a@1")],
    ["b 1: integrity b -> none"],
  ],
])("%s", (_, then, now, lines) => {
  expect(codeDifferences({ cloud: then }, { cloud: now })).toEqual(lines.map((line) => `cloud: ${line}`));
});

test("a package without a record counts as different", () => {
  expect(codeDifferences({}, { cloud: [one] })).toEqual(["cloud: a: none -> 1.0.0"]);
});
