import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const committed = join(root, "src/provider/terraform/protocol/generated");
const hasCompiler = spawnSync("protoc", ["--version"]).status === 0;

/** Also left out without the generator, which is downloaded. */
test.skipIf(!hasCompiler)("the code for the messages of providers is that of the .proto files", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-proto-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = join(folder, "generated");
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/proto.mjs"), made], {
    encoding: "utf8",
  });
  if (/npm error code (?:E\d+|ENOTFOUND|EAI_AGAIN|ENOTCACHED)/.test(stderr ?? "")) context.skip();
  expect(status).toBe(0);
  const codeIn = (place: string) =>
    Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), "utf8")]));
  expect(codeIn(made)).toEqual(codeIn(committed));
});
