/** A provider of a project's own: objects are files in the folder `disk`, and every call leaves a line in `log`. */
export const provider = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const disk = defineProvider({ package: "disk", version: "1.0.0" });
const path = (id: string) => "disk/" + id;
const said = (text: string) => { appendFileSync("log", text + "\\n"); console.log(text); };

export const File = disk.resource("index:File", {
  inputs: { content: v.string(), delay: v.optional(v.number(), 0) },
  outputs: { size: v.number(), text: v.string() },
  async create({ inputs, idempotencyKey }) {
    const id = inputs.content.split(" ")[0]!;
    said("begin " + id);
    await sleep(inputs.delay);
    mkdirSync("disk", { recursive: true });
    writeFileSync(path(id), inputs.content);
    said("create " + id);
    return { id, outputs: { size: inputs.content.length, text: inputs.content } };
  },
  async read({ id }) {
    if (!existsSync(path(id))) return null;
    const text = readFileSync(path(id), "utf8");
    return { size: text.length, text };
  },
  async update({ id, inputs }) {
    said("update " + id);
    await sleep(inputs.delay);
    writeFileSync(path(id), inputs.content);
    return { size: inputs.content.length, text: inputs.content };
  },
  async delete({ id }) {
    rmSync(path(id), { force: true });
    said("delete " + id);
  },
});
`;
