import { runCommand } from "./run-command.js";

/** Does what `coco` was asked for: a command, or what its own scripts and processes ask. */
export async function begin(given: readonly string[]): Promise<void> {
  const [first, ...rest] = given;
  if (first === "__complete") {
    const { complete } = await import("./completion/complete.js");
    return complete(rest);
  }
  if (first === "__load-package") {
    const { loadPackage } = await import("./doctor/load-package.js");
    return loadPackage(rest);
  }
  return runCommand(given);
}
