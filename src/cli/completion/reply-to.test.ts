import { expect, test } from "vitest";
import { replyText } from "./complete.js";
import { replyTo, type CompletionPorts, type NamedCandidate } from "./reply-to.js";
import type { Wanted } from "./wanted-at.js";

const resources: readonly NamedCandidate[] = [
  { names: ["dev:shop:main:Box#a", "urn:a"], otherNames: ["alpha", "beta-1"], says: "shelf:index:Box" },
  { names: ["dev:shop:main:Box#b", "urn:b"], otherNames: ["alpha", "id-2"] },
  { names: ["beta", "dev:shop:main:Box#c", "urn:c"], otherNames: [""] },
];
const none = async () => [];
const ports: CompletionPorts = {
  resource: async () => resources,
  stack: async () => [{ names: ["dev"] }, { names: ["staging"] }],
  output: none,
  key: none,
  template: none,
  package: async () => [{ names: ["local"], says: "@coconut/coconut" }],
};

async function values(wants: Wanted["wants"], typed: string, lead = ""): Promise<readonly string[]> {
  const { more, candidates } = await replyTo({ wants, typed, lead, place: {} }, ports);
  return [more, ...candidates.map(({ value }) => value)];
}

test.each<[Wanted["wants"], string, readonly string[]]>([
  ["resource", "", ["words", "dev:shop:main:Box#a", "dev:shop:main:Box#b", "beta"]],
  ["resource", "dev", ["words", "dev:shop:main:Box#a", "dev:shop:main:Box#b", "dev:shop:main:Box#c"]],
  ["resource", "dev:shop:main:Box#b", ["words", "dev:shop:main:Box#b"]],
  ["resource", "al", ["words", "alpha"]],
  ["resource", "urn:", ["words", "urn:a", "urn:b", "urn:c"]],
  ["resource", "be", ["words", "beta"]],
  ["resource", "beta-", ["words", "beta-1"]],
  ["resource", "id", ["words", "id-2"]],
  ["resource", "x", ["words"]],
  ["stack", "d", ["words", "dev"]],
  ["output", "", ["words"]],
  ["file", "", ["files"]],
  ["folder", "x", ["folders"]],
  ["package", "lo", ["files", "local"]],
  ["package", "./", ["files"]],
  [[{ value: "text" }, { value: "svg" }], "s", ["words", "svg"]],
])("of %j, what begins with %j", async (wants, typed, found) => {
  expect(await values(wants, typed)).toEqual(found);
});

test("what stands before it is part of the word", async () => {
  expect(await values("stack", "s", "--stack=")).toEqual(["words", "--stack=staging"]);
});

test("a line for each, and none for what would break lines", () => {
  const candidates = [{ value: "a", says: "one\ttwo\nthree" }, { value: "b" }, { value: "c\u001b[2J" }];
  expect(replyText({ more: "files", candidates })).toBe("files\na\tone two three\nb\t\n");
});
