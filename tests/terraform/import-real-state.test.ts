import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePages } from "../pages/compile-pages.js";
import { BuiltPackage } from "../support/built-package.js";
import { hasTool } from "../support/has-tool.js";
import { providerBinary, withoutGo } from "./providers/provider-binaries.js";
import { StateProject, type Imported } from "./support/state-project.js";

// The whole way from resources that Terraform created to a program that plans no change.

const isTested = withoutGo === undefined && hasTool("terraform", ["version"]);

describe.skipIf(!isTested)("resources that Terraform created", { timeout: 300_000 }, () => {
  let built: BuiltPackage;
  beforeAll(() => {
    built = new BuiltPackage();
  });
  afterAll(() => built.remove());

  test("are imported untouched, and the printed program compiles and plans no change", async () => {
    const project = new StateProject(built);
    const folder = terraformFolder(project);
    const state = join(folder, "terraform.tfstate");
    const before = timesOf(project);
    const effects = project.effects();

    const run = await project.coco("import", "--from-tfstate", state, "--yes");
    expect(run.status).toBe(0);
    const { resources, omitted, settings, code } = run["imported"] as Imported;
    expect(resources.map(({ address, result }) => [address, result])).toEqual([
      ["local_file.notes", "imported"],
      ["local_file.p[0]", "imported"],
      ["local_file.p[1]", "imported"],
      ["local_sensitive_file.s", "imported"],
      ["probe_thing.base", "imported"],
      ['probe_thing.n["a"]', "imported"],
      ['probe_thing.n["b c"]', "imported"],
      ["probesdk_thing.x", "imported"],
      ["time_static.release", "imported"],
      ['module.net["one"].probe_thing.main', "imported"],
    ]);
    expect(resources.flatMap(({ changes }) => changes)).toEqual([]);
    expect(omitted.map(({ kind, names }) => [kind, ...names])).toEqual([
      ["output", "year"],
      ["data source", "data.probe_things.all"],
      ["check", "check.c"],
      ["provider configuration", "tf_local", "tf_probe", "tf_probesdk", "tf_time"],
      ["expressions"],
      ["other workspaces"],
      ["the state file"],
    ]);
    expect(JSON.stringify(run)).not.toMatch(/top-secret|hush/);
    expect(settings.map(({ command }) => command)).toEqual([
      "coco config set sContent --secret",
      "coco config set xName --secret",
    ]);
    expect(code).toContain('const nA = new ProbeThing(\n  "n-a",\n  { name: "a", note: base.id }');
    expect(code).toContain('// module.net["one"].probe_thing.main\nconst netOneMain');
    expect(code).toContain("content: release.id");
    expect(code).toContain("{ dependsOn: [release], protect: true }");

    const page = { path: "printed.md", text: `\`\`\`ts\n${code}\`\`\`\n` };
    expect(compilePages([page])).toEqual(new Map([["printed.md", []]]));

    project.program(code);
    for (const [key, input] of [
      ["sContent", "top-secret-content"],
      ["xName", "x-hush-hush"],
    ] as const)
      expect((await project.cocoWith({ input }, "config", "set", key, "--secret")).status).toBe(0);
    const planned = await project.coco("plan", "--detailed-exitcode");
    const { changes } = planned["plan"] as { changes: readonly { action: string }[] };
    expect(changes.map(({ action }) => action)).toEqual(resources.map(() => "same"));
    expect(planned.status).toBe(0);
    expect(timesOf(project)).toEqual(before);
    expect(project.effects()).toEqual(effects);
  });
});

/** Applies `configuration` with terraform, and returns its folder. */
function terraformFolder(project: StateProject): string {
  const folder = project.files.path("infrastructure");
  const programs = { time: "time", local: "local", probe: "framework", probesdk: "sdk" } as const;
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  for (const [name, program] of Object.entries(programs)) {
    const place = join(folder, "mirror/example.com/acme", name, "1.0.0", platform);
    mkdirSync(place, { recursive: true });
    copyFileSync(providerBinary(program)!, join(place, `terraform-provider-${name}`));
  }
  const files = Object.entries(configuration(project));
  project.files.write(Object.fromEntries(files.map(([file, text]) => [`infrastructure/${file}`, text])));
  const terraform = (...words: readonly string[]) => {
    const env = { ...process.env, TF_CLI_CONFIG_FILE: join(folder, "cli.tfrc"), CHECKPOINT_DISABLE: "1" };
    const { status, stderr } = spawnSync("terraform", words, { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`terraform ${words.join(" ")} failed: ${stderr}`);
  };
  terraform("init", "-no-color");
  terraform("apply", "-auto-approve", "-no-color");
  return folder;
}

function configuration(project: StateProject): Readonly<Record<string, string>> {
  const quoted = (file: string) => JSON.stringify(project.files.path(file));
  const required = (...names: readonly string[]) =>
    `terraform {\n  required_providers {\n${names.map((name) => `    ${name} = { source = "example.com/acme/${name}" }\n`).join("")}  }\n}\n`;
  return {
    "cli.tfrc": `provider_installation {\n  filesystem_mirror {\n    path = ${quoted("infrastructure/mirror")}\n  }\n}\n`,
    "main.tf": `${required("time", "local", "probe", "probesdk")}
variable "password" {
  default   = "hush-hush"
  sensitive = true
}
provider "probe" {
  folder = ${quoted("cloud")}
}
provider "probesdk" {
  folder = ${quoted("cloud")}
}
resource "time_static" "release" {
  rfc3339 = "2026-11-18T12:00:00Z"
}
resource "local_file" "notes" {
  filename = ${quoted("out/notes.txt")}
  content  = "Released in \${time_static.release.year}"
}
resource "local_file" "p" {
  count    = 2
  filename = "${project.files.path("out")}/p\${count.index}.txt"
  content  = time_static.release.rfc3339
}
resource "local_sensitive_file" "s" {
  filename = ${quoted("out/s.txt")}
  content  = "top-secret-content"
}
resource "probe_thing" "base" {
  name = "base"
}
resource "probe_thing" "n" {
  for_each = toset(["a", "b c"])
  name     = each.key
  note     = probe_thing.base.id
  lifecycle {
    create_before_destroy = true
  }
}
resource "probesdk_thing" "x" {
  name       = "x-\${var.password}"
  tags       = { owner = "ana" }
  depends_on = [probe_thing.base]
}
module "net" {
  source   = "./net"
  for_each = { one = "alpha" }
  note     = probe_thing.base.id
}
data "probe_things" "all" {
  name_prefix = "b"
}
output "year" {
  value = time_static.release.year
}
check "c" {
  assert {
    condition     = time_static.release.year == 2026
    error_message = "wrong year"
  }
}
`,
    "net/main.tf": `${required("probe")}
variable "note" {}
resource "probe_thing" "main" {
  name = "net"
  note = var.note
}
`,
  };
}

/** The times at which the objects were last changed, by file. */
function timesOf(project: StateProject): ReadonlyMap<string, number> {
  const folders = ["out", "cloud/probe_thing", "cloud/probesdk_thing"].map((each) =>
    project.files.path(each),
  );
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  return new Map(files.map((file) => [file, statSync(file).mtimeMs]));
}
