import { expect, test } from "vitest";
import type { Command } from "../command.js";
import { commands } from "../commands/index.js";
import { optionNames, optionOf } from "../options.js";
import { wordKindOf } from "../word-kind.js";
import { takenWord } from "./taken-words.js";

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
  expect(kinds.map((_, place) => takenWord(command, place))).toEqual(kinds);
});

/** What can be anything: nobody can complete it. */
const free = new Set(["value", "new", "id", "type", "name", "count", "when"]);

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
  const unknown = [...words, ...values].filter((name) => wordKindOf(name) === undefined && !free.has(name));
  expect(unknown).toEqual([]);
});
