import type { CommandGroup } from "../../../src/cli/help-text.js";
import { commandHelp } from "../../../src/cli/help-text.js";

/** docs/reference/commands.md: what `coco help <command>` says about each, from the table that `coco` runs on. */
export function commandsPage(groups: readonly CommandGroup[]): string {
  const sections = groups.flatMap(({ title, commands }) => [
    `## ${title}`,
    ...commands.flatMap((command) => ["```text", commandHelp([command]).trimEnd(), "```"]),
  ]);
  return `${[header, ...sections].join("\n\n").replaceAll("```text\n\n", "```text\n").replaceAll("\n\n```\n", "\n```\n")}\n`;
}

const header = `# Commands

Made by \`npm run docs:commands\` from the table that \`coco\` runs on. A resource is called by its moniker, URN, name or
id: \`coco state ls\` lists them. What \`--json\` and \`--events\` print is in [json.md](json.md).

## Exit codes

| code | means |
|---|---|
| 0 | it is done, or there was nothing to do |
| 1 | something failed |
| 2 | there is something to do (\`plan --detailed-exitcode\`) |
| 3 | a live run has the stack locked |
| 4 | a decision is needed: nobody has said yes, or what became of a create is not known |
| 5 | the store cannot be opened or written: not there, full, or its key is missing or wrong |
| 6 | another run took the stack over |
| 7 | state does not verify: something else has written to it |
| 8 | the plan is refused: the stack, the program or the settings are not what it was made for |
| 64 | the command line, the project file, the settings or the name of a stack make no sense |
| 130 | interrupted |

## Environment

| variable | means |
|---|---|
| \`COCONUT_PASSPHRASE\`, \`COCONUT_NEW_PASSPHRASE\` | opens the stack; what will open it |
| \`COCONUT_KEY_FILE\` | the key file that opens it |
| \`COCONUT_HEARTBEAT_SECONDS\` | how often a slow step says that it still runs, where nobody watches (30) |
| \`NO_COLOR\`, \`FORCE_COLOR\` | no colours; colours although nobody watches |
| \`CI\` | nobody answers: no prompt, no live view |
| \`GITHUB_ACTIONS\` | diagnostics are marked, so that they appear beside the code |
| \`COLUMNS\` | how wide text may be where that is not known otherwise |`;
