import type { Diagnostic, JsonObject, RowChange } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { deploymentEntry, type EntryReading } from "./deployment-entry.js";
import { DeploymentFields } from "./deployment-fields.js";
import { sealedFor } from "./deployment-file.js";
import { DeploymentFindings } from "./deployment-findings.js";
import { warnOfLeftOut } from "./deployment-left-out.js";
import { Packages } from "./deployment-packages.js";
import { deploymentRows, isResourceEntry, type RowRequest } from "./deployment-rows.js";
import { checkEntries } from "./deployment-rules.js";
import type { OpenText } from "./deployment-value.js";
import { movedValues } from "./moved-urn.js";

/** The stack that imports a deployment. URNs are rewritten for it. */
export interface DeploymentReadRequest extends Omit<RowRequest, "packageOf"> {
  readonly open: OpenText;
  /** The module or npm package of each package that the project uses. */
  readonly modules: ReadonlyMap<string, string>;
}

/** The result of reading a deployment: all of it, or the problems. */
export type DeploymentReading =
  | {
      readonly ok: true;
      readonly changes: readonly RowChange[];
      /** The number of resources. */
      readonly resources: number;
      /** The packages whose source neither the file nor `modules` contains. They are recorded by name only. */
      readonly unknown: ReadonlySet<string>;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads a deployment as rows of a stack. Reports all problems together, each with its place in the file. */
export function readDeployment(deployment: JsonObject, request: DeploymentReadRequest): DeploymentReading {
  const findings = new DeploymentFindings();
  const file = new DeploymentFields(deployment, "", findings);
  const sealed: string[] = [];
  const own = file.object("coconut");
  const defaults = own?.texts("defaultProviders");
  if (own !== undefined && file.raw("resources") === undefined)
    findings.refuse(
      "resources",
      "The file has no entries. An export by Coconut contains at least the stack itself.",
    );
  const reading: EntryReading = {
    findings,
    open: request.open,
    onSealed: (path) => void sealed.push(path),
    defaults: defaults && new Set(defaults),
  };
  const listed = (file.objects("resources") ?? []).map((fields) => deploymentEntry(fields, reading));
  const entries = listed.filter((entry) => entry !== undefined);
  if (entries.length === listed.length) checkEntries(entries, findings);
  const packages = new Packages(entries, request.modules, file);
  const asked = { ...request, packageOf: packages.of.bind(packages) };
  const rows = findings.problems.length > 0 ? [] : deploymentRows(entries, reading, asked);
  const problems = [...findings.problems, ...(sealed.length > 0 ? [notOpened(sealed, deployment)] : [])];
  if (problems.length > 0) return { ok: false, diagnostics: problems };
  warnOfLeftOut(file, entries, packages.unknown, findings);
  const root = entries.find(({ kind }) => kind === "stack");
  const outputs = root === undefined ? {} : movedValues(root.outputs, root.address, request);
  return {
    ok: true,
    changes: [...rows, { put: "outputs", outputs }, { put: "moves", applied: own?.texts("moves") ?? [] }],
    resources: new Set(entries.filter(isResourceEntry).map(({ urn }) => urn)).size,
    unknown: packages.unknown,
    warnings: findings.warnings,
  };
}

function notOpened(places: readonly string[], deployment: JsonObject): Diagnostic {
  const by = sealedFor(deployment);
  const count = places.length === 1 ? "A secret is" : `${places.length} secrets are`;
  const who =
    by?.stack === undefined
      ? `by ${by?.type ?? "a provider that the file does not name"}`
      : `with the key of the stack ${by.stack.stack}`;
  return problem("state/deployment-secret", {
    detail: `${count} encrypted ${who}, and cannot be decrypted here. The first is ${places[0]}.`,
    hint: "Nothing was changed. Export the file with plain-text secrets, and delete it after the import:\n    coco stack export --show-secrets\n    pulumi stack export --show-secrets",
    path: places[0]!,
  });
}
