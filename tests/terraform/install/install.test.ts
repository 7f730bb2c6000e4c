import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProvider } from "../../../src/provider/terraform/install/index.js";
import { addPackage, InstallerProject, platform, problem, wants } from "./installer-project.js";

let project: InstallerProject;

beforeEach(() => {
  project = new InstallerProject();
});

afterEach(() => {
  project.remove();
});

const cloud = "example.com/acme/cloud";

describe("installing a provider", () => {
  it("chooses the newest allowed version, verifies it and locks it", async () => {
    for (const version of ["1.0.0", "1.2.0", "2.0.0", "2.1.0-beta1"])
      await addPackage(project.registry, { version });
    const { installed } = await project.install([wants(`${cloud}@~> 1.0`)]);
    expect(installed).toMatchObject([
      { version: "1.2.0", previous: undefined, from: "the registry example.com", isNew: true },
    ]);
    expect(project.lock()).toContain(`provider "${cloud}" {
  version     = "1.2.0"
  constraints = "~> 1.0"
  hashes = [
    "h1:`);
    const program = join(project.cache, cloud, "1.2.0", platform, "terraform-provider-cloud_v1.2.0");
    expect(statSync(program).mode & 0o111).not.toBe(0);
    expect(await findProvider(wants(`${cloud}@~> 1.0`), project.places())).toMatchObject({
      program,
      from: "cache",
    });
    expect(project.events.map(({ kind }) => kind)).toEqual(["resolving", "downloading", "installed"]);
  });

  it("keeps the locked version until an upgrade", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    await project.install([wants(cloud)]);
    await addPackage(project.registry, { version: "1.1.0" });
    const before = project.lock();
    project.asked.length = 0;
    expect((await project.install([wants(cloud)])).installed).toMatchObject([
      { version: "1.0.0", isNew: false, from: "cache" },
    ]);
    expect(project.asked).toEqual([]);
    expect(project.lock()).toBe(before);
    const { installed } = await project.install([wants(cloud)], { upgrade: true });
    expect(installed).toMatchObject([{ version: "1.1.0", previous: "1.0.0", isNew: true }]);
    expect(project.lock()).toContain('version = "1.1.0"');
    expect((await project.install([wants(cloud)], { upgrade: true })).installed).toMatchObject([
      { version: "1.1.0", previous: "1.1.0", isNew: false },
    ]);
  });

  it("chooses another version if the constraint no longer allows the locked one", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    await addPackage(project.registry, { version: "2.0.0" });
    await project.install([wants(`${cloud}@1.0.0`)]);
    await expect(findProvider(wants(`${cloud}@>= 2`), project.places())).rejects.toMatchObject(
      problem("provider/terraform-not-locked", ">= 2.0.0", "1.0.0"),
    );
    expect((await project.install([wants(`${cloud}@>= 2`)])).installed).toMatchObject([
      { version: "2.0.0", previous: "1.0.0" },
    ]);
  });

  it("installs a locked version from the hashes of the lock file", async () => {
    await addPackage(project.registry, { version: "1.0.0", packed: true });
    await project.install([wants(cloud)]);
    const lock = project.lock()!;
    expect(lock).toContain('"zh:');
    rmSync(project.cache, { recursive: true });
    // The registry vouches for the archive; the lock file of another platform has only that.
    project.writeLock(lock.replace(/ +"h1:.*\n/, ""));
    expect((await project.install([wants(cloud)])).installed).toMatchObject([{ isNew: true }]);
    expect(project.lock()).toBe(lock);
  });

  it("refuses a package with other content than the locked one", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    await project.install([wants(cloud)]);
    const lock = project.lock();
    rmSync(project.cache, { recursive: true });
    await addPackage(project.registry, { version: "1.0.0", files: { "terraform-provider-cloud": "other" } });
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem("provider/terraform-hash", "has the hashes h1:", "allows h1:", "Nothing was installed"),
    );
    expect(project.lock()).toBe(lock);
    expect(readdirSync(project.cache)).toEqual(["example.com"]);
    expect(existsSync(join(project.cache, cloud, "1.0.0", platform))).toBe(false);
  });

  it("reports the problems of all providers, and locks none", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    const wanted = [wants(cloud), wants("example.com/acme/a", "tf_a"), wants("example.com/acme/b", "tf_b")];
    await expect(project.install(wanted)).rejects.toMatchObject({
      diagnostics: [{ code: "provider/terraform-no-version" }, { code: "provider/terraform-no-version" }],
    });
    expect(project.lock()).toBeUndefined();
  });

  it("installs one version for two packages of the same provider", async () => {
    for (const version of ["1.0.0", "1.1.0", "1.2.0"]) await addPackage(project.registry, { version });
    const { installed } = await project.install([
      wants(`${cloud}@>= 1.1`, "tf_a"),
      wants(`${cloud}@< 1.2`, "tf_b"),
    ]);
    expect(installed).toMatchObject([{ version: "1.1.0", provider: { name: "tf_a, tf_b" } }]);
    expect(project.lock()).toContain('constraints = ">= 1.1.0, < 1.2.0"');
  });

  const none = "provider/terraform-no-version";
  it("says why there is no version to install", async () => {
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem(none, "the registry example.com"),
    );
    await addPackage(project.registry, { version: "1.0.0-rc.1" });
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem(none, "All versions", "1.0.0-rc.1"),
    );
    for (const minor of [0, 1, 2, 3, 4, 5, 6])
      await addPackage(project.registry, { version: `1.${minor}.0`, platform: "darwin_arm64" });
    await expect(project.install([wants(`${cloud}@~> 2.0`)])).rejects.toMatchObject(
      problem(
        none,
        "fits the constraint ~> 2.0 of the package tf_cloud",
        "1.6.0, 1.5.0, 1.4.0, 1.3.0, 1.2.0 and 3 older versions",
      ),
    );
    await addPackage(project.registry, { version: "1.1.0" });
    await expect(project.install([wants(cloud)])).rejects.toMatchObject({
      diagnostics: [
        {
          code: none,
          detail: expect.stringContaining(
            "1.6.0 has no package for linux_amd64. It has packages for darwin_arm64",
          ) as string,
          hint: expect.stringContaining("example.com/acme/cloud@1.1.0") as string,
        },
      ],
    });
    const versions = async () => [{ version: "1.0.0", protocols: ["4.0"] }];
    await expect(project.install([wants(cloud)], { changed: { versions } })).rejects.toMatchObject(
      problem(none, "speaks protocol 4.0"),
    );
    await project.install([wants(`${cloud}@1.1.0`)]);
    rmSync(project.cache, { recursive: true });
    rmSync(join(project.registry, cloud, "1.1.0"), { recursive: true });
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem(none, "The lock file has", "1.1.0, but"),
    );
  });

  it("refuses a package without a program", async () => {
    await addPackage(project.registry, { version: "1.0.0", files: { "terraform-provider-cloudy": "x" } });
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem("provider/terraform-package", "has no program terraform-provider-cloud"),
    );
    expect(project.lock()).toBeUndefined();
  });

  it("does not install an overridden provider", async () => {
    const folder = await addPackage(project.path("build"), { version: "1.0.0" });
    project.configure(
      `provider_installation {\n dev_overrides {\n "${cloud}" = "${folder}"\n}\n direct {}\n}`,
    );
    const { installed, diagnostics } = await project.install([wants(cloud)]);
    expect(installed).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "provider/terraform-override", severity: "warning" }]);
    expect(project.asked).toEqual([]);
  });

  it("says that the cache cannot be written", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    project.environment = { ...project.environment, TF_PLUGIN_CACHE_DIR: join(project.folder, "file") };
    writeFileSync(join(project.folder, "file"), "");
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem("provider/terraform-cache", "file"),
    );
  });
});

describe("the places that a provider comes from", () => {
  it("are the implied mirrors that have it, and otherwise its registry", async () => {
    await addPackage(project.registry, { version: "2.0.0" });
    await addPackage(join(project.folder, "terraform.d/plugins"), { version: "1.0.0" });
    await addPackage(project.path("home/.terraform.d/plugins"), { version: "1.1.0", packed: true });
    expect((await project.install([wants(cloud)])).installed).toMatchObject([
      { version: "1.1.0", from: `the mirror ${project.path("home/.terraform.d/plugins")}` },
    ]);
    expect(project.asked).toEqual([]);
  });

  it("follow the configuration of the command line", async () => {
    await addPackage(project.mirror, { version: "1.0.0" });
    await addPackage(project.registry, { version: "2.0.0" });
    await addPackage(project.registry, { provider: "example.com/other/thing", version: "3.0.0" });
    project.configure(`provider_installation {
      filesystem_mirror {
        path = "MIRROR"
        include = ["example.com/acme/*"]
      }
      direct {
        exclude = ["example.com/acme/*"]
      }
    }`);
    const { installed } = await project.install([wants(cloud), wants("example.com/other/thing", "tf_thing")]);
    expect(installed).toMatchObject([
      { version: "1.0.0", from: `the mirror ${project.mirror}` },
      { version: "3.0.0", from: "the registry example.com" },
    ]);
    project.configure('provider_installation {\n network_mirror {\n url = "https://example.com/"\n}\n}');
    expect((await project.install([wants(cloud)], { upgrade: true })).installed).toMatchObject([
      { version: "2.0.0", from: "the mirror https://example.com/" },
    ]);
    project.configure('provider_installation {\n direct {\n exclude = ["*/*/*"]\n}\n}');
    await expect(project.install([wants(cloud)], { upgrade: true })).rejects.toMatchObject(
      problem("provider/terraform-no-version", "excludes example.com/acme/cloud"),
    );
  });

  it("are mirrors and the cache without the network", async () => {
    await addPackage(project.registry, { version: "1.0.0" });
    await expect(project.install([wants(cloud)], { offline: true })).rejects.toMatchObject(
      problem("provider/terraform-no-version", "the network may not be used"),
    );
    await project.install([wants(cloud)]);
    project.asked.length = 0;
    expect((await project.install([wants(cloud)], { offline: true })).installed).toMatchObject([
      { from: "cache" },
    ]);
    await addPackage(project.mirror, { version: "1.1.0", packed: true });
    project.configure('provider_installation {\n filesystem_mirror {\n path = "MIRROR"\n}\n direct {}\n}');
    const options = { offline: true, upgrade: true };
    expect((await project.install([wants(cloud)], options)).installed).toMatchObject([{ version: "1.1.0" }]);
    expect(project.asked).toEqual([]);
  });

  it("say what is wrong with a damaged mirror", async () => {
    const file = await addPackage(project.mirror, { version: "1.0.0", packed: true });
    writeFileSync(file, readFileSync(file).subarray(0, 50));
    project.configure('provider_installation {\n filesystem_mirror {\n path = "MIRROR"\n}\n}');
    await expect(project.install([wants(cloud)])).rejects.toMatchObject(
      problem("provider/terraform-archive", file),
    );
  });
});
