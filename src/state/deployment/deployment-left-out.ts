import { packageOfProvider } from "./deployment-edges.js";
import type { DeploymentEntry } from "./deployment-entry.js";
import type { DeploymentFields } from "./deployment-fields.js";
import type { DeploymentFindings } from "./deployment-findings.js";
import { ecosystemSettings } from "./deployment-packages.js";
import { isResourceEntry } from "./deployment-rows.js";

/** Warns about everything in a file that is readable but is not imported. */
export function warnOfLeftOut(
  file: DeploymentFields,
  entries: readonly DeploymentEntry[],
  unknownPackages: ReadonlySet<string>,
  findings: DeploymentFindings,
): void {
  for (const operation of file.objects("pending_operations") ?? []) cutOff(operation, findings);
  for (const entry of entries) {
    if (isResourceEntry(entry)) passedOver(entry, findings);
    if (entry.kind === "default") settings(entry, findings);
  }
  for (const name of unknownPackages)
    findings.leaveOut(
      "resources",
      `The project does not say where the package ${name} comes from.`,
      `Import it in the program, or add it to coconut.json:\n    { "packages": { "${name}": "./${name}.ts" } }`,
    );
  if (file.object("metadata")?.raw("integrity_error") !== undefined)
    findings.leaveOut(
      "metadata.integrity_error",
      "According to the file, it was exported from a damaged state.",
      "Check the plan before you apply anything:\n    coco plan",
    );
}

function cutOff(operation: DeploymentFields, findings: DeploymentFindings): void {
  const urn = operation.object("resource")?.text("urn") ?? "a resource";
  const what = operation.text("type") ?? "of an unknown kind";
  findings.leaveOut(
    operation.at,
    `Interrupted operation (${what}) on ${urn}: its outcome is unknown.`,
    what === "creating"
      ? "If it created an object, import it:\n    coco import <type> <name> <id>"
      : "Update state to match the real objects:\n    coco refresh",
  );
}

function passedOver({ at, fields, urn }: DeploymentEntry, findings: DeploymentFindings): void {
  for (const [field, why] of unkept)
    if (fields.raw(field) !== undefined)
      findings.leaveOut(`${at}.${field}`, `${urn}: ${why}`, "If you need it, declare it in the program.");
}

const unkept: readonly (readonly [field: string, why: string])[] = [
  ["resourceHooks", "its hooks are functions of the program and are not in the file."],
  [
    "refreshBeforeUpdate",
    "the option to refresh it before each update is not imported; every plan refreshes.",
  ],
  ["extensionRef", "the extension of its provider is not imported."],
];

function settings({ at, urn, inputs, fields }: DeploymentEntry, findings: DeploymentFindings): void {
  const names = Object.keys(inputs).filter((name) => !ecosystemSettings.has(name));
  const packageName = packageOfProvider(urn);
  if (names.length === 0 || fields.raw("coconut") !== undefined) return;
  findings.leaveOut(
    `${at}.inputs`,
    `The package ${packageName} takes these values from the configuration of the stack: ${names.join(", ")}.`,
    `Set each of them:\n    coco config set ${packageName}:${names[0]} <value>`,
  );
}
