import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mirrorProviders, packageSources } from "../../../src/provider/terraform/install/index.js";
import { filesystemMirror } from "../../../src/provider/terraform/install/filesystem-mirror.js";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";
import { addPackage, InstallerProject, platform, problem, wants } from "./installer-project.js";

let project: InstallerProject;

beforeEach(() => {
  project = new InstallerProject();
});

afterEach(() => {
  project.remove();
});

const cloud = "example.com/acme/cloud";
const address = { host: "example.com", namespace: "acme", type: "cloud" };
const network = {
  registry: (host: string) => ({ ...filesystemMirror(project.registry), title: `the registry ${host}` }),
  networkMirror: (url: string) => ({ ...filesystemMirror(project.registry), title: `the mirror ${url}` }),
};

async function mirror(platforms: readonly string[], provider = cloud) {
  const places = project.places();
  const sources = packageSources(places, network, { offline: false });
  return mirrorProviders([wants(provider)], project.mirror, platforms, { places, sources });
}

describe("making a mirror", () => {
  it("writes the locked version for each platform, and an index that keeps what is there", async () => {
    await addPackage(project.registry, { version: "1.0.0", packed: true });
    await addPackage(project.registry, { version: "1.0.0", packed: true, platform: "darwin_arm64" });
    await project.install([wants(cloud)]);
    // The lock file has the hash of one platform. The other archive is vouched for by a registry.
    const darwin = join(project.registry, cloud, "terraform-provider-cloud_1.0.0_darwin_arm64.zip");
    await expect(mirror(["darwin_arm64"])).rejects.toMatchObject(
      problem("provider/terraform-hash", "from the registry example.com"),
    );
    const { createHash } = await import("node:crypto");
    const zh = `zh:${createHash("sha256").update(readFileSync(darwin)).digest("hex")}`;
    project.writeLock(project.lock()!.replace("  hashes = [", `  hashes = [\n    "${zh}",`));
    await mirror([platform]);
    const { packages, locked } = await mirror(["darwin_arm64"]);
    expect(packages).toMatchObject([
      { version: "1.0.0", platform: "darwin_arm64", from: "the registry example.com" },
    ]);
    expect(locked[0]!.hashes.filter((hash) => hash.startsWith("h1:"))).toHaveLength(2);
    const folder = join(project.mirror, cloud);
    expect(readdirSync(folder).sort()).toEqual([
      "1.0.0.json",
      "index.json",
      "terraform-provider-cloud_1.0.0_darwin_arm64.zip",
      "terraform-provider-cloud_1.0.0_linux_amd64.zip",
    ]);
    const json = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown;
    expect(json("index.json")).toEqual({ versions: { "1.0.0": {} } });
    const unpacked = join(project.cache, cloud, "1.0.0", platform);
    expect(json("1.0.0.json")).toMatchObject({
      archives: {
        linux_amd64: {
          url: "terraform-provider-cloud_1.0.0_linux_amd64.zip",
          hashes: [await packageHash(unpacked), expect.stringMatching(/^zh:/)],
        },
        darwin_arm64: { url: "terraform-provider-cloud_1.0.0_darwin_arm64.zip" },
      },
    });
  });

  it("installs from the mirror without the network", async () => {
    await addPackage(project.registry, { version: "1.0.0", packed: true });
    await project.install([wants(cloud)]);
    await mirror([platform]);
    rmSync(project.cache, { recursive: true });
    rmSync(project.registry, { recursive: true });
    project.configure('provider_installation {\n filesystem_mirror {\n path = "MIRROR"\n}\n}');
    const result = await project.install([wants(cloud)], { offline: true });
    expect(result.installed).toMatchObject([{ isNew: true, from: `the mirror ${project.mirror}` }]);
  });

  it("needs a lock file, and an archive for the platform", async () => {
    await expect(mirror([platform])).rejects.toMatchObject(problem("provider/terraform-not-locked", cloud));
    await addPackage(project.registry, { version: "1.0.0", packed: true });
    await project.install([wants(cloud)]);
    await expect(mirror(["windows_amd64"])).rejects.toMatchObject(
      problem("provider/terraform-no-version", "1.0.0 for windows_amd64", "the registry example.com"),
    );
    writeFileSync(project.mirror, "");
    await expect(mirror([platform])).rejects.toMatchObject(
      problem("provider/terraform-cache", project.mirror),
    );
  });

  it("says that an unpacked package has no archive", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    await project.install([wants(cloud)]);
    await expect(mirror([platform])).rejects.toMatchObject(problem("provider/terraform-package", "unpacked"));
    expect(existsSync(join(project.mirror, cloud, "index.json"))).toBe(false);
  });
});

describe("a mirror in the file system", () => {
  it("has unpacked and packed packages, and ignores other files", async () => {
    await addPackage(project.mirror, { version: "1.0.0" });
    await addPackage(project.mirror, { version: "1.0.0", platform: "darwin_arm64", packed: true });
    await addPackage(project.mirror, { version: "2.0.0-beta1", packed: true });
    const folder = join(project.mirror, cloud);
    for (const name of [
      "index.json",
      "2.0.0",
      "terraform-provider-cloud_x_linux_amd64.zip",
      "terraform-provider-cloud_1.0.0.zip",
    ])
      writeFileSync(join(folder, name), "");
    const source = filesystemMirror(project.mirror);
    expect(await source.versions(address, undefined)).toEqual([
      { version: "1.0.0", platforms: ["darwin_arm64", "linux_amd64"] },
      { version: "2.0.0-beta1", platforms: ["linux_amd64"] },
    ]);
    expect(await source.versions({ ...address, type: "other" }, undefined)).toBeUndefined();
    expect(await filesystemMirror(project.path("nowhere")).versions(address, undefined)).toBeUndefined();
  });
});
