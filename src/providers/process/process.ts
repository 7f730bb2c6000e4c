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
    /** Where records and logs are kept; from the project's folder. */
    folder: v.optional(v.string(), ".coconut/processes"),
  },
  connect: ({ folder }) => new ProcessKeeper(folder),
});

/**
 * A process of this machine that is kept running: it outlives `coco`, is started again when it crashes, and is
 * asked whether it is healthy. `coco logs` shows what it writes, `coco stats` what it takes.
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
      "A check by http or tcp needs the port of the process.",
    ),
  ],

  async validate() {
    return process.platform === "win32"
      ? "Processes are kept on Linux and macOS, not on Windows."
      : undefined;
  },

  async create({ client, inputs, isSecret, idempotencyKey, identified, signal }) {
    const id = processId(idempotencyKey);
    // The same create again, after it was cut off: what it started may be there.
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
    // What was recorded before a restart was cut off may lack it.
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
      throw new Error("Its command is secret, so it is not written down: the process cannot be imported.");
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

/** A start that fails leaves nothing. */
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

/** Whether it is enough to wait. */
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

/** What a process is found to be. `running` is what it should be: everything else is drift. */
export type ProcessState = "running" | "starting" | "unhealthy" | "restarting" | "unsupervised" | "stopped";

/** A record is only as true as the processes that it names. */
export function observedState(
  { phase }: Pick<ProcessRecord, "phase">,
  alive: { readonly supervisor: boolean; readonly child: boolean },
): ProcessState {
  if (!alive.supervisor) return alive.child ? "unsupervised" : "stopped";
  const hasChild = phase === "starting" || phase === "running" || phase === "unhealthy";
  // It has ended, and its supervisor has yet to see it.
  if (phase !== "starting" && hasChild && !alive.child) return "restarting";
  return phase;
}
