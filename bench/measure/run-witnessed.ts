import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runNode, type Finished, type ProcessPlace } from "./run-process.js";
import { bundleSubject } from "./subject.js";

/** What a process that was started with the witness says of itself. */
export interface Witnessed extends Finished {
  readonly maxRssBytes: number;
  /** What all its threads had of the processors: other programs on the machine change it little. */
  readonly cpuMs: number;
  /** How many transactions it ended that write. */
  readonly commits: number;
}

/** Runs a file of Node with a witness in its process, which is not free: such a run is not one to time. */
export async function runWitnessed(
  words: readonly string[],
  { cwd, env }: Required<ProcessPlace>,
): Promise<Witnessed> {
  const witness = await bundleSubject("witness");
  const report = join(cwd, "witness.json");
  const run = runNode(["--import", witness, ...words], { cwd, env: { ...env, COCONUT_WITNESS: report } });
  const said = JSON.parse(readFileSync(report, "utf8")) as Omit<Witnessed, keyof Finished>;
  rmSync(report);
  return { ...run, ...said };
}
