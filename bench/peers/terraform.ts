import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess } from "../measure/index.js";
import { width } from "../shape/program-texts.js";
import type { Peer } from "./peer.js";

/** Terraform or OpenTofu, which have the same commands. Uses `terraform_data`, which requires no provider download. */
export function terraform(command: string): Peer {
  const run = (folder: string, ...words: readonly string[]) =>
    runProcess(command, [...words, "-no-color", "-input=false"], {
      cwd: folder,
      env: { CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" },
    });
  return {
    prepare(folder, resources) {
      writeFileSync(join(folder, "main.tf"), numbers(resources).map(block).join(""));
      run(folder, "init");
    },
    create: (folder) => run(folder, "apply", "-auto-approve").milliseconds,
    pretend(folder, resources) {
      // Create one real object to learn the format of this version.
      run(folder, "apply", "-auto-approve", "-target=terraform_data.thing_0");
      const file = join(folder, "terraform.tfstate");
      const state = JSON.parse(readFileSync(file, "utf8")) as { resources: unknown[] };
      state.resources = numbers(resources)
        .map(recorded)
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      writeFileSync(file, JSON.stringify(state, null, 2));
    },
    // Exits with 2 if there are changes.
    plan: (folder) => run(folder, "plan", "-detailed-exitcode").milliseconds,
  };
}

function block(index: number): string {
  const upstream = index < width ? "" : `    upstream = terraform_data.thing_${index - width}.output.name\n`;
  return `resource "terraform_data" "thing_${index}" {
  input = {
    name = "thing-${index}"
    size = ${index}
    tags = { owner = "ops", team = "platform" }
${upstream}  }
}
`;
}

/** Returns a resource as state records it, including its transitive dependencies. */
function recorded(index: number) {
  const needs: string[] = [];
  for (let each = index - width; each >= 0; each -= width) needs.push(`terraform_data.thing_${each}`);
  const value = {
    name: `thing-${index}`,
    size: index,
    tags: { owner: "ops", team: "platform" },
    ...(index >= width && { upstream: `thing-${index - width}` }),
  };
  const type = [
    "object",
    {
      name: "string",
      size: "number",
      tags: ["object", { owner: "string", team: "string" }],
      ...(index >= width && { upstream: "string" }),
    },
  ];
  const attributes = {
    id: randomUUID(),
    input: { value, type },
    output: { value, type },
    triggers_replace: null,
  };
  const instance = {
    schema_version: 0,
    attributes,
    sensitive_attributes: [],
    ...(needs.length > 0 && { dependencies: needs.sort() }),
  };
  return {
    mode: "managed",
    type: "terraform_data",
    name: `thing_${index}`,
    provider: 'provider["terraform.io/builtin/terraform"]',
    instances: [instance],
  };
}

function numbers(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
