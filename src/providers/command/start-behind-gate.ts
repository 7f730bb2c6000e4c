import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import type { Writable } from "node:stream";
import { unlessAborted } from "../../std/until-aborted.js";

/**
 * Starts a program whose process is recorded before the program runs. The process starts as a gate: it waits for a word
 * on descriptor 3 and then executes the program. If `coco` dies before it sends the word, the gate exits and the
 * program never runs. Throws if the program cannot be started or recorded; in that case it did not run either.
 */
export async function startBehindGate(
  words: readonly string[],
  running: (leader: number) => Promise<void>,
  start: Start & { readonly signal: AbortSignal },
): Promise<ChildProcess> {
  // Windows has no process groups to wait for.
  if (process.platform === "win32") return startProcess(words, start);
  await findProgram(words[0]!, start);
  const gate = Object.keys(start.environment).every(isShellName) ? shellGate : nodeGate;
  const child = await startProcess([...gate, ...words], start, ["pipe"]);
  const opener = child.stdio[3] as Writable;
  opener.on("error", () => {});
  try {
    await unlessAborted(start.signal, running(child.pid!));
    start.signal.throwIfAborted();
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error("The process was terminated before the script started.");
    opener.end(word);
    return child;
  } catch (error) {
    for (const stream of child.stdio) stream?.destroy();
    throw error;
  }
}

const word = "begin\n";

/** Executes the program in place, so that it keeps the process id and the start time. */
const shellGate = [
  "/bin/sh",
  "-c",
  'read -r coconut_gate <&3 && [ "$coconut_gate" = begin ] && unset coconut_gate && exec 3<&- && exec "$@"',
  "sh",
];

/**
 * For variables that shells do not pass on. Runs the program in its own group, and exits with the status of the
 * program.
 */
const nodeGate = [
  process.execPath,
  "-e",
  `const { closeSync, readFileSync } = require("node:fs");
if (readFileSync(3, "utf8") !== ${JSON.stringify(word)}) process.exit(1);
closeSync(3);
process.on("SIGTERM", () => {});
const [program, ...parameters] = process.argv.slice(1);
require("node:child_process").spawn(program, parameters, { stdio: "inherit" }).on("exit", (code, signal) => {
  process.removeAllListeners("SIGTERM");
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code);
});`,
  "--",
];

function isShellName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(name);
}

/** Throws the error that starting the program would throw: the gate itself always starts. */
async function findProgram(program: string, { folder, environment }: Start): Promise<void> {
  const { PATH: path } = environment;
  if (path === undefined && !program.includes("/")) return;
  const places = program.includes("/") ? [""] : path!.split(delimiter);
  let code = "ENOENT";
  for (const place of places) {
    const found = await reasonAgainst(resolve(folder, place, program));
    if (found === undefined) return;
    if (found === "EACCES") code = found;
  }
  throw Object.assign(new Error("The program cannot be started."), { code });
}

/** Returns the error code that prevents a file from being executed; undefined if it is executable. */
async function reasonAgainst(file: string): Promise<string | undefined> {
  try {
    if (!(await stat(file)).isFile()) return "EACCES";
    await access(file, constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The options for starting a process. */
interface Start {
  readonly folder: string;
  /** The complete environment: nothing is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string | undefined;
}

/** Starts a program in its own process group. `more` are additional pipes, starting at descriptor 3. */
export async function startProcess(
  [program, ...parameters]: readonly string[],
  { folder, environment, stdin }: Start,
  more: readonly "pipe"[] = [],
): Promise<ChildProcess> {
  const child = spawn(program!, parameters, {
    cwd: folder,
    env: environment,
    // Its own group can be terminated as a whole, and does not receive Ctrl-C from the terminal.
    detached: true,
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", ...more],
  });
  await once(child, "spawn");
  return child;
}
