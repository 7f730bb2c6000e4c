import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UncertainError, type Log } from "../../provider/index.js";
import { runScript, type ScriptEnd } from "./run-script.js";

/** The inputs of a command that define how its scripts run. */
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
  /** Absent for scripts that change nothing. */
  readonly running?: (leader: number) => Promise<void>;
  /** The output of the last create or update, passed to the script. */
  readonly printed?: Printed;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one script of a command and shows its output. Throws unless the script exits with one of the exit codes. */
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
  if (!(await isFolder(folder))) throw new Error(`The dir ${JSON.stringify(folder)} is not a folder.`);
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
      `The ${name} script left a background process that keeps its output open. Further output of that process is lost. Redirect it to a file to keep it.`,
    );
  if (end.endedBy === undefined && end.exitCode !== null && exitCodes.includes(end.exitCode)) return end;
  throw scriptFailure(name, end, timeoutMs);
}

/** Returns the output of a script as the outputs of the resource. */
export function printedBy({ stdout, stderr }: ScriptEnd, log: Log): Printed {
  for (const [stream, { bytesLeftOut }] of Object.entries({ stdout, stderr })) {
    if (bytesLeftOut > 0)
      log.warn(`The ${stream} of the script was truncated: the last ${bytesLeftOut} bytes are not recorded.`);
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
    if (!fits)
      log.warn(
        `${name} is not set: the last output is too large for an environment variable, or contains a NUL character.`,
      );
    return fits;
  });
  // Scripts must not be able to decrypt the secrets of the stack.
  const { COCONUT_PASSPHRASE: _, COCONUT_NEW_PASSPHRASE: __, ...inherited } = process.env;
  return { ...inherited, ...environment, ...Object.fromEntries(own) };
}

/** Linux limits one variable, including its name, to 128 KiB. */
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
    if (shown === mostShownLines + 1) log.info("(further lines are not shown)");
  };
}

const mostShownLines = 1000;

/**
 * Returns the error for a script that did not succeed. An exit code means that the script itself failed. If the script
 * was terminated, its effect is unknown. The caller masks secrets in the message.
 */
function scriptFailure(name: string, end: ScriptEnd, timeoutMs: number | undefined): Error {
  const { exitCode, signal, endedBy } = end;
  const lines = lastLines(end);
  if (endedBy === undefined && exitCode !== null)
    return new Error(`The ${name} script exited with code ${exitCode}. ${lines}`);
  const why =
    endedBy === "timeout"
      ? `exceeded its timeout of ${timeoutMs} ms and was terminated`
      : endedBy === "cancel"
        ? "was terminated because the run was canceled or timed out"
        : `was terminated by ${signal}`;
  return new UncertainError(`The ${name} script ${why}. It may have taken effect. ${lines}`);
}

function lastLines({ stderr }: ScriptEnd): string {
  const lines = stderr.lastLines;
  if (lines.length === 0) return "It wrote nothing to stderr.";
  return `Last lines of its stderr:\n${lines.map((line) => `    ${line}`).join("\n")}`;
}

/**
 * Returns the error for a script that could not be started. Does not return the system's own error, which may contain the
 * arguments. An error without a code is not from the system: the run was canceled, or the process could not be recorded.
 */
function startFailure(interpreter: readonly string[], error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" && error instanceof Error) return error;
  const program = JSON.stringify(interpreter[0]);
  switch (code) {
    case "ENOENT":
      return new Error(`The interpreter ${program} was not found.`);
    case "EACCES":
      return new Error(`The interpreter ${program} is not executable.`);
    case "E2BIG":
      return new Error(
        "The script or one of its environment variables exceeds the size limit of the system. Pass large values in stdin or in a file.",
      );
    default:
      return new Error(`The interpreter ${program} could not be started: ${code}.`);
  }
}
