/** Writes docs/reference/commands.md from the table of commands. */
import { writeFileSync } from "node:fs";
import { commandGroups } from "../src/cli/commands/index.js";
import { commandsPage } from "../tests/golden/commands/commands-page.js";

writeFileSync("docs/reference/commands.md", commandsPage(commandGroups));
