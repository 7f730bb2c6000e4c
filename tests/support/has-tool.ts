import { spawnSync } from "node:child_process";

/**
 * Whether a program of the system is installed and does this. Tests that need it are left out where it is not, unless
 * the environment promises all of them, or everything is to be proved: then its absence is a failure.
 */
export function hasTool(program: string, words: readonly string[]): boolean {
  if (spawnSync(program, words).status === 0) return true;
  const promise = ["COCONUT_TOOLS", "COCONUT_PROOF"].find((name) => process.env[name] !== undefined);
  if (promise !== undefined) throw new Error(`${promise} is set, and ${program} does not work here.`);
  return false;
}
