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
    ["frob", 'Unknown command "frob".'],
    ["plam", "Did you mean plan?"],
    ["depoly", "Did you mean deploy?"],
    ["help plam", "Did you mean plan?"],
    ["state shwo a", "Did you mean coco state show?"],
    ["plan --jsn", "Did you mean --json?"],
    ["plan --json --events", "Give --json or --events, not both."],
    ["state", "coco state needs a subcommand: ls, show, rm"],
    ["state frob", "coco state needs a subcommand:"],
    ["config", "coco config needs a subcommand: get, set, rm, ls"],
    ["secrets frob", "coco secrets needs a subcommand: rotate, rewrap"],
    ["help frob", 'Unknown command "frob".'],
    ["plan --frob", "Unknown option --frob."],
    ["plan -x", "Unknown option -x."],
    ["plan --targets a", "Did you mean --target?"],
    ["plan more", "coco plan takes no arguments."],
    ["plan --yes", "coco plan does not support --yes."],
    ["plan --parallel 0", "--parallel must be a whole number of at least 1."],
    ["plan --parallel 1.5", "--parallel must be a whole number of at least 1."],
    ["plan --target", "--target needs a value."],
    ["plan --target --destroy", "--target needs a value."],
    ["plan --target=", "--target needs a value."],
    ["plan --destroy=no", "--destroy does not take a value."],
    ["plan --refresh-only --destroy", "Give --refresh-only or --destroy, not both."],
    ["plan --refresh-only --no-refresh", "Give --refresh-only or --no-refresh, not both."],
    ["plan --destroy --replace a", "--replace cannot be combined with --destroy."],
    ["plan --refresh-only --replace a", "--replace cannot be combined with --refresh-only."],
    ["plan --dependents", "--dependents needs --target or --exclude."],
    ["explain", "coco explain <resource>"],
    ["explain a --out x", "coco explain does not support --out."],
    ["apply one two", "coco apply [plan-file]"],
    ["apply --rounds some", "--rounds must be a whole number of at least 1."],
    ["apply --out x", "coco apply does not support --out."],
    ["apply file --exclude a", "To use --exclude, pass it to coco plan and save the plan again."],
    ["destroy --replace a", "coco destroy does not support --replace."],
    ["destroy a", "coco destroy takes no arguments."],
    ["refresh --no-refresh", "coco refresh does not support --no-refresh."],
    ["import cloud:index:Box a", "coco import <type> <name> <id>"],
    ["rename a", "coco rename <old> <new>"],
    ["rename a b c", "Each old name needs a new name after it."],
    ["recover a", "--adopt <id> and --absent"],
    ["recover a --adopt b --absent", "--adopt <id> and --absent"],
    ["recover --absent", "coco recover <resource>"],
    ["logs a --since yesterday", "--since must be a duration"],
    ["stats a --follow", "coco stats does not support --follow."],
    ["output a b", "coco output [name]"],
    ["state ls a", "coco state ls takes no arguments."],
    ["state show", "coco state show <resource>"],
    ["state rm", "coco state rm <resource>..."],
    ["state show a --yes", "coco state show does not support --yes."],
    ["state protect", "coco state protect <resource>..."],
    ["state unprotect", "coco state unprotect <resource>..."],
    ["state taint", "coco state taint <resource>..."],
    ["state untaint a --reveal", "coco state untaint does not support --reveal."],
    ["config get", "coco config get <key>"],
    ["config set a b c", "coco config set <key> [value]"],
    ["config set a b --secret --plain", "not both"],
    ["config set a b --type tree", "--type must be text, number, boolean or json."],
    ["config rm", "coco config rm <key>"],
    ["config ls a", "coco config ls takes no arguments."],
    ["secrets rotate now", "coco secrets rotate takes no arguments."],
    ["secrets rewrap", "--by must be key-file or passphrase."],
    ["secrets rewrap --by passphrase --key-file x", "--key-file cannot be combined with --by passphrase."],
    ["version now", "coco version takes no arguments."],
    ["help stack exprot", "Did you mean coco stack export?"],
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
