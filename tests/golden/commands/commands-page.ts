import type { CommandGroup } from "../../../src/cli/help-text.js";
import { commandHelp } from "../../../src/cli/help-text.js";

/** docs/reference/commands.md: what `coco help <command>` says about each, from the table that `coco` runs on. */
export function commandsPage(groups: readonly CommandGroup[]): string {
  const sections = groups.flatMap(({ title, commands }) => [
    `## ${title}`,
    ...commands.flatMap((command) => [
      `### coco ${command.name}`,
      "```text",
      commandHelp([command]).trimEnd(),
      "```",
    ]),
  ]);
  return `${[header, ...sections].join("\n\n").replaceAll("```text\n\n", "```text\n").replaceAll("\n\n```\n", "\n```\n")}\n`;
}

const header = `# Commands

What \`coco help\` says about each, from the table that \`coco\` runs on. A resource is called by its moniker, URN, name or
id: \`coco state ls\` lists them. There are pages for what [\`--json\`](json.md) and [\`--events\`](events.md)
print, for [exit codes](exit-codes.md) and for the [environment](project-files.md#environment-variables).`;
