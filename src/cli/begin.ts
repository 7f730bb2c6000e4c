import { commands } from "./commands/index.js";
import { runCommand } from "./run-command.js";

/** Runs a command, or an internal request of a completion script or of `coco doctor`. */
export async function begin(given: readonly string[]): Promise<void> {
  const [first, ...rest] = given;
  if (first === "__complete") {
    const { complete } = await import("./completion/index.js");
    return complete(rest, commands);
  }
  if (first === "__load-package") {
    const { loadPackage } = await import("./doctor/index.js");
    return loadPackage(rest);
  }
  return runCommand(given);
}
