import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  findProvider,
  mirrorProviders,
  packageSources,
} from "../../../src/provider/terraform/install/index.js";
import { packageHash } from "../../../src/provider/terraform/install/package-hash.js";
import { packageFolder } from "../../../src/provider/terraform/install/package-layout.js";
import { parseLockFile, platformName } from "../../../src/terraform/source/index.js";
import { providerBinary, withoutGo } from "../providers/provider-binaries.js";
import { addPackage, InstallerProject, wants } from "./installer-project.js";
import { terraform, withoutTerraform } from "./real-terraform.js";

let project: InstallerProject;

beforeEach(() => {
  project = new InstallerProject();
  project.configure('provider_installation {\n filesystem_mirror {\n path = "MIRROR"\n}\n}');
});

afterEach(() => {
  project.remove();
});

const platform = platformName(process);

function declare(providers: Readonly<Record<string, readonly [source: string, constraint: string]>>): void {
  const rows = Object.entries(providers).map(
    ([name, [source, version]]) => `    ${name} = { source = "${source}", version = "${version}" }\n`,
  );
  writeFileSync(
    join(project.folder, "main.tf"),
    `terraform {\n  required_providers {\n${rows.join("")}  }\n}\n`,
  );
}

function runTerraform(...words: string[]): string {
  return terraform(project.folder, words, {
    configuration: project.environment["TF_CLI_CONFIG_FILE"]!,
    home: project.path("home"),
  });
}

/** The lock file without the comments at its top. */
function blocks(): string {
  const text = project.lock()!;
  return text.slice(text.indexOf("provider "));
}

const files = {
  "terraform-provider-cloud_v1.2.0": "program",
  "docs/readme.md": "# é",
  "docs/Ünï.md": "",
  "a b/c": "x",
};

describe.skipIf(withoutTerraform !== undefined)("agreement with terraform", { timeout: 120_000 }, () => {
  beforeEach(async () => {
    await addPackage(project.mirror, { version: "1.2.0", platform, files });
    await addPackage(project.mirror, { version: "2.0.0", platform });
    await addPackage(project.mirror, {
      provider: "example.com/acme/thing",
      version: "0.9.1",
      platform,
      packed: true,
    });
    declare({
      cloud: ["example.com/acme/cloud", "< 2.0, >= 1.0, != 1.1"],
      thing: ["example.com/acme/thing", "~> 0.9"],
    });
  });

  const wanted = () => [
    wants("example.com/acme/cloud@!= 1.1, >=1.0,<2"),
    wants("example.com/acme/thing@~> 0.9", "tf_thing"),
  ];

  it("reads its lock file and finds the providers that it installed", async () => {
    runTerraform("init");
    const read = parseLockFile(project.lock()!);
    if (read.kind === "fault") throw new Error(read.fault.problem);
    const [cloud, thing] = read.providers;
    expect(cloud).toMatchObject({ version: "1.2.0", constraints: ">= 1.0.0, != 1.1.0, < 2.0.0" });
    const id = { address: cloud!.address, version: "1.2.0", platform };
    expect(cloud!.hashes).toEqual([await packageHash(packageFolder(project.mirror, id))]);
    expect(thing!.version).toBe("0.9.1");
    const places = { ...project.places(), platform };
    for (const each of wanted())
      expect(await findProvider(each, places)).toMatchObject({ from: ".terraform/providers" });
  });

  it("writes the same entries, which terraform accepts and keeps", async () => {
    runTerraform("init");
    const theirs = blocks();
    rmSync(join(project.folder, ".terraform"), { recursive: true });
    rmSync(join(project.folder, ".terraform.lock.hcl"));
    await project.install(wanted());
    // Terraform does not record the hash of an archive in a mirror.
    expect(blocks().replace(/ +"zh:.*\n/g, "")).toBe(theirs);
    const ours = project.lock();
    runTerraform("init", "-lockfile=readonly");
    expect(project.lock()).toBe(ours);
    rmSync(join(project.folder, ".terraform"), { recursive: true });
    runTerraform("init");
    expect(blocks()).toContain(`"${parsedHash(ours!)}"`);
  });

  it("makes mirrors that terraform installs from", async () => {
    rmSync(project.mirror, { recursive: true });
    await addPackage(project.mirror, { version: "1.2.0", platform, packed: true, files });
    await addPackage(project.mirror, {
      provider: "example.com/acme/thing",
      version: "0.9.1",
      platform,
      packed: true,
    });
    await project.install(wanted());
    const folder = project.path("made");
    const places = project.places();
    const network = {
      registry: () => {
        throw new Error("asked");
      },
      networkMirror: () => {
        throw new Error("asked");
      },
    };
    await mirrorProviders(wanted(), folder, [platform], {
      places,
      sources: packageSources(places, network, { offline: true }),
    });
    const configuration = project.path("made-rc");
    writeFileSync(configuration, `provider_installation {\n filesystem_mirror {\n path = "${folder}"\n}\n}`);
    terraform(project.folder, ["init", "-lockfile=readonly"], { configuration, home: project.path("home") });
    const index = JSON.parse(
      readFileSync(join(folder, "example.com/acme/cloud/index.json"), "utf8"),
    ) as unknown;
    expect(index).toEqual({ versions: { "1.2.0": {} } });
  });

  it.skipIf(withoutGo !== undefined)("has the same hash for a released provider", async () => {
    const address = { host: "example.com", namespace: "acme", type: "time" };
    const folder = packageFolder(project.mirror, { address, version: "0.14.2", platform });
    mkdirSync(folder, { recursive: true });
    copyFileSync(providerBinary("time")!, join(folder, "terraform-provider-time_v0.14.2"));
    declare({ time: ["example.com/acme/time", "0.14.2"] });
    runTerraform("init");
    expect(project.lock()).toContain(`"${await packageHash(folder)}"`);
  });
});

function parsedHash(text: string): string {
  const read = parseLockFile(text);
  if (read.kind === "fault") throw new Error(read.fault.problem);
  return read.providers[0]!.hashes[0]!;
}
