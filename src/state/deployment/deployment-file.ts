import { DiagnosticError, type Diagnostic, type Json, type JsonObject } from "../../model/index.js";
import { jsonPitfall } from "../../std/json-pitfall.js";
import { problem } from "../diagnostics.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

/** Parses the text of a deployment file, without its entries. */
export function deploymentFileOf(text: string): JsonObject {
  let file: Json;
  try {
    file = JSON.parse(text) as Json;
  } catch (error) {
    throw new DiagnosticError(malformed(`The file is not valid JSON: ${(error as Error).message}.`));
  }
  if (!isJsonObject(file)) throw new DiagnosticError(malformed("The file does not contain an object."));
  const pitfall = jsonPitfall(text);
  if (pitfall !== undefined)
    throw new DiagnosticError(malformed(`At character ${pitfall.offset + 1}: ${pitfall.why}.`));
  const { version, deployment, features } = file;
  if (version !== 3 && version !== 4)
    throw new DiagnosticError(
      malformed(
        `The version is ${typeof version === "number" ? version : "missing"}. Coconut reads version 3, and version 4 if the file uses only supported features.`,
      ),
    );
  const unknown = Array.isArray(features) ? features.filter((each) => !readFeatures.has(each)) : [];
  if (unknown.length > 0)
    throw new DiagnosticError(
      malformed(
        `The file requires ${JSON.stringify(unknown)}, which this version of Coconut does not support.`,
      ),
    );
  if (!isJsonObject(deployment)) throw new DiagnosticError(malformed('"deployment" is not an object.'));
  return deployment;
}

/** Returns who encrypted the secrets of a deployment: another tool by its name, or a Coconut stack. */
export function sealedFor(deployment: JsonObject): SealedBy | undefined {
  const { secrets_providers: provider } = deployment;
  if (!isJsonObject(provider) || typeof provider["type"] !== "string") return undefined;
  const { type, state } = provider as { readonly type: string; readonly state?: Json };
  if (type !== ownProvider || !isJsonObject(state)) return { type };
  const { project, stack, lineage } = state;
  const isWhole = [project, stack, lineage].every((each) => typeof each === "string");
  return isWhole ? { type, stack: state as unknown as SealingStack } : { type };
}

/** Name of the secrets provider in deployments that Coconut encrypted. */
export const ownProvider = "coconut";

export interface SealedBy {
  readonly type: string;
  readonly stack?: SealingStack;
}

export interface SealingStack {
  readonly project: string;
  readonly stack: string;
  readonly lineage: string;
}

/** Features of entries that are supported, or are left out with a warning. */
const readFeatures: ReadonlySet<Json> = new Set([
  "taint",
  "replaceWith",
  "hooks",
  "refreshBeforeUpdate",
  "views",
]);

function malformed(detail: string): Diagnostic {
  return problem("state/deployment-malformed", {
    detail,
    hint: "Nothing was changed. Create the file with one of these commands:\n    coco stack export\n    pulumi stack export --show-secrets",
  });
}
