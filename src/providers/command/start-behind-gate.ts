import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import type { Writable } from "node:stream";
import { unlessAborted } from "../../std/until-aborted.js";

/**
 * Starts a program whose process is recorded before the program begins. The process is a gate at first: it waits for a
 * word on descriptor 3 and then becomes the program. If `coco` dies before it gives the word, the gate ends, and nothing
 * of the program ran. Throws if the program cannot be started or recorded: then nothing of it ran either.
 */
export async function startBehindGate(
  words: readonly string[],
  running: (leader: number) => Promise<void>,
  start: Start & { readonly signal: AbortSignal },
): Promise<ChildProcess> {
  // There are no process groups that could be waited for.
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
      throw new Error("The process was ended before the script began.");
    opener.end(word);
    return child;
  } catch (error) {
    for (const stream of child.stdio) stream?.destroy();
    throw error;
  }
}

const word = "begin\n";

/** Becomes the program, which then has the same process id and start time. */
const shellGate = [
  "/bin/sh",
  "-c",
  'read -r coconut_gate <&3 && [ "$coconut_gate" = begin ] && unset coconut_gate && exec 3<&- && exec "$@"',
  "sh",
];

/** For variables that shells do not hand on. Runs the program in its own group, and ends as the program does. */
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

/** Throws what starting the program would: the gate itself can always be started. */
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

/** Why a file cannot be executed; undefined if it can. */
async function reasonAgainst(file: string): Promise<string | undefined> {
  try {
    if (!(await stat(file)).isFile()) return "EACCES";
    await access(file, constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** What a process is started with. */
interface Start {
  readonly folder: string;
  /** All of it: nothing is inherited. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string | undefined;
}

/** Starts a program in a process group of its own. `more` are further pipes, from descriptor 3 on. */
export async function startProcess(
  [program, ...parameters]: readonly string[],
  { folder, environment, stdin }: Start,
  more: readonly "pipe"[] = [],
): Promise<ChildProcess> {
  const child = spawn(program!, parameters, {
    cwd: folder,
    env: environment,
    // A group of its own: it can be ended as a whole, and a Ctrl-C in the terminal is not meant for it.
    detached: true,
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", ...more],
  });
  await once(child, "spawn");
  return child;
}
