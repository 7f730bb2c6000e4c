import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runNode, type Finished, type ProcessPlace } from "./run-process.js";
import { bundleSubject } from "./subject.js";

/** The figures that a process with the witness reports about itself. */
export interface Witnessed extends Finished {
  readonly maxRssBytes: number;
  /** Processor time of all threads, which other programs on the machine affect little. */
  readonly cpuMs: number;
  /** Number of write transactions that it committed. */
  readonly commits: number;
}

/**
 * Runs Node with the witness in its process. The witness has a cost, so do not measure the wall-clock time of such a
 * run.
 */
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
