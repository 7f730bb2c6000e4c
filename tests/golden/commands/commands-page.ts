import type { CommandGroup } from "../../../src/cli/help-text.js";
import { commandHelp } from "../../../src/cli/help-text.js";

/** Returns docs/reference/commands.md: the output of `coco help <command>` for every command. */
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

All commands of \`coco\`, as shown by \`coco help <command>\`. To refer to a resource, use its moniker (a short unique name), URN,
name or ID, as listed by \`coco state ls\`. See also the output of [\`--json\`](json.md) and [\`--events\`](events.md), the
[exit codes](exit-codes.md) and the [environment variables](project-files.md#environment-variables).`;
