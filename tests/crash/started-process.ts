import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { settingsIn } from "../store/temporary-folder.js";
import { bundledScript } from "../support/bundled-script.js";
import type { ProcessReport, ProcessRequest } from "./run-process.js";

const script = bundledScript(fileURLToPath(new URL("run-process.ts", import.meta.url)));

/** Bundles what the processes run, once for all tests of a file; returns how to take it away. */
export const buildProcess = script.build;

/** A run in a process of its own. */
export interface StartedProcess {
  readonly pid: number;
  /** Undefined if it was killed. */
  readonly report: Promise<ProcessReport | undefined>;
  /** Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a process, and leaves it alone. Another program may run it and look on. */
export function startProcess(request: ProcessRequest, under: readonly string[] = []): StartedProcess {
  const [first, ...rest] = [...under, process.execPath, script.path, JSON.stringify(request)] as const;
  const child = spawn(first, rest, {
    env: { ...process.env, ...settingsIn(request.folder) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  const report = closed.then(() => {
    const last = lines.at(-1);
    if (child.signalCode === "SIGKILL") return undefined;
    if (last === undefined) throw new Error(`The process ended with ${child.exitCode} and said nothing.`);
    return JSON.parse(last) as ProcessReport;
  });
  return { pid: child.pid!, report, kill };
}
