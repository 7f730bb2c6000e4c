import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";
import { registrySource } from "../../../src/provider/terraform/install/registry/index.js";
import type { RegistryFaults } from "./registry-faults.js";
import { startRegistryServer, type RegistryServer } from "./registry-server.js";
import { withoutTerraform } from "./real-terraform.js";
import { fetchRun, wantedBox } from "./source-runs.js";

const run = promisify(execFile);

describe.skipIf(withoutTerraform !== undefined)("agreement with terraform about a registry", () => {
  let server: RegistryServer;
  let folder: string;

  beforeAll(async () => {
    server = await startRegistryServer([{ namespace: "example", type: "box", version: "1.2.0" }]);
  });
  afterAll(() => server.close());

  /** Returns the hashes that `terraform init` locks; undefined if it refuses the package. */
  async function lockedByTerraform(): Promise<readonly string[] | undefined> {
    folder = await mkdtemp(join(tmpdir(), "coconut-terraform-"));
    const configuration = join(folder, "configuration.tfrc");
    const [url] = Object.values(server.services);
    await writeFile(
      configuration,
      `host "example.com" {\n services = {\n "providers.v1" = "${url}"\n }\n}\n`,
    );
    const source =
      'terraform {\n required_providers {\n box = {\n source = "example.com/example/box"\n }\n }\n}\n';
    await writeFile(join(folder, "main.tf"), source);
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      TF_CLI_CONFIG_FILE: configuration,
      CHECKPOINT_DISABLE: "1",
    };
    try {
      await run("terraform", ["init", "-no-color"], { cwd: folder, env });
      const text = await readFile(join(folder, ".terraform.lock.hcl"), "utf8");
      return [...text.matchAll(/"((?:h1|zh):[^"]+)"/g)].map(([, hash]) => hash!);
    } catch (error) {
      if (
        !/Failed to install provider|Incompatible provider version/.test(
          String((error as { readonly stderr?: unknown }).stderr),
        )
      )
        throw error;
      return undefined;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Returns the hashes that Coconut would lock; undefined if it refuses the package. */
  async function lockedByUs(): Promise<readonly string[] | undefined> {
    const registry = registrySource({ host: "example.com", services: server.services, backoffMs: 1 });
    const place = await mkdtemp(join(tmpdir(), "coconut-package-"));
    try {
      const { fetched } = await fetchRun(registry);
      if (fetched === undefined) return undefined;
      await registry.fetch(wantedBox, place, { progress: () => {} });
      return [...fetched.hashes, await packageHash(place)].sort();
    } finally {
      await rm(place, { recursive: true });
    }
  }

  test.each<[what: string, faults: RegistryFaults, isAccepted: boolean]>([
    ["a signed package", {}, true],
    ["a key that expired after the signature", { keys: "expired since" }, true],
    ["a key that expired before the signature", { keys: "expired before" }, true],
    ["a signature by another key", { signature: "another key" }, false],
    ["a changed SHA256SUMS file", { signature: "changed document" }, false],
    ["another shasum", { hash: "shasum" }, false],
    ["another line in SHA256SUMS", { hash: "sums" }, false],
    ["another archive", { hash: "archive" }, false],
    ["only protocol 4", { protocols: ["4.0"] }, false],
  ])("%s: both lock the same hashes, or neither installs it", async (_, faults, isAccepted) => {
    server.misbehave(faults);
    const theirs = await lockedByTerraform();
    expect(await lockedByUs()).toEqual(theirs);
    expect(theirs !== undefined).toBe(isAccepted);
  });
});
