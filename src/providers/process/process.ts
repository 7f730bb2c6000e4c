import { join } from "node:path";
import * as v from "valibot";
import { defineProvider, rule } from "../../provider/index.js";
import { groupUsage } from "./group-usage.js";
import { currentLogFile, readLog } from "./log/index.js";
import { processInputs, processOutputs } from "./process-fields.js";
import { isProcessAlive } from "./process-handle.js";
import { processId, ProcessKeeper, shortHash } from "./process-keeper.js";
import type { ProcessRecord } from "./process-record.js";

/** The provider of `process:index:Process`. */
export const processProvider = defineProvider({
  package: "process",
  version: "1.0.0",
  config: {
    /** The folder for records and logs, relative to the project folder. Default: `.coconut/processes`. */
    folder: v.optional(v.string(), ".coconut/processes"),
  },
  connect: ({ folder }) => new ProcessKeeper(folder),
});

/**
 * A long-running process on this machine. It outlives `coco`, is restarted when it crashes, and has a health check.
 * `coco logs` shows its output, `coco stats` its resource usage.
 *
 * ```ts
 * const server = new Process("server", {
 *   command: ["node", "server.js"],
 *   port: "free",
 *   environment: { TOKEN: config.requireSecret("token") },
 *   health: { http: "/health" },
 * });
 * export const url = server.url;
 * ```
 *
 * Any change of inputs restarts it in place.
 */
export const Process = processProvider.resource("index:Process", {
  inputs: processInputs,
  outputs: processOutputs,
  volatile: ["pid", "startedAt"],
  replaceOrder: "delete-first",
  constraints: [
    rule(
      ["health", "port"],
      (health: { http?: string | undefined; tcp?: boolean | undefined }, port: number | "free" | undefined) =>
        port !== undefined || (health.http === undefined && health.tcp !== true),
      "A health check by http or tcp requires a port.",
    ),
  ],

  async validate() {
    return process.platform === "win32"
      ? "Processes are supported on Linux and macOS, not on Windows."
      : undefined;
  },

  async create({ client, inputs, isSecret, idempotencyKey, identified, signal }) {
    const id = processId(idempotencyKey);
    // A repeated create after an interruption: its process may be running.
    if (!isProcessAlive(client.record(id)?.supervisor)) {
      await client.remove(id);
      const revision = shortHash(idempotencyKey);
      await orRemoved(client, id, () =>
        client.start(id, { key: idempotencyKey, revision, inputs, isSecret }),
      );
    }
    await identified(id);
    const record = await orRemoved(client, id, () => client.untilHealthy(id, signal));
    return { id, outputs: outputsOf(client, id, record) };
  },

  async read({ client, id }) {
    const record = client.record(id);
    return record === undefined ? null : outputsOf(client, id, record);
  },

  async update({ client, id, inputs, isSecret, prior, changed, idempotencyKey, signal }) {
    const isChanged = inputNames.some(changed);
    // Outputs recorded before an interrupted restart may lack it.
    const former = (prior.outputs as { readonly revision?: string }).revision;
    const revision = isChanged || former === undefined ? shortHash(idempotencyKey) : former;
    const record = client.record(id);
    if (record?.revision !== revision || !canBecomeHealthy(record)) {
      await client.stop(id);
      const formerPort = changed("port") ? undefined : (prior.outputs.port ?? record?.port);
      const key = record?.key ?? idempotencyKey;
      await client.start(id, { key, revision, inputs, isSecret, formerPort });
    }
    return outputsOf(client, id, await client.untilHealthy(id, signal));
  },

  delete: ({ client, id }) => client.remove(id),

  modifyPlan({ prior, change, unknown }) {
    if (prior !== undefined && prior.outputs.state !== "running") unknown("state");
    if (inputNames.some((name) => change(name) !== "same")) unknown("revision");
    if (change("port") !== "same") unknown("url");
  },

  async lookup({ client, id }) {
    const record = client.record(id);
    if (record === undefined) return null;
    const { command, ...inputs } = record.inputs;
    if (command === undefined)
      throw new Error("The process cannot be imported: its command is secret and therefore not recorded.");
    return { inputs: { ...inputs, command }, outputs: outputsOf(client, id, record) };
  },

  lateWithinMs: 0,
  async find({ client, idempotencyKey }) {
    const id = processId(idempotencyKey);
    const record = client.record(id);
    return record?.key === idempotencyKey ? [{ id, outputs: outputsOf(client, id, record) }] : [];
  },

  logs: ({ client, id, since, follow, signal }) => readLog(client.folderOf(id), { since, follow, signal }),

  async stats({ client, id }) {
    const record = client.record(id);
    const { child, startedAt, restarts = 0, healthFailures = 0 } = record ?? {};
    const counters = { restarts, healthFailures };
    if (child === undefined || startedAt === undefined || !isProcessAlive(child)) return counters;
    const { cpuSeconds, memoryBytes } = await groupUsage(child.pid);
    const uptimeSeconds = Math.max(0, Math.round((Date.now() - Date.parse(startedAt)) / 1000));
    return {
      uptime: { value: uptimeSeconds, unit: "s" },
      cpu: { value: cpuSeconds, unit: "s" },
      memory: { value: memoryBytes, unit: "B" },
      ...counters,
    };
  },
});
export type Process = InstanceType<typeof Process>;

const inputNames = Object.keys(processInputs) as (keyof typeof processInputs)[];

/** Removes the process if its start fails. */
async function orRemoved<T>(client: ProcessKeeper, id: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    await client.remove(id);
    throw error;
  }
}

function stateOf(record: ProcessRecord) {
  return observedState(record, {
    supervisor: isProcessAlive(record.supervisor),
    child: isProcessAlive(record.child),
  });
}

/** True if the process runs or can still become healthy. */
function canBecomeHealthy(record: ProcessRecord): boolean {
  const state = stateOf(record);
  return state === "running" || state === "starting";
}

function outputsOf(client: ProcessKeeper, id: string, record: ProcessRecord) {
  const { revision, child, port, startedAt } = record;
  return {
    state: stateOf(record),
    revision,
    pid: child?.pid,
    port,
    url: port === undefined ? undefined : `http://localhost:${port}`,
    startedAt,
    logPath: join(client.folderOf(id), currentLogFile),
  };
}

/** The observed state of a process. Every state except `running` is drift. */
export type ProcessState = "running" | "starting" | "unhealthy" | "restarting" | "unsupervised" | "stopped";

/** Derives the state from the record and from whether its processes are alive. */
export function observedState(
  { phase }: Pick<ProcessRecord, "phase">,
  alive: { readonly supervisor: boolean; readonly child: boolean },
): ProcessState {
  if (!alive.supervisor) return alive.child ? "unsupervised" : "stopped";
  const hasChild = phase === "starting" || phase === "running" || phase === "unhealthy";
  // The process has exited, and its supervisor has not noticed yet.
  if (phase !== "starting" && hasChild && !alive.child) return "restarting";
  return phase;
}
