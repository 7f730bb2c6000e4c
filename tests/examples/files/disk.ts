import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

/** A provider of the project's own: what it manages are files below a folder. */
export const disk = defineProvider({
  package: "disk",
  version: "1.0.0",
  config: { root: v.optional(v.string(), ".") },
  connect: ({ root }) => ({
    at: (path: string) => resolve(root, path),
    described: (content: string) => ({
      size: Buffer.byteLength(content),
      sha256: createHash("sha256").update(content).digest("hex"),
    }),
  }),
});

/** A file that has this content, and gets it back when somebody changed it. */
export const File = disk.resource("index:File", {
  inputs: { path: v.string(), content: v.string() },
  outputs: { size: v.number(), sha256: v.string() },
  replaceOn: ["path"],
  async create({ client, inputs }) {
    const path = client.at(inputs.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, inputs.content);
    return { id: inputs.path, outputs: client.described(inputs.content) };
  },
  async read({ client, id }) {
    const content = await readFile(client.at(id), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return content === null ? null : client.described(content);
  },
  async update({ client, id, inputs }) {
    await writeFile(client.at(id), inputs.content);
    return client.described(inputs.content);
  },
  async delete({ client, id }) {
    await rm(client.at(id), { force: true });
  },
  modifyPlan({ change, unknown }) {
    if (change("content") === "same") return;
    unknown("size");
    unknown("sha256");
  },
});
