import * as v from "valibot";

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const portNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const command = v.pipe(
  v.array(v.string()),
  v.check(([program]) => program !== undefined && program !== "", "A command begins with its program."),
);

const health = v.pipe(
  v.object({
    /** A path of the process: an answer from 200 to 399 is healthy. */
    http: v.optional(v.pipe(v.string(), v.startsWith("/"))),
    /** Somebody listens on the port. This is the check of a process with a port that has no other. */
    tcp: v.optional(v.boolean()),
    /** A program that ends with 0. */
    command: v.optional(command),
    intervalMs: v.optional(milliseconds, 5000),
    timeoutMs: v.optional(milliseconds, 2000),
    /** How long it may take until the process is healthy. */
    startMs: v.optional(milliseconds, 30_000),
  }),
  v.check(
    ({ http, tcp, command: program }) =>
      [http, tcp, program].filter((check) => check !== undefined).length <= 1,
    "A process has one check: http, tcp or command.",
  ),
);

export const processInputs = {
  /**
   * The program and its arguments. `node` is the Node that runs `coco`. Everybody on the machine can see them: what is
   * secret goes into the environment.
   */
  command,
  /** Where it runs; from the project's folder. */
  dir: v.optional(v.string(), "."),
  /** In addition to the environment of `coco`. May hold secrets: none of it is written to disk. */
  environment: v.optional(v.record(v.pipe(v.string(), v.regex(/^[^=\0]+$/)), v.string()), {}),
  /** Where it listens, handed to it as PORT. `"free"` has one chosen, which is kept. */
  port: v.optional(v.union([portNumber, v.literal("free")])),
  /** When it counts as healthy. */
  health: v.optional(health, {}),
  /** What happens when it ends by itself after it was healthy. */
  restart: v.optional(v.picklist(["on-failure", "always", "never"]), "on-failure"),
  /** How often in a row; a run of a minute begins anew. */
  restartLimit: v.optional(count, 10),
  /** The wait before the first restart; it doubles from one to the next, up to half a minute. */
  restartDelayMs: v.optional(milliseconds, 500),
  /** What asks it to end. */
  stopSignal: v.optional(
    v.picklist(["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL"]),
    "SIGTERM",
  ),
  /** How long it may take to end before it is killed with all that it started. */
  stopTimeoutMs: v.optional(milliseconds, 10_000),
};

export const processOutputs = {
  /** `running`; anything else is drift, and the next apply brings it back. */
  state: v.picklist(["running", "starting", "unhealthy", "restarting", "unsupervised", "stopped"]),
  /** Changes with the inputs. */
  revision: v.string(),
  pid: v.optional(v.number()),
  port: v.optional(v.number()),
  /** `http://localhost:<port>`, for a process with a port. */
  url: v.optional(v.string()),
  /** When the process that runs now was started. */
  startedAt: v.optional(v.string()),
  /** The newest file of its log: one JSON object per line. */
  logPath: v.string(),
};
