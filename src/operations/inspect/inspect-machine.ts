import { esbuild } from "../../program/load/index.js";
import { loadedDriver } from "../../store/sqlite/index.js";
import { attempted, type Attempt } from "./attempt.js";

/** What Coconut needs of a machine beside Node, tried out. */
export interface MachineInspection {
  /** Where SQLite comes from, and its version. */
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
