import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultHost } from "../../../src/terraform/source/index.js";
import { BuiltPackage, type Project } from "../../support/built-package.js";
import { providerBinary, withoutGo } from "../providers/provider-binaries.js";
import { startRegistryServer, thisPlatform, type RegistryServer } from "./registry-server.js";

interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A project without any file, and a registry that has two versions of the provider time. */
class EmptyProject {
  readonly folder: string;
  readonly #built: BuiltPackage;
  readonly #project: Project;

  constructor(built: BuiltPackage, server: RegistryServer) {
    this.#built = built;
    this.#project = built.project({ "cli.rc": hostBlock(server) });
    this.folder = this.#project.folder;
    rmSync(join(this.folder, "package.json"));
  }

  write(files: Readonly<Record<string, string>>): void {
    this.#project.write(files);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  has(file: string): boolean {
    return existsSync(join(this.folder, file));
  }

  coco(...words: readonly string[]): Promise<Ran> {
    return this.with({}, ...words);
  }

  with(environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ran> {
    const command = join(this.#built.package, "dist/cli/main.js");
    const child = spawn(process.execPath, [command, ...words], {
      cwd: this.folder,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        COCONUT_KEY_FILE: join(this.#built.folder, "key"),
        TF_CLI_CONFIG_FILE: join(this.folder, "cli.rc"),
        TF_PLUGIN_CACHE_DIR: join(this.folder, "cache"),
        XDG_CACHE_HOME: join(this.folder, "user-cache"),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, output, errors }));
    });
  }
}

/** The default registry, which is on this machine for the test. */
function hostBlock({ services }: RegistryServer): string {
  return `host ${JSON.stringify(defaultHost)} {\n  services = ${JSON.stringify(services).replaceAll('":', '" = ')}\n}\n`;
}

describe.skipIf(withoutGo !== undefined)("Terraform providers are installed", { timeout: 120_000 }, () => {
  let built: BuiltPackage;
  let server: RegistryServer;
  const time = (version: string) => ({
    namespace: "hashicorp",
    type: "time",
    version,
    program: providerBinary("time")!,
  });
  const [older, newer] = ["0.13.0", "0.14.2"] as const;

  beforeAll(async () => {
    mkdirSync("node_modules/.cache", { recursive: true });
    built = new BuiltPackage();
    server = await startRegistryServer([time(older), time(newer)]);
  });
  afterAll(async () => {
    await server.close();
    built.remove();
  });

  const program = `
    import { Static } from "#tf/time";
    export const year = new Static("release", { rfc3339: "2026-11-18T12:00:00Z" }).year;
  `;

  test("from an empty folder to a created resource, with two commands", async () => {
    server.misbehave({});
    const project = new EmptyProject(built, server);
    const added = await project.coco("provider", "add", "hashicorp/time");
    expect(added).toMatchObject({ status: 0, errors: "" });
    expect(added.output).toMatch(
      /installed hashicorp\/time 0\.14\.2 {2}OpenTofu's registry, signed by .*Example Signer.*, 4 resource types/,
    );
    expect(added.output).toContain('import { Offset, Rotating, Sleep } from "#tf/time";');
    expect(JSON.parse(project.read("coconut.json"))).toEqual({
      packages: { tf_time: { terraform: "hashicorp/time@~> 0.14" } },
    });
    expect(JSON.parse(project.read("package.json"))).toMatchObject({
      imports: { "#tf/*": "./.coconut/tf/*.js" },
    });
    expect(project.read(".terraform.lock.hcl")).toMatch(
      /version {5}= "0\.14\.2"\n {2}constraints = "~> 0\.14"/,
    );
    project.write({ "main.ts": program });
    const applied = await project.coco("apply", "--yes", "--json");
    expect(applied).toMatchObject({ status: 0 });
    expect(JSON.parse(applied.output)).toMatchObject({ run: { outputs: { year: 2026 } } });
  });

  test("a clean clone installs what is locked, and commands that only use it never download", async () => {
    const project = new EmptyProject(built, server);
    await project.coco("provider", "add", `hashicorp/time@${older}`);
    for (const left of [".coconut", "cache"]) rmSync(join(project.folder, left), { recursive: true });
    project.write({ "main.ts": program });
    server.misbehave({});
    const refused = await project.coco("plan", "--json");
    expect(JSON.parse(refused.output)).toMatchObject({
      exitCode: 1,
      diagnostics: [
        { code: "provider/terraform-not-installed", hint: expect.stringContaining("coco provider install") },
      ],
    });
    expect(server.requests).toEqual([]);
    const offline = await project.coco("provider", "install", "--offline");
    expect(offline.status).toBe(1);
    expect(server.requests).toEqual([]);
    const installed = await project.coco("provider", "install", "--json");
    expect(JSON.parse(installed.output)).toMatchObject({
      exitCode: 0,
      providers: [
        { name: "tf_time", source: "hashicorp/time", version: older, isNew: true, import: "#tf/time" },
      ],
    });
    expect(await project.coco("plan")).toMatchObject({ status: 0 });
  });

  test("classes that are missing are generated by the command that needs them", async () => {
    const project = new EmptyProject(built, server);
    await project.coco("provider", "add", "hashicorp/time");
    project.write({ "main.ts": program });
    rmSync(join(project.folder, ".coconut"), { recursive: true });
    server.misbehave({});
    expect(await project.coco("plan")).toMatchObject({ status: 0 });
    expect(server.requests).toEqual([]);
    expect(project.has(".coconut/tf/time/index.d.ts")).toBe(true);
  });

  test("an upgrade keeps to the constraint, and another constraint allows more", async () => {
    const project = new EmptyProject(built, server);
    await project.coco("provider", "add", "hashicorp/time@~> 0.13.0");
    const kept = await project.coco("provider", "upgrade", "--json");
    expect(JSON.parse(kept.output)).toMatchObject({ providers: [{ version: older }] });
    await project.coco("provider", "add", "hashicorp/time@>= 0.13.0");
    expect(project.read(".terraform.lock.hcl")).toContain(`version     = "${older}"`);
    const upgraded = await project.coco("provider", "upgrade", "time", "--json");
    expect(JSON.parse(upgraded.output)).toMatchObject({ providers: [{ version: newer, before: older }] });
    expect(project.read("coconut.json")).toContain('"hashicorp/time@>= 0.13.0"');
  });

  test("a package that was changed after it was installed is not started", async () => {
    const project = new EmptyProject(built, server);
    await project.coco("provider", "add", "hashicorp/time");
    project.write({ "main.ts": program });
    const folder = join(project.folder, "cache", defaultHost, "hashicorp/time", newer, thisPlatform);
    writeFileSync(join(folder, "README.md"), "changed");
    const { output } = await project.coco("plan", "--json");
    expect(JSON.parse(output)).toMatchObject({ diagnostics: [{ code: "provider/terraform-hash" }] });
    expect(await project.coco("provider", "install")).toMatchObject({ status: 0 });
    expect(await project.coco("plan")).toMatchObject({ status: 0 });
  });

  test.each([
    ["a wrong hash", { hash: "archive" }, "provider/terraform-checksum"],
    ["a wrong signature", { signature: "another key" }, "provider/terraform-signature"],
    [
      "a download that is always cut",
      { cut: { times: 1000, afterBytes: 1000 }, ranges: "none" },
      "provider/terraform-download",
    ],
    ["no package for this platform", { missing: [thisPlatform] }, "provider/terraform-no-version"],
    ["protocol 4 only", { protocols: ["4.0"] }, "provider/terraform-no-version"],
  ] as const)("with %s, nothing is installed and no file is changed", async (_, faults, code) => {
    const project = new EmptyProject(built, server);
    server.misbehave(faults);
    const { output, status } = await project.coco("provider", "add", "hashicorp/time", "--json");
    const { diagnostics } = JSON.parse(output) as {
      readonly diagnostics: readonly { readonly code: string }[];
    };
    expect([status, diagnostics.map((each) => each.code)]).toEqual([1, [code]]);
    for (const file of ["coconut.json", "package.json", ".terraform.lock.hcl", ".coconut/tf"])
      expect([file, project.has(file)]).toEqual([file, false]);
  });

  test("a registry without keys is a warning", async () => {
    const project = new EmptyProject(built, server);
    server.misbehave({ keys: "none" });
    const { output } = await project.coco("provider", "add", "hashicorp/time", "--json");
    expect(JSON.parse(output)).toMatchObject({
      exitCode: 0,
      diagnostics: [{ code: "provider/terraform-unsigned", severity: "warning" }],
    });
  });

  test("two at once install the same", async () => {
    server.misbehave({ delayMs: 20 });
    const project = new EmptyProject(built, server);
    const both = await Promise.all([1, 2].map(() => project.coco("provider", "add", "hashicorp/time")));
    expect(both.map(({ status, errors }) => [status, errors])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    project.write({ "main.ts": program });
    expect(await project.coco("apply", "--yes")).toMatchObject({ status: 0 });
  });

  test("a mirror serves machines that have no network", async () => {
    server.misbehave({});
    const project = new EmptyProject(built, server);
    await project.coco("provider", "add", "hashicorp/time");
    const mirrored = await project.coco("provider", "mirror", "mirror", "--json");
    expect(JSON.parse(mirrored.output)).toMatchObject({
      exitCode: 0,
      mirrored: [{ what: `hashicorp/time ${newer}`, platform: thisPlatform }],
    });
    for (const left of [".coconut", "cache"]) rmSync(join(project.folder, left), { recursive: true });
    project.write({
      "cli.rc": 'provider_installation {\n  filesystem_mirror {\n    path = "mirror"\n  }\n}\n',
      "main.ts": program,
    });
    server.misbehave({});
    expect(await project.coco("provider", "install")).toMatchObject({ status: 0, errors: "" });
    expect(server.requests).toEqual([]);
    expect(await project.coco("plan")).toMatchObject({ status: 0 });
  });

  test("a provider is removed with its lock and its classes", async () => {
    const project = new EmptyProject(built, server);
    server.misbehave({});
    await project.coco("provider", "add", "hashicorp/time", "--as", "clock");
    expect(project.has(".coconut/tf/clock.js")).toBe(true);
    expect(await project.coco("provider", "rm", "clock")).toMatchObject({ status: 0 });
    expect(JSON.parse(project.read("coconut.json"))).toEqual({});
    expect(project.read(".terraform.lock.hcl")).not.toContain("hashicorp/time");
    expect(project.has(".coconut/tf/clock.js")).toBe(false);
  });

  test.each([
    [["add", "hashicorp/time@^1.0"], "provider/terraform-source"],
    [["add", "hashicorp/time", "--as", "Clock"], "engine/provider-name"],
    [["rm", "tf_time"], "engine/provider-not-named"],
    [["upgrade", "random"], "engine/provider-not-named"],
    [["mirror", "there", "--platform", "linux"], "cli/usage"],
  ])("coco provider %j is refused", async (words, code) => {
    const project = new EmptyProject(built, server);
    const { output } = await project.coco("provider", ...words, "--json");
    expect(JSON.parse(output)).toMatchObject({ diagnostics: [{ code }] });
    expect(project.has("coconut.json")).toBe(false);
  });

  test("the fields of a type are described", async () => {
    const project = new EmptyProject(built, server);
    server.misbehave({});
    await project.coco("provider", "add", "hashicorp/time");
    const described = await project.coco("provider", "check", "tf_time:time_static");
    expect(described.output).toContain('import { Static } from "#tf/time";');
    expect(described.output).toMatch(/rfc3339\? +string +set by the provider if it is not given/);
    const contents = await project.coco("provider", "check", "tf_time");
    expect(contents.output).toMatch(/tf_time:fn:duration_parse +durationParse +#tf\/time/);
    const wrong = await project.coco("provider", "check", "tf_time:time_statik", "--json");
    expect(JSON.parse(wrong.output)).toMatchObject({
      diagnostics: [
        { code: "provider/terraform-type", detail: expect.stringContaining("tf_time:time_static") },
      ],
    });
  });
});
