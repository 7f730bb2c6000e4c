/**
 * The package `command`: scripts as resources, for what no resource type does yet.
 *
 * Imports: provider. Starts processes, each leading a group of its own, and ends them with all that they started.
 * Never writes what a script was given into a message.
 *
 * ```ts
 * import { Command } from "@coconut/coconut/command";
 *
 * const build = new Command("build", { create: "npm run build", triggers: [sourceHash] });
 * ```
 */
export { command, Command } from "./command.js";
