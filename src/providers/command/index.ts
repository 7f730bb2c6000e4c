/**
 * The package `command`: scripts as resources, for objects that no other resource type manages.
 *
 * Imports: provider. Starts each script in its own process group, and terminates the whole group.
 * Never includes the inputs of a script in a message.
 *
 * ```ts
 * import { Command } from "@coconut/coconut/command";
 *
 * const build = new Command("build", { create: "npm run build", triggers: [sourceHash] });
 * ```
 */
export { command, Command } from "./command.js";
