import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { findProvider } from "../../../src/provider/terraform/install/index.js";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";
import { rememberedHash } from "../../../src/provider/terraform/install/remembered-hash.js";
import { addPackage, InstallerProject, platform, problem, wants } from "./installer-project.js";

let project: InstallerProject;

beforeEach(() => {
  project = new InstallerProject();
});

afterEach(() => {
  project.remove();
});

const cloud = "example.com/acme/cloud";

/** Locks version 1.0.0 as it is in a folder. */
async function lock(folder: string): Promise<void> {
  project.writeLock(
    `provider "${cloud}" {\n version = "1.0.0"\n hashes = ["${await packageHash(folder)}", "zh:00"]\n}\n`,
  );
}

describe("finding a provider", () => {
  it("needs an entry in the lock file", async () => {
    await expect(findProvider(wants(`${cloud}@~> 1.0`), project.places())).rejects.toMatchObject(
      problem("provider/terraform-not-locked", "example.com/acme/cloud ~> 1.0 for the package tf_cloud"),
    );
  });

  it("looks into the cache, .terraform and mirrors, in this order", async () => {
    const places = [
      [project.cache, "cache"],
      [join(project.folder, ".terraform/providers"), ".terraform/providers"],
      [join(project.folder, "terraform.d/plugins"), "filesystem mirror"],
    ] as const;
    for (const [path] of places) await lock(await addPackage(path, { version: "1.0.0" }));
    for (const [path, from] of places) {
      const program = join(path, cloud, "1.0.0", platform, "terraform-provider-cloud_v1.0.0");
      expect(await findProvider(wants(cloud), project.places())).toMatchObject({
        program,
        from,
        diagnostics: [],
      });
      rmSync(path, { recursive: true });
    }
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject({
      diagnostics: [
        {
          code: "provider/terraform-not-installed",
          detail: expect.stringContaining(project.cache) as string,
          hint: expect.stringContaining("coco provider install") as string,
        },
      ],
    });
  });

  it("follows the links that Terraform makes to its cache", async () => {
    const folder = await addPackage(project.mirror, { version: "1.0.0" });
    const link = join(project.folder, ".terraform/providers", cloud, "1.0.0", platform);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link);
    await lock(folder);
    expect(await findProvider(wants(cloud), project.places())).toMatchObject({
      from: ".terraform/providers",
    });
  });

  it("refuses a package that the lock file does not have, and uses another one", async () => {
    await lock(await addPackage(project.cache, { version: "1.0.0" }));
    const good = await addPackage(join(project.folder, "terraform.d/plugins"), { version: "1.0.0" });
    const program = join(project.cache, cloud, "1.0.0", platform, "terraform-provider-cloud_v1.0.0");
    await findProvider(wants(cloud), project.places());
    appendFileSync(program, "tampered");
    expect(await findProvider(wants(cloud), project.places())).toMatchObject({ from: "filesystem mirror" });
    rmSync(good, { recursive: true });
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject(
      problem("provider/terraform-hash", dirname(program), "has the hash h1:", "allows h1:", "zh:00"),
    );
  });

  it("says for which platforms a package is there", async () => {
    await lock(await addPackage(project.cache, { version: "1.0.0", platform: "darwin_arm64" }));
    await addPackage(join(project.folder, "terraform.d/plugins"), {
      version: "1.0.0",
      platform: "windows_386",
      packed: true,
    });
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject(
      problem(
        "provider/terraform-not-installed",
        "for linux_amd64 is not",
        "It is there for darwin_arm64, windows_386",
      ),
    );
  });

  it("prefers an override and warns about it", async () => {
    const folder = await addPackage(project.path("build"), { version: "1.0.0" });
    const override = (path: string) =>
      project.configure(`provider_installation {\n dev_overrides {\n "${cloud}" = "${path}"\n}\n}`);
    override(folder);
    const program = join(folder, "terraform-provider-cloud_v1.0.0");
    const found = { program, from: "override", locked: undefined };
    expect(await findProvider(wants(cloud), project.places())).toMatchObject({
      ...found,
      diagnostics: [{ code: "provider/terraform-override", severity: "warning" }],
    });
    override(program);
    expect(await findProvider(wants(cloud), project.places())).toMatchObject(found);
    override(project.path("nowhere"));
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject(
      problem("provider/terraform-package", "nowhere for example.com/acme/cloud"),
    );
  });

  it("reports an invalid lock file with its position", async () => {
    project.writeLock("provider {}");
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject(
      problem("provider/terraform-lock-file", ".terraform.lock.hcl:1:1: a block of a lock file"),
    );
    rmSync(join(project.folder, ".terraform.lock.hcl"));
    mkdirSync(join(project.folder, ".terraform.lock.hcl"));
    await expect(findProvider(wants(cloud), project.places())).rejects.toMatchObject(
      problem("provider/terraform-lock-file", "Cannot read", "folder"),
    );
  });
});

describe("the places on this machine", () => {
  it("come from the configuration and the environment", () => {
    expect(project.places()).toMatchObject({
      cache: project.cache,
      memory: project.path("user-cache/coconut/provider-hashes"),
      configurationFile: undefined,
    });
    project.configure('plugin_cache_dir = "$CACHE_OF_TEST/plugins"');
    project.environment = { ...project.environment, CACHE_OF_TEST: project.root };
    expect(project.places()).toMatchObject({
      cache: project.path("plugins"),
      configurationFile: project.path("terraformrc"),
    });
    project.environment = { ...project.environment, TF_PLUGIN_CACHE_DIR: project.path("other") };
    expect(project.places().cache).toBe(project.path("other"));
  });

  test.each([
    [".tofurc", ".tofurc"],
    [".terraformrc", ".terraformrc"],
    [".config/opentofu/tofurc", ".config/opentofu/tofurc"],
  ])("the configuration is in %s", (name, file) => {
    const { TF_CLI_CONFIG_FILE: _, ...environment } = project.environment;
    project.environment = environment;
    const path = project.path(join("home", file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    expect(project.places().configurationFile).toBe(project.path(join("home", name)));
  });

  it("report an invalid configuration", () => {
    project.configure("a = b");
    expect(() => project.places()).toThrow("terraformrc:1:5: expected a literal value");
    project.environment = { ...project.environment, TF_CLI_CONFIG_FILE: project.path(".") };
    let thrown: unknown;
    try {
      project.places();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject(problem("provider/terraform-cli-configuration", "Cannot read"));
  });

  it("warn about a configuration that does not exist, as Terraform does", () => {
    project.environment = { ...project.environment, TF_CLI_CONFIG_FILE: project.path("nowhere") };
    expect(project.places()).toMatchObject({
      configurationFile: undefined,
      diagnostics: [
        {
          code: "provider/terraform-cli-configuration",
          severity: "warning",
          detail: expect.stringContaining("nowhere, which does not exist"),
        },
      ],
    });
  });
});

describe("the remembered hash of a package", () => {
  it("is the hash of its files, and read again when anything changes", async () => {
    const files = { "terraform-provider-cloud": "program", "docs/a.md": "a" };
    const folder = await addPackage(project.mirror, { version: "1.0.0", files });
    const memory = project.path("memory");
    const first = await rememberedHash(folder, memory);
    expect(first).toBe(await packageHash(folder));
    expect(await rememberedHash(folder, memory)).toBe(first);
    // Same size and time.
    const file = join(folder, "docs/a.md");
    const { atime, mtime } = statSync(file);
    writeFileSync(file, "b");
    utimesSync(file, atime, mtime);
    const second = await rememberedHash(folder, memory);
    expect(second).not.toBe(first);
    writeFileSync(join(folder, "docs/b.md"), "");
    expect(await rememberedHash(folder, memory)).not.toBe(second);
    rmSync(join(folder, "docs/b.md"));
    expect(await rememberedHash(folder, memory)).toBe(second);
  });

  it("is used without reading the files", async () => {
    const folder = await addPackage(project.mirror, { version: "1.0.0" });
    const memory = project.path("memory");
    await rememberedHash(folder, memory);
    const [file] = (await import("node:fs")).readdirSync(memory);
    const path = join(memory, file!);
    const known = JSON.parse(readFileSync(path, "utf8")) as { h1: string };
    writeFileSync(path, JSON.stringify({ ...known, h1: "h1:remembered" }));
    expect(await rememberedHash(folder, memory)).toBe("h1:remembered");
    for (const damaged of ["{", "[]", '{"path":1}', ""]) {
      writeFileSync(path, damaged);
      expect(await rememberedHash(folder, memory)).toBe(known.h1);
    }
  });

  it("works if nothing can be remembered", async () => {
    const folder = await addPackage(project.mirror, { version: "1.0.0" });
    writeFileSync(project.path("file"), "");
    expect(await rememberedHash(folder, project.path("file/memory"))).toBe(await packageHash(folder));
  });
});
