import { esbuild } from "../../program/load/index.js";
import { loadedDriver } from "../../store/sqlite/index.js";
import { attempted, type Attempt } from "./attempt.js";

/** The requirements of Coconut beside Node, as tested on this machine. */
export interface MachineInspection {
  /** The SQLite driver and its version. */
  readonly sqlite: Attempt<{ readonly driver: "node" | "libsql"; readonly version: string }>;
  /** The version of the compiler. */
  readonly compiler: Attempt<string>;
}

export async function inspectMachine(): Promise<MachineInspection> {
  const sqlite = await attempted(async () => loadedDriver());
  return { sqlite, compiler: await attempted(compilerVersion) };
}

async function compilerVersion(): Promise<string> {
  const { status, output, errors } = await esbuild(["--version"], process.cwd());
  if (status === 0) return output.trim();
  throw new Error(`It exited with ${status ?? "a signal"}: ${errors.trim() || "no output"}.`);
}
