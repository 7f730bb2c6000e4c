import { writeFileSync } from "node:fs";
import { encodeOpaque } from "../../../src/provider/terraform/adapter/opaque.js";
import { encodeMsgpack } from "../../../src/provider/terraform/codec/index.js";
import { numberType, stringType, type ObjectType } from "../../../src/terraform/cty/index.js";
import type { ProviderProject } from "./provider-project.js";

/**
 * Replaces the state of the only object by one that an older version of the provider recorded: `version` of the schema with the
 * attributes `id`, `name` and `size`.
 */
export async function recordOlderState(
  project: ProviderProject,
  version: number,
  { name, size }: { readonly name: string; readonly size: string | number },
): Promise<void> {
  const { deployment } = await project.coco("stack", "export", "--show-secrets");
  const changed = structuredClone(deployment!) as ChangedDeployment;
  const entry = changed.deployment.resources.find(({ coconut }) => coconut?.opaque !== undefined)!;
  const type: ObjectType = {
    kind: "object",
    attributes: new Map([
      ["id", stringType],
      ["name", stringType],
      ["size", typeof size === "string" ? stringType : numberType],
    ]),
  };
  const value = new Map<string, string | number>([["id", entry.id], ["name", name], ["size", size]]);
  const opaque = encodeOpaque({ state: encodeMsgpack(type, value), provider: "an older build" });
  entry.inputs = { name, size };
  entry.outputs = { id: entry.id, name, size };
  // Coconut counts the versions of schemas from 1.
  entry.coconut!.schemaVersion = version + 1;
  entry.coconut!.opaque!.plaintext = JSON.stringify(opaque);
  writeFileSync(project.path("older.json"), JSON.stringify(changed));
  const imported = await project.coco("stack", "import", "older.json", "--force");
  if (imported.status !== 0) throw new Error(imported.output);
}

interface ChangedDeployment {
  readonly deployment: {
    readonly resources: {
      readonly id: string;
      inputs: object;
      outputs: object;
      readonly coconut?: { schemaVersion?: number; readonly opaque?: { plaintext: string } };
    }[];
  };
}
