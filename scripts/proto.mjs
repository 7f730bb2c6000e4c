/**
 * Generates the code for the messages of providers from the `.proto` files: `npm run proto`. Needs `protoc` (Debian package
 * protobuf-compiler) and downloads the generator.
 *
 * `node scripts/proto.mjs <folder>`: writes to another folder, for the test that compares the code.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const generator = "@bufbuild/protoc-gen-es@2.16.0";

const folder = fileURLToPath(new URL("../src/provider/terraform/protocol/", import.meta.url));
const output = resolve(process.argv[2] ?? join(folder, "generated"));
const source = join(folder, "proto");
const plugin = join(tmpdir(), `coconut-proto-${process.pid}.sh`);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeFileSync(plugin, `#!/bin/sh\nexec npx --yes ${generator}\n`, { mode: 0o755 });
const { status, error } = spawnSync(
  "protoc",
  [
    `--plugin=protoc-gen-es=${plugin}`,
    `--es_out=${output}`,
    "--es_opt=target=ts,import_extension=js",
    `--proto_path=${source}`,
    ...readdirSync(source),
  ],
  { stdio: "inherit" },
);
rmSync(plugin);
if (error !== undefined) console.error(`protoc did not run: ${error.message}`);
process.exitCode = status ?? 1;
