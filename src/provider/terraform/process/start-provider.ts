import type { Diagnostic } from "../../../model/index.js";
import { startChild, type ChildEnd, type StartOptions } from "../../child/index.js";
import type { LogLevel, ProviderLog } from "../protocol/index.js";
import { HandshakeFault } from "./handshake.js";
import { programFault } from "./program-platform.js";
import { providerEnvironment } from "./provider-environment.js";
import { crashReport, legibleLog, parseProviderLog } from "./provider-logs.js";
import { ProviderProcess } from "./provider-process.js";
import { readHandshake } from "./read-handshake.js";
import { makeSocketFolder } from "./socket-folder.js";
import { startProblem } from "./start-problem.js";

export interface StartProviderOptions extends Pick<
  StartOptions<never>,
  "startWithinMs" | "records" | "stop" | "timer"
> {
  /** A description for messages: `the provider aws 6.2.0`. */
  readonly title: string;
  /** The path of the program. */
  readonly command: string;
  /** The folder of the project, because providers resolve relative paths against it. */
  readonly cwd: string;
  /** Variables in addition to the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The least severe level that the provider should log. Default: what the user's `TF_LOG` variables say, or `error`. */
  readonly logs?: LogLevel | undefined;
  /** Receives the log lines that belong to no single call. */
  readonly onLog?: ((line: ProviderLog) => void) | undefined;
  /** Texts to mask in its logs; more can be added with `child.hide`. */
  readonly secrets?: Iterable<string> | undefined;
}

export type StartedProvider =
  | { readonly kind: "started"; readonly process: ProviderProcess }
  | { readonly kind: "failed"; readonly end: ChildEnd; readonly diagnostic: Diagnostic };

/**
 * Starts a provider and waits for its handshake. It inherits the environment of this process, because credentials reach providers
 * that way. If it fails, no process and no file is left.
 */
export async function startProvider(options: StartProviderOptions): Promise<StartedProvider> {
  const { command, title, cwd, env, logs, onLog = () => {}, secrets = [], ...rest } = options;
  const failed = (end: ChildEnd, fault?: HandshakeFault): StartedProvider => ({
    kind: "failed",
    end,
    diagnostic: startProblem(end, { title, command }, fault),
  });
  const wrongProgram = programFault(command);
  if (wrongProgram !== undefined)
    return failed({
      kind: "not-started",
      code: "ENOEXEC",
      message: wrongProgram,
      stderr: [],
      isStarting: true,
    });
  const folder = makeSocketFolder();
  const running: { process?: ProviderProcess; fault?: HandshakeFault } = {};
  const started = await startChild({
    ...rest,
    title,
    command,
    cwd,
    ownFolder: folder.path,
    inherits: "most",
    env: { ...env, ...providerEnvironment(folder.path, logs) },
    stdin: "ignore",
    crashReport,
    legible: legibleLog,
    onStderr: (line) => (running.process ? running.process.log(line) : onLog(parseProviderLog(line))),
    greet: async (child) => {
      child.hide(secrets);
      try {
        return await readHandshake(child);
      } catch (error) {
        if (error instanceof HandshakeFault) running.fault = error;
        throw error;
      }
    },
    ask: () => running.process?.shutDown(),
    stop: { politeMs: 2000, termMs: 0, ...rest.stop },
  });
  if (started.kind !== "started") {
    folder.remove();
    return failed(started, running.fault);
  }
  const { child, greeting } = started;
  void child.ended.then(() => folder.remove());
  running.process = new ProviderProcess(child, greeting, onLog);
  return { kind: "started", process: running.process };
}
