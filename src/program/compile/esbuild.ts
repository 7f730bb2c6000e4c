import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { environmentWithout } from "../../std/index.js";
import { problem } from "./diagnostics.js";

/** Runs a command. A port, which lets tests count the calls. */
export type RunCommand = (command: readonly string[], folder: string) => Promise<CommandResult>;

export interface CommandResult {
  readonly status: number | null;
  /** The standard output. Empty if the compiler writes to a file. */
  readonly output: string;
  readonly errors: string;
}

/** Runs the compiler in a folder, with arguments of esbuild's command line. */
export async function esbuild(
  parameters: readonly string[],
  folder: string,
  run: RunCommand = runCommand,
): Promise<CommandResult> {
  const command = esbuildCommand();
  try {
    return await run([...command, ...parameters], folder);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const detail = `${command.join(" ")} cannot be started: ${message}.`;
    const isFull = code === "EMFILE" || code === "ENFILE";
    throw new DiagnosticError(isFull ? tooManyFiles(detail) : noCompiler(detail));
  }
}

/** Runs the compiler synchronously. */
export function esbuildNow(parameters: readonly string[], folder: string): CommandResult {
  const [program, ...rest] = [...esbuildCommand(), ...parameters];
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout, stderr, error } = spawnSync(program!, rest, {
    cwd: folder,
    env: compilerEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  if (error === undefined) return { status, output: stdout, errors: stderr };
  throw new DiagnosticError(noCompiler(`${program} cannot be started: ${error.message}.`));
}

/** Returns the native program, which starts ten times faster than the script around it, or else that script. */
function esbuildCommand(): readonly string[] {
  const require = createRequire(import.meta.url);
  let manifest: string;
  try {
    manifest = require.resolve("esbuild/package.json");
  } catch {
    throw new DiagnosticError(noCompiler("The package esbuild is not installed."));
  }
  const program = process.platform === "win32" ? "esbuild.exe" : "bin/esbuild";
  try {
    const platform = `@esbuild/${process.platform}-${process.arch}`;
    return [createRequire(manifest).resolve(`${platform}/${program}`)];
  } catch {
    const script = join(dirname(manifest), "bin", "esbuild");
    if (!existsSync(script)) throw new DiagnosticError(noCompiler(`${script} does not exist.`));
    return isScript(script) ? [process.execPath, script] : [script];
  }
}

/** False if an install script has replaced the script by the native program. */
function isScript(path: string): boolean {
  return readFileSync(path).subarray(0, 2).toString("latin1") === "#!";
}

function compilerEnvironment(): NodeJS.ProcessEnv {
  return environmentWithout("COCONUT_");
}

function tooManyFiles(detail: string): Diagnostic {
  return problem("program/no-compiler", {
    detail: `${detail} Too many files are open.`,
    hint: "Raise the limit of open files in this shell and run again:\n    ulimit -n 4096",
  });
}

function noCompiler(detail: string): Diagnostic {
  return problem("program/no-compiler", {
    detail: `${detail} Coconut compiles TypeScript programs with esbuild. Its native program for this system is an optional dependency, which may not have been installed.`,
    hint: "Install again with optional dependencies:\n    npm install --include=optional",
  });
}

function runCommand([program, ...parameters]: readonly string[], cwd: string): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const env = compilerEnvironment();
    // Loaded only when something is compiled.
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(program!, parameters, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    child.on("error", reject);
    // Without free file descriptors there are no pipes either.
    if (child.pid === undefined) return;
    const forget = endedWithUs(child);
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.on("close", (status) => {
      forget();
      resolve({ status, output, errors });
    });
  });
}

const running = new Set<ChildProcess>();

/**
 * Kills the child when this process exits: it might wait forever, for example for an imported pipe. All share one
 * listener.
 */
function endedWithUs(child: ChildProcess): () => void {
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  return () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", endAll);
  };
}

function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
}
