import { conflicts, defineProvider, exactlyOneOf, requiredWith, rule, secret } from "@coconut/coconut/provider";
import * as v from "valibot";

/** The world of this example: files in memory. */
export class Disk {
  readonly #files = new Map<string, Stat & { readonly content: string; readonly key?: string }>();
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async write(file: { readonly path: string; readonly content: string }, key?: string): Promise<Stat> {
    const stat = { size: file.content.length, sha256: `${this.root}/${file.path}`, lastSeen: "today" };
    this.#files.set(file.path, { ...stat, content: file.content, ...(key !== undefined && { key }) });
    return stat;
  }

  async stat(path: string): Promise<Stat | null> {
    return this.#files.get(path) ?? null;
  }

  async open(path: string): Promise<{ readonly content: string; readonly stat: Stat } | null> {
    const file = this.#files.get(path);
    return file === undefined ? null : { content: file.content, stat: file };
  }

  async writtenWith(key: string): Promise<readonly (readonly [path: string, stat: Stat])[]> {
    return [...this.#files].filter(([, file]) => file.key === key);
  }

  async remove(path: string): Promise<void> {
    this.#files.delete(path);
  }
}

export interface Stat {
  readonly size: number;
  readonly sha256: string;
  readonly lastSeen: string;
}

export const disk = defineProvider({
  package: "disk",
  version: "1.2.0",
  config: { root: v.optional(v.string(), ".") },
  connect: (config) => new Disk(config.root),
});

export const File = disk.resource("fs:File", {
  inputs: {
    path: v.string(),
    content: v.string(),
    mode: v.optional(v.number(), 0o644),
    token: secret(v.optional(v.string())),
    owner: v.optional(v.object({ user: v.string(), groups: v.array(v.string()) })),
  },
  outputs: { size: v.number(), sha256: v.string(), lastSeen: v.string() },
  replaceOn: ["path"],
  create: async ({ client, inputs, idempotencyKey, identified }) => {
    await identified(inputs.path);
    return { id: inputs.path, outputs: await client.write(inputs, idempotencyKey) };
  },
  read: async ({ client, id, prior }) => client.stat(prior.inputs.path ?? id),
  update: async ({ client, inputs, prior, changed, drifted }) =>
    changed("content") || drifted("size") ? client.write(inputs) : prior.outputs,
  delete: async ({ client, id, prior }) => client.remove(prior.inputs.path ?? id),
  lookup: async ({ client, id }) => {
    const file = await client.open(id);
    return file && { inputs: { path: id, content: file.content }, outputs: file.stat };
  },
  find: async ({ client, idempotencyKey }) =>
    (await client.writtenWith(idempotencyKey)).map(([id, outputs]) => ({ id, outputs })),
  validate: async ({ client, config, inputs, prior, signal, log }) => {
    signal.throwIfAborted();
    log.debug(`in ${config.root}`);
    if (prior === undefined && (await client.stat(inputs.path)) !== null) return "There is such a file already.";
  },
  constraints: [
    exactlyOneOf("path", "token"),
    requiredWith("owner", "mode"),
    conflicts("token", "owner"),
    rule(["path", "content"], (path, content) => path !== content, "A file cannot contain its own name."),
  ],
  equivalent: {
    path: (a, b, { prior, current }) => a.toLowerCase() === b.toLowerCase() && prior.mode === current.mode,
  },
  modifyPlan: ({ config, prior, inputs, hasPriorState, change, unknown }) => {
    if (hasPriorState && prior.outputs.size > 0 && inputs.path === config.root) unknown("lastSeen");
    if (change("content") !== "same") unknown("size");
  },
  volatile: ["lastSeen"],
  replaceOrder: "create-first",
  coexists: false,
  globalId: "path",
  migrations: [(v1) => ({ inputs: { ...v1.inputs, path: v1.inputs["file"] }, outputs: v1.outputs })],
  logs: async function* ({ client, id, prior, since, follow }) {
    yield { time: since ?? new Date(0), message: `${client.root}/${prior.inputs.path}`, stream: id };
    if (follow) yield { time: new Date(0), message: "end" };
  },
  stats: async ({ client, id, prior }) => ({
    requests: 12,
    size: { value: (await client.stat(id))?.size ?? prior.outputs.size, unit: "B" },
  }),
});

export const stat = disk.function("fs:stat", {
  inputs: { path: v.string() },
  outputs: { size: v.number() },
  invoke: async ({ client, inputs }) => ({ size: (await client.stat(inputs.path))?.size ?? 0 }),
});

const random = defineProvider({ package: "random", version: "1.0.0" });

export const Pet = random.resource("Pet", {
  inputs: { words: v.optional(v.number(), 2) },
  outputs: { name: v.string() },
  replaceOn: ["words"],
  create: async ({ inputs }) => ({ id: `pet-${inputs.words}`, outputs: { name: "sleepy-coconut" } }),
  read: async ({ prior }) => prior.outputs,
  update: async ({ prior }) => prior.outputs,
  delete: async () => {},
});
