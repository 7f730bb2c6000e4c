/**
 * The scripts that shells load. They know how a shell says what was typed and takes what it could be, and nothing of
 * the commands: so they do not grow old.
 */
import { bashScript } from "./bash-script.js";
import { fishScript } from "./fish-script.js";
import { zshScript } from "./zsh-script.js";

export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
}
