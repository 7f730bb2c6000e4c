import { defineProvider, secret, type Provider, type ResourceHooks } from "@coconut/coconut/provider";
import * as v from "valibot";

/** Where the files of the tests lie: paths with their content, and a log of what was done. */
export class Disk {
  readonly files = new Map<string, string>();
  readonly calls: string[] = [];

  stat(path: string): FileOutputs {
    const content = this.files.get(path) ?? "";
    return { size: content.length, etag: `etag of ${content}`, seen: this.calls.length };
  }

  /** The calls since it was last asked. */
  took(): string[] {
    return this.calls.splice(0);
  }
}

interface FileInputs {
  readonly path: string;
  readonly content: string;
  readonly token?: string | undefined;
}

type GivenInputs = Omit<FileInputs, "content"> & { readonly content?: string | undefined };

interface FileOutputs {
  readonly size: number;
  readonly etag: string;
  /** Moves by itself. */
  readonly seen: number;
}

interface DiskConfig {
  readonly root: string;
}

type FileHooks = Omit<
  ResourceHooks<FileInputs, GivenInputs, FileOutputs, FileOutputs, DiskConfig, Disk>,
  "constraints"
>;

/** The package `disk` with its one type, of which hooks may be replaced. */
export function diskPackage(hooks: Partial<FileHooks> = {}, disk = new Disk()) {
  const provider: Provider<DiskConfig, Disk> = defineProvider({
    package: "disk",
    version: "1.0.0",
    config: { root: v.optional(v.string(), "/") },
    connect: ({ root }) => {
      disk.calls.push(`connect ${root}`);
      return disk;
    },
  });
  const File = provider.resource("fs:File", {
    inputs: { path: v.string(), content: v.optional(v.string(), ""), token: secret(v.optional(v.string())) },
    outputs: { size: v.number(), etag: v.string(), seen: v.number() },
    replaceOn: ["path"],
    volatile: ["seen"],
    ...fileHooks(disk),
    ...hooks,
  });
  return { disk, provider, File };
}

/** How files are managed, for tests that do more in one hook. */
export function fileHooks({ files, calls }: Disk) {
  return {
    create: async ({ client, inputs: { path, content } }) => {
      calls.push(`create ${path}`);
      files.set(path, content);
      return { id: path, outputs: client.stat(path) };
    },
    read: async ({ client, id }) => {
      calls.push(`read ${id}`);
      return files.has(id) ? client.stat(id) : null;
    },
    update: async ({ client, id, inputs: { content } }) => {
      calls.push(`update ${id}`);
      files.set(id, content);
      return client.stat(id);
    },
    delete: async ({ id }) => {
      calls.push(`delete ${id}`);
      files.delete(id);
    },
    lookup: async ({ client, id }) => {
      calls.push(`lookup ${id}`);
      const content = files.get(id);
      return content === undefined ? null : { inputs: { path: id, content }, outputs: client.stat(id) };
    },
  } satisfies Partial<FileHooks>;
}
