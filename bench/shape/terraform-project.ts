import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions } from "../../scripts/bench-table.js";
import { runTree, type ProcessPlace, type TreeUse } from "../measure/index.js";
import { linkPackage } from "./coconut-stack.js";

/** A command on a project, and how many processes of providers it started. */
export interface ProjectUse extends TreeUse {
  readonly providers: number;
}

/** `no-op plan` fails if the tool finds changes. */
export type ProjectStep = "plan" | "no-op plan" | "apply" | "destroy";

/** The same objects of Terraform providers, as a project of one tool. */
export interface TerraformProject {
  /** Runs a command of the tool. `changed` is the content of the first file. */
  run(step: ProjectStep, changed?: string): Promise<ProjectUse>;
}

/** The programs of the providers, by name. */
export type ProviderPrograms = Readonly<Record<"local" | "time", string>>;

/** Writes a Coconut project. Half of the resources are files, the others are times. */
export function coconutProject(
  options: BenchOptions,
  folder: string,
  resources: number,
  programs: ProviderPrograms,
): TerraformProject {
  const starts = join(folder, "starts");
  const packages = providerNames.map((name) => [
    `tf_${name}`,
    { terraform: countedProgram(join(folder, "providers", name), name, programs[name], starts) },
  ]);
  const settings = { name: "bench", main: "main.js", packages: Object.fromEntries(packages) as object };
  writeFileSync(join(folder, "package.json"), `{ "name": "bench", "type": "module" }\n`);
  writeFileSync(join(folder, "coconut.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "main.js"), coconutProgram(resources));
  linkPackage(folder, options.package);
  const words = {
    plan: ["plan"],
    "no-op plan": ["plan", "--detailed-exitcode"],
    apply: ["apply", "--yes"],
    destroy: ["destroy", "--yes"],
  };
  const command = join(options.package, "dist/cli/main.js");
  const env = { XDG_CONFIG_HOME: join(options.work, "settings") };
  return {
    run: (step, changed = usualContent) =>
      counted(starts, process.execPath, [command, ...words[step]], {
        cwd: folder,
        env: { ...env, [changedContent]: changed },
      }),
  };
}

/** Writes a Terraform project with the same objects, which finds its providers in its folder. */
export async function terraformProject(
  folder: string,
  resources: number,
  programs: ProviderPrograms,
): Promise<TerraformProject> {
  const starts = join(folder, "starts");
  const mirror = join(folder, "mirror");
  const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  for (const name of providerNames) {
    const place = join(mirror, "terraform.example/bench", name, "1.0.0", platform);
    countedProgram(place, name, programs[name], starts);
  }
  const config = join(folder, "terraform.rc");
  writeFileSync(config, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  writeFileSync(join(folder, "main.tf"), terraformProgram(resources));
  const env = { CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", TF_CLI_CONFIG_FILE: config };
  const run = (words: readonly string[], changed: string) =>
    counted(starts, "terraform", [...words, "-no-color", "-input=false"], {
      cwd: folder,
      env: { ...env, [`TF_VAR_${changedContent}`]: changed },
    });
  await run(["init"], usualContent);
  const words = {
    plan: ["plan"],
    "no-op plan": ["plan", "-detailed-exitcode"],
    apply: ["apply", "-auto-approve"],
    destroy: ["destroy", "-auto-approve"],
  };
  return { run: (step, changed = usualContent) => run(words[step], changed) };
}

const providerNames = ["local", "time"] as const;
const changedContent = "bench_content";
const usualContent = "content 0";

/** Writes a script that records its start and becomes the provider. Terraform hashes all files beside it, as usual. */
function countedProgram(folder: string, name: string, program: string, starts: string): string {
  mkdirSync(folder, { recursive: true });
  symlinkSync(program, join(folder, "program"));
  const script = join(folder, `terraform-provider-${name}_v1.0.0`);
  writeFileSync(script, `#!/bin/sh\necho ${name} >> '${starts}'\nexec '${program}' "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}

async function counted(
  starts: string,
  command: string,
  words: readonly string[],
  place: ProcessPlace,
): Promise<ProjectUse> {
  writeFileSync(starts, "");
  const use = await runTree(command, words, place);
  const lines = existsSync(starts) ? readFileSync(starts, "utf8").trim().split("\n") : [];
  return { ...use, providers: lines.filter(Boolean).length };
}

function coconutProgram(resources: number): string {
  return `import * as terraform from "@coconut/coconut/terraform";

const File = terraform.resource("local_file");
const Static = terraform.resource("time_static");
for (let index = 0; index < ${resources / 2}; index++) {
  const content = index === 0 ? process.env.${changedContent} : \`content \${index}\`;
  new File(\`file-\${index}\`, { filename: \`out/file-\${index}.txt\`, content });
  new Static(\`time-\${index}\`, { rfc3339: "2030-01-01T00:00:00Z", triggers: { index: String(index) } });
}
`;
}

function terraformProgram(resources: number): string {
  const blocks = Array.from(
    { length: resources / 2 },
    (_, index) => `
resource "local_file" "file_${index}" {
  filename = "out/file-${index}.txt"
  content  = ${index === 0 ? `var.${changedContent}` : `"content ${index}"`}
}

resource "time_static" "time_${index}" {
  rfc3339  = "2030-01-01T00:00:00Z"
  triggers = { index = "${index}" }
}
`,
  );
  return `terraform {
  required_providers {
    local = { source = "terraform.example/bench/local" }
    time  = { source = "terraform.example/bench/time" }
  }
}

variable "${changedContent}" {
  type = string
}
${blocks.join("")}`;
}
