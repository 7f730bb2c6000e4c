import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.js";
import { commands } from "../../src/cli/commands/index.js";
import { jsonFace } from "../../src/cli/face/json-face.js";
import { isDiagnosticError, type Diagnostic } from "../../src/model/index.js";

/** What a command line is refused with before anything is looked at. */
async function refusal(given: readonly string[]): Promise<Diagnostic | undefined> {
  try {
    const invocation = parseArguments(given, commands);
    await invocation.command.run({ ...invocation, face: jsonFace("", { write: async () => {} }) });
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0];
    throw error;
  }
  return undefined;
}

describe("a command line is not understood", () => {
  test.each<[string, string]>([
    ["frob", 'There is no command "frob".'],
    ["plam", "It may be plan."],
    ["depoly", "It may be deploy."],
    ["help plam", "It may be plan."],
    ["state shwo a", "It may be coco state show."],
    ["plan --jsn", "It may be --json."],
    ["plan --json --events", "--json and --events are two ways to print the same."],
    ["state", "coco state is followed by one of ls, show, rm"],
    ["state frob", "coco state is followed by one of"],
    ["config", "coco config is followed by one of get, set, rm, ls"],
    ["secrets frob", "coco secrets is followed by one of rotate, rewrap"],
    ["help frob", 'There is no command "frob".'],
    ["plan --frob", "There is no option --frob."],
    ["plan -x", "There is no option -x."],
    ["plan --targets a", "It may be --target."],
    ["plan more", "coco plan takes nothing more than options."],
    ["plan --yes", "coco plan takes no --yes."],
    ["plan --parallel 0", "--parallel takes a whole number"],
    ["plan --parallel 1.5", "--parallel takes a whole number"],
    ["plan --target", "--target needs a value."],
    ["plan --target --destroy", "--target needs a value."],
    ["plan --target=", "--target needs a value."],
    ["plan --destroy=no", "--destroy takes no value."],
    ["plan --refresh-only --destroy", "--refresh-only changes nothing"],
    ["plan --refresh-only --no-refresh", "--refresh-only does nothing"],
    ["plan --destroy --replace a", "Nothing is replaced with --destroy."],
    ["plan --refresh-only --replace a", "Nothing is replaced with --refresh-only."],
    ["plan --dependents", "--dependents are those of"],
    ["explain", "coco explain <resource>"],
    ["explain a --out x", "coco explain takes no --out."],
    ["apply one two", "coco apply [plan-file]"],
    ["apply --rounds some", "--rounds takes a whole number"],
    ["apply --out x", "coco apply takes no --out."],
    ["apply file --exclude a", "--exclude was decided when it was made."],
    ["destroy --replace a", "coco destroy takes no --replace."],
    ["destroy a", "coco destroy takes nothing more"],
    ["refresh --no-refresh", "coco refresh takes no --no-refresh."],
    ["import cloud:index:Box a", "coco import <type> <name> <id>"],
    ["rename a", "coco rename <old> <new>"],
    ["rename a b c", "Each old name is followed by its new one."],
    ["recover a", "--adopt <id> and --absent"],
    ["recover a --adopt b --absent", "--adopt <id> and --absent"],
    ["recover --absent", "coco recover <resource>"],
    ["logs a --since yesterday", "--since takes"],
    ["stats a --follow", "coco stats takes no --follow."],
    ["output a b", "coco output [name]"],
    ["state ls a", "coco state ls takes nothing more"],
    ["state show", "coco state show <resource>"],
    ["state rm", "coco state rm <resource>..."],
    ["state show a --yes", "coco state show takes no --yes."],
    ["state protect", "coco state protect <resource>..."],
    ["state unprotect", "coco state unprotect <resource>..."],
    ["state taint", "coco state taint <resource>..."],
    ["state untaint a --reveal", "coco state untaint takes no --reveal."],
    ["config get", "coco config get <key>"],
    ["config set a b c", "coco config set <key> [value]"],
    ["config set a b --secret --plain", "not both"],
    ["config set a b --type tree", "--type is one of"],
    ["config rm", "coco config rm <key>"],
    ["config ls a", "coco config ls takes nothing more"],
    ["secrets rotate now", "coco secrets rotate takes nothing more"],
    ["secrets rewrap", "--by is one of passphrase and key-file."],
    ["secrets rewrap --by passphrase --key-file x", "A passphrase needs no --key-file."],
    ["version now", "coco version takes nothing more"],
    ["help stack exprot", "It may be coco stack export."],
  ])("%s", async (line, expected) => {
    const refused = await refusal(line.split(" "));
    expect(refused).toMatchObject({ code: "cli/usage" });
    expect(refused?.detail).toContain(expected);
  });

  test("what was typed is not repeated: it may be a secret", async () => {
    for (const line of ["config set word hunter2 hunter3", "secrets rewrap --by hunter2", "plan hunter2"])
      expect(JSON.stringify(await refusal(line.split(" ")))).not.toContain("hunter");
  });
});

test("every command has its own name, and none is the beginning of another's words", () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const first = names.filter((name) => names.some((other) => other.startsWith(`${name} `)));
  expect(first).toEqual([]);
});

test.each([
  ["-t a plan --target b", { name: "plan", words: [], rest: ["-t", "a", "--target", "b"] }],
  ["state -s prod show a", { name: "state show", words: ["a"], rest: ["-s", "prod", "a"] }],
  ["rename -- -a -b", { name: "rename", words: ["-a", "-b"], rest: ["--", "-a", "-b"] }],
  ["", { name: "help", words: [], rest: [] }],
  ["plan --help", { name: "help", words: ["plan"], rest: ["plan", "--help"] }],
  ["up --yes", { name: "apply", words: [], rest: ["--yes"] }],
  ["preview -v", { name: "plan", words: [], rest: ["-v"] }],
  ["--version", { name: "version", words: [], rest: ["--version"] }],
])("%s is understood", (line, { name, words, rest }) => {
  const given = line === "" ? [] : line.split(" ");
  const invocation = parseArguments(given, commands);
  expect(invocation.command.name).toBe(name);
  expect(invocation).toMatchObject({ words, rest });
});
