import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UncertainError, type Log } from "../../provider/index.js";
import { runScript, type ScriptEnd } from "./run-script.js";

/** The inputs of a command that say how its scripts run. */
export interface Settings {
  readonly interpreter: readonly string[];
  readonly dir?: string;
  readonly environment: { readonly [name: string]: string };
  readonly stdin?: string;
  readonly timeoutMs?: number;
  readonly logging: "both" | "stdout" | "stderr" | "none";
}

export interface Circumstances {
  readonly client: { readonly folder: string };
  readonly id: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Absent for what only looks. */
  readonly running?: (leader: number) => Promise<void>;
  /** What create or update printed last; scripts can read it. */
  readonly printed?: Printed;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of a command's scripts and shows what it prints. Throws unless it ends with one of the exit codes. */
export async function perform(
  name: "create" | "update" | "delete" | "check",
  script: string,
  settings: Settings,
  circumstances: Circumstances,
  exitCodes: readonly number[] = [0],
): Promise<ScriptEnd> {
  const { client, log, signal, running } = circumstances;
  const { interpreter, stdin, timeoutMs, logging } = settings;
  signal.throwIfAborted();
  const folder = resolve(client.folder, settings.dir ?? ".");
  if (!(await isFolder(folder))) throw new Error(`The dir ${JSON.stringify(folder)} is no folder.`);
  const end = await runScript({
    interpreter,
    text: script,
    folder,
    environment: environmentFor(settings, circumstances),
    stdin,
    timeoutMs,
    signal,
    running,
    onLine: shownLines(logging, log),
  }).catch((error: unknown) => {
    throw startFailure(interpreter, error);
  });
  if (end.isHeldOpen)
    log.warn(
      `The ${name} script left something running that holds its output open. What that prints from now on is lost; redirect its output to keep it.`,
    );
  if (end.endedBy === undefined && end.exitCode !== null && exitCodes.includes(end.exitCode)) return end;
  throw scriptFailure(name, end, timeoutMs);
}

/** What a script printed, as outputs. */
export function printedBy({ stdout, stderr }: ScriptEnd, log: Log): Printed {
  for (const [stream, { bytesLeftOut }] of Object.entries({ stdout, stderr })) {
    if (bytesLeftOut > 0)
      log.warn(
        `It printed more on ${stream} than is kept: ${bytesLeftOut} bytes are left out at the end of the output.`,
      );
  }
  return { stdout: stdout.text(), stderr: stderr.text() };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function environmentFor({ environment }: Settings, { id, printed, log }: Circumstances): NodeJS.ProcessEnv {
  const own = Object.entries({
    COCONUT_ID: id,
    ...(printed && { COCONUT_STDOUT: printed.stdout, COCONUT_STDERR: printed.stderr }),
  }).filter(([name, text]) => {
    const fits = Buffer.byteLength(text) <= longestVariable && !text.includes("\0");
    if (!fits) log.warn(`${name} is left out: what was printed last does not fit into a variable.`);
    return fits;
  });
  // What opens the stack's secrets is none of a script's business.
  const { COCONUT_PASSPHRASE: _, COCONUT_NEW_PASSPHRASE: __, ...inherited } = process.env;
  return { ...inherited, ...environment, ...Object.fromEntries(own) };
}

/** Linux takes 128 KiB for one variable with its name. */
const longestVariable = 64 * 1024;

function shownLines(
  logging: Settings["logging"],
  log: Log,
): (stream: "stdout" | "stderr", line: string) => void {
  let shown = 0;
  return (stream, line) => {
    if (logging !== "both" && logging !== stream) return;
    shown += 1;
    if (shown <= mostShownLines) log.info(line);
    if (shown === mostShownLines + 1) log.info("(more lines follow, which are not shown)");
  };
}

const mostShownLines = 1000;

/**
 * What to throw for a script that did not succeed. An exit code is its own word that it failed; of one that was ended
 * from outside nobody knows how far it came. The caller takes secrets out of the message.
 */
function scriptFailure(name: string, end: ScriptEnd, timeoutMs: number | undefined): Error {
  const { exitCode, signal, endedBy } = end;
  const lines = lastLines(end);
  if (endedBy === undefined && exitCode !== null)
    return new Error(`The ${name} script ended with exit code ${exitCode}. ${lines}`);
  const why =
    endedBy === "timeout"
      ? `took longer than its timeoutMs of ${timeoutMs} and was ended`
      : endedBy === "cancel"
        ? "was ended because the run was cancelled or its time was over"
        : `was ended by ${signal}`;
  return new UncertainError(`The ${name} script ${why}; how far it came is not known. ${lines}`);
}

function lastLines({ stderr }: ScriptEnd): string {
  const lines = stderr.lastLines;
  if (lines.length === 0) return "It printed nothing on stderr.";
  return `The last it printed on stderr:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

/**
 * What to throw for a script that could not be started. Never what the system threw: that may show the arguments. What
 * has no code is no error of the system: the run was cancelled, or the process could not be recorded.
 */
function startFailure(interpreter: readonly string[], error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" && error instanceof Error) return error;
  const program = JSON.stringify(interpreter[0]);
  switch (code) {
    case "ENOENT":
      return new Error(`There is no program ${program} to run the script with.`);
    case "EACCES":
      return new Error(`The program ${program} may not be executed.`);
    case "E2BIG":
      return new Error(
        "The script or one of its environment variables is larger than the system takes. Give what is large by stdin or in a file.",
      );
    default:
      return new Error(`The program ${program} could not be started: ${code}.`);
  }
}
