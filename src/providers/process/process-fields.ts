import * as v from "valibot";

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const portNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const command = v.pipe(
  v.array(v.string()),
  v.check(
    ([program]) => program !== undefined && program !== "",
    "The first element of the command must be the program.",
  ),
);

const health = v.pipe(
  v.object({
    /** The path of an HTTP check. A status from 200 to 399 is healthy. */
    http: v.optional(v.pipe(v.string(), v.startsWith("/"))),
    /** Whether to check that the port accepts connections. The default check of a process with a port. */
    tcp: v.optional(v.boolean()),
    /** A command that exits with 0 if the process is healthy. */
    command: v.optional(command),
    intervalMs: v.optional(milliseconds, 5000),
    timeoutMs: v.optional(milliseconds, 2000),
    /** The time until the process must be healthy, in milliseconds. Default: 30 000. */
    startMs: v.optional(milliseconds, 30_000),
  }),
  v.check(
    ({ http, tcp, command: program }) =>
      [http, tcp, program].filter((check) => check !== undefined).length <= 1,
    "Only one of http, tcp and command can be set.",
  ),
);

export const processInputs = {
  /**
   * The program and its arguments. `node` is the Node.js that runs `coco`. All users of the machine can see the
   * arguments, so pass secrets in the environment.
   */
  command,
  /** The working directory, relative to the project folder. Default: the project folder. */
  dir: v.optional(v.string(), "."),
  /** Environment variables in addition to those of `coco`. May contain secrets: they are never written to disk. */
  environment: v.optional(v.record(v.pipe(v.string(), v.regex(/^[^=\0]+$/)), v.string()), {}),
  /** The port that it listens on, passed in the variable PORT. `"free"` chooses a free port and keeps it. */
  port: v.optional(v.union([portNumber, v.literal("free")])),
  /** The health check. */
  health: v.optional(health, {}),
  /** Whether to restart the process if it exits after it was healthy. Default: `on-failure`. */
  restart: v.optional(v.picklist(["on-failure", "always", "never"]), "on-failure"),
  /** The maximum number of consecutive restarts. A run of at least a minute resets the count. Default: 10. */
  restartLimit: v.optional(count, 10),
  /** The delay before the first restart. It doubles with every restart, up to 30 seconds. Default: 500. */
  restartDelayMs: v.optional(milliseconds, 500),
  /** The signal that asks it to stop. Default: `SIGTERM`. */
  stopSignal: v.optional(
    v.picklist(["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL"]),
    "SIGTERM",
  ),
  /** The time before its process group is killed, in milliseconds. Default: 10 000. */
  stopTimeoutMs: v.optional(milliseconds, 10_000),
};

export const processOutputs = {
  /** Should be `running`. Any other state is drift, which the next apply corrects. */
  state: v.picklist(["running", "starting", "unhealthy", "restarting", "unsupervised", "stopped"]),
  /** A value that changes with every change of the inputs. */
  revision: v.string(),
  pid: v.optional(v.number()),
  port: v.optional(v.number()),
  /** `http://localhost:<port>`, for a process with a port. */
  url: v.optional(v.string()),
  /** The start time of the current process. */
  startedAt: v.optional(v.string()),
  /** The newest log file, with one JSON object per line. */
  logPath: v.string(),
};
