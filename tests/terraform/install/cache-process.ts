/** Adds a package to a cache. Says each step on stdout, and waits for a line on stdin before the next one. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { addToCache } from "../../../src/provider/terraform/install/package-cache.js";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";

const [cache = "", content = ""] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function step(text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
  await lines.next();
}

const address = { host: "example.com", namespace: "acme", type: "cloud" };
const { isNew } = await addToCache(
  cache,
  { address, version: "1.0.0", platform: "linux_amd64" },
  async (folder) => {
    await step("empty");
    const file = join(folder, "terraform-provider-cloud");
    writeFileSync(file, content);
    await step("partial");
    appendFileSync(file, content);
    const hash = await packageHash(folder);
    await step("full");
    return hash;
  },
);
process.stdout.write(isNew ? "new\n" : "present\n");
process.exit();
