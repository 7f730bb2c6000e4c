import { DiagnosticError, type Diagnostic, type Json, type JsonObject } from "../../model/index.js";
import { jsonPitfall } from "../../std/json-pitfall.js";
import { problem } from "../diagnostics.js";
import { isJsonObject, JSON } from "../../std/plain-json.js";

/** The deployment in the text of a file, as far as it can be told before its entries are looked at. */
export function deploymentFileOf(text: string): JsonObject {
  let file: Json;
  try {
    file = JSON.parse(text) as Json;
  } catch (error) {
    throw new DiagnosticError(malformed(`It is not JSON: ${(error as Error).message}.`));
  }
  if (!isJsonObject(file)) throw new DiagnosticError(malformed("It does not hold an object."));
  const pitfall = jsonPitfall(text);
  if (pitfall !== undefined)
    throw new DiagnosticError(malformed(`At character ${pitfall.offset + 1}: ${pitfall.why}.`));
  const { version, deployment, features } = file;
  if (version !== 3 && version !== 4)
    throw new DiagnosticError(
      malformed(
        `Its version is ${typeof version === "number" ? version : "missing"}; deployments of version 3 are read, and of version 4 if they need nothing unknown.`,
      ),
    );
  const unknown = Array.isArray(features) ? features.filter((each) => !readFeatures.has(each)) : [];
  if (unknown.length > 0)
    throw new DiagnosticError(
      malformed(`It needs ${JSON.stringify(unknown)}, which this version of Coconut does not know.`),
    );
  if (!isJsonObject(deployment)) throw new DiagnosticError(malformed('"deployment" is not an object.'));
  return deployment;
}

/** Who sealed the secrets of a deployment: another tool by its name, or a stack of Coconut's. */
export function sealedFor(deployment: JsonObject): SealedBy | undefined {
  const { secrets_providers: provider } = deployment;
  if (!isJsonObject(provider) || typeof provider["type"] !== "string") return undefined;
  const { type, state } = provider as { readonly type: string; readonly state?: Json };
  if (type !== ownProvider || !isJsonObject(state)) return { type };
  const { project, stack, lineage } = state;
  const isWhole = [project, stack, lineage].every((each) => typeof each === "string");
  return isWhole ? { type, stack: state as unknown as SealingStack } : { type };
}

/** What a deployment calls the one who sealed it, if that was Coconut. */
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

/** What entries of these may have is understood, or left out with a warning. */
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
    hint: "Nothing was changed. Write the file with one of these:\n    coco stack export\n    pulumi stack export --show-secrets",
  });
}
