import { describe, expect, test } from "vitest";
import type { Command } from "../command.js";
import { commands } from "../commands/index.js";
import { argumentKindOf, optionNames, optionOf } from "../options.js";
import { argumentAt, wantedAt, type Wanted } from "./wanted-at.js";

/** A line in which `|` is the cursor. */
function wanted(line: string): Wanted {
  const words = line.split(" ");
  const at = words.findIndex((word) => word.includes("|"));
  const [typed] = words[at]!.split("|") as [string];
  return wantedAt({ before: words.slice(0, at), typed, after: words.slice(at + 1) }, commands);
}

/** Fixed candidates that begin as typed, or the kind. */
function offered(line: string): string | readonly string[] {
  const { wants, typed } = wanted(line);
  if (typeof wants === "string") return wants;
  return wants.map(({ value }) => value).filter((value) => value.startsWith(typed));
}

describe("commands", () => {
  test.each<[string, readonly string[]]>([
    ["sta|", ["stats", "stack", "state"]],
    ["state |", ["ls", "show", "rm", "protect", "unprotect", "taint", "untaint", "verify", "prune"]],
    ["state s|", ["show"]],
    ["-C there --json sec|", ["secrets"]],
    ["prev|", ["preview"]],
    ["nothing |", []],
    ["nothing of this |", []],
    ["help sta|", ["stats", "stack", "state"]],
    ["help state t|", ["taint"]],
    ["help state taint |", []],
    ["completion |", ["bash", "zsh", "fish"]],
    ["state ls |", []],
  ])("%s", (line, candidates) => {
    expect(offered(line)).toEqual(candidates);
  });

  test("all of them, without their other names, with what they do", () => {
    const names = offered("|");
    expect(names).toEqual([...new Set(commands.map(({ name }) => name.split(" ")[0]))]);
    const { wants } = wanted("|");
    expect(wants).toContainEqual({ value: "plan", says: "Show the changes that apply would make" });
    expect(wants).toContainEqual({ value: "secrets", says: "rotate, rewrap" });
  });
});

describe("options", () => {
  test.each<[string, string | readonly string[]]>([
    ["plan --no|", ["--no-refresh"]],
    ["preview --no|", ["--no-refresh"]],
    ["plan --target a --ta|", ["--target"]],
    ["plan --json --j|", []],
    ["plan --j| --json", []],
    ["plan -y|", []],
    ["apply -y|", ["-y"]],
    ["--v|", ["--version", "--verbose"]],
    ["state ls --re|", []],
    ["state rm -- --y|", "resource"],
    ["output --re|", ["--reveal"]],
  ])("%s", (line, candidates) => {
    expect(offered(line)).toEqual(candidates);
  });
});

describe("values", () => {
  test.each<[string, string | readonly string[]]>([
    ["plan -s |", "stack"],
    ["plan --stack |", "stack"],
    ["plan --stack=st|", "stack"],
    ["plan -sst|", "stack"],
    ["plan -C |", "folder"],
    ["plan --out |", "file"],
    ["plan -t |", "resource"],
    ["apply --exclude |", "resource"],
    ["apply --replace |", "resource"],
    ["graph --format |", ["text", "dot", "mermaid", "json", "svg"]],
    ["graph --format=m|", ["mermaid"]],
    ["graph --from s|", ["state"]],
    ["secrets rewrap --by |", ["key-file", "passphrase"]],
    ["config set a 1 --type n|", ["number"]],
    ["plan --parallel |", []],
    ["plan --unknown=|", []],
  ])("%s", (line, wants) => {
    expect(offered(line)).toEqual(wants);
  });

  test("what stands before a value stays", () => {
    expect(wanted("graph --format=m|")).toMatchObject({ lead: "--format=", typed: "m" });
    expect(wanted("plan -sst|")).toMatchObject({ lead: "-s", typed: "st" });
    expect(wanted("plan -s st|")).toMatchObject({ lead: "", typed: "st" });
  });
});

describe("words", () => {
  test.each<[string, string | readonly string[]]>([
    ["explain |", "resource"],
    ["rename |", "resource"],
    ["rename a |", []],
    ["mv a b |", "resource"],
    ["logs a b |", "resource"],
    ["stats |", "resource"],
    ["recover |", "resource"],
    ["state show |", "resource"],
    ["state show a |", []],
    ["state show -- |", "resource"],
    ["output |", "output"],
    ["config get |", "key"],
    ["config set |", "key"],
    ["config set a |", []],
    ["config rm |", "key"],
    ["stack select |", "stack"],
    ["stack new |", []],
    ["stack import |", "file"],
    ["apply |", "file"],
    ["new |", "template"],
    ["new hello |", "folder"],
    ["provider check |", "package"],
    ["import local:index:File |", []],
  ])("%s", (line, wants) => {
    expect(offered(line)).toEqual(wants);
  });
});

test.each<[string, Wanted["place"]]>([
  ["plan -t |", {}],
  ["-C there plan -t | -s staging", { cwd: "there", stack: "staging" }],
  ["state show | --stack=dev --namespace acme", { stack: "dev", namespace: "acme" }],
  ["plan -s |", {}],
  ["plan --stack=st|", {}],
])("%s is about %j", (line, place) => {
  expect(wanted(line).place).toEqual(place);
});

function taking(takes: readonly string[], wants?: Command["wants"]): Command {
  const run = async () => 0 as const;
  return { name: "do", takes, says: "", examples: [], options: [], run, ...(wants && { wants }) };
}

test.each<[Command, readonly unknown[]]>([
  [taking([]), [undefined]],
  [taking(["<resource>"]), ["resource", undefined]],
  [taking(["<resource>..."]), ["resource", "resource", "resource"]],
  [taking(["[template]", "[folder]"]), ["template", "folder", undefined]],
  [taking(["<key>", "[value]"]), ["key", undefined, undefined]],
  [
    taking(["<old>", "<new>", "[<old> <new>]..."], { old: "resource" }),
    ["resource", undefined, "resource", undefined, "resource"],
  ],
  [taking(["<stack>"], { stack: null }), [undefined]],
  [taking(["<bash|fish>"]), [{ oneOf: ["bash", "fish"] }, undefined]],
])("%#", (command, kinds) => {
  expect(kinds.map((_, place) => argumentAt(command, place))).toEqual(kinds);
});

/** What can be anything: nobody can complete it. */
const free = new Set(["value", "new", "id", "type", "name", "count", "when", "os_arch"]);

test("every word and every value in the tables is known, or known to be anything", () => {
  const words = commands.flatMap(({ takes, wants = {} }) =>
    takes
      .flatMap((take) => take.match(/[^<>[\].]+/g) ?? [])
      .filter((name) => !Object.hasOwn(wants, name) && name.trim() !== "" && !name.includes("|")),
  );
  const values = optionNames.flatMap((name) => {
    const { takes, values: known, wants } = optionOf(name);
    return takes === undefined || known !== undefined || wants !== undefined ? [] : [takes.slice(1, -1)];
  });
  const unknown = [...words, ...values].filter(
    (name) => argumentKindOf(name) === undefined && !free.has(name),
  );
  expect(unknown).toEqual([]);
});
