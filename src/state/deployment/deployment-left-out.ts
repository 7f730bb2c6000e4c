import { packageOfProvider } from "./deployment-edges.js";
import type { DeploymentEntry } from "./deployment-entry.js";
import type { DeploymentFields } from "./deployment-fields.js";
import type { DeploymentFindings } from "./deployment-findings.js";
import { ecosystemSettings } from "./deployment-packages.js";
import { isResourceEntry } from "./deployment-rows.js";

/** Warns of everything in a file that can be read, and has no place in a stack here. */
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
      `The project does not say where the package ${name} is from.`,
      `Import it in the program, or name it in coconut.json:\n    { "packages": { "${name}": "./${name}.ts" } }`,
    );
  if (file.object("metadata")?.raw("integrity_error") !== undefined)
    findings.leaveOut(
      "metadata.integrity_error",
      "The file says that it was written from a damaged state.",
      "Look at the plan before anything is applied:\n    coco plan",
    );
}

function cutOff(operation: DeploymentFields, findings: DeploymentFindings): void {
  const urn = operation.object("resource")?.text("urn") ?? "a resource";
  const what = operation.text("type") ?? "of an unknown kind";
  findings.leaveOut(
    operation.at,
    `An operation was cut off (${what}): ${urn}. What became of it is not known.`,
    what === "creating"
      ? "If it made something, take that into state:\n    coco import <type> <name> <id>"
      : "See what the world has:\n    coco refresh",
  );
}

function passedOver({ at, fields, urn }: DeploymentEntry, findings: DeploymentFindings): void {
  for (const [field, why] of unkept)
    if (fields.raw(field) !== undefined)
      findings.leaveOut(`${at}.${field}`, `${urn}: ${why}`, "Say it in the program where it is needed.");
}

const unkept: readonly (readonly [field: string, why: string])[] = [
  ["resourceHooks", "its hooks are functions of the program and are not in the file."],
  ["refreshBeforeUpdate", "that it is read before each update is not kept; every plan reads."],
  ["extensionRef", "the extension of its provider is not kept."],
];

function settings({ at, urn, inputs, fields }: DeploymentEntry, findings: DeploymentFindings): void {
  const names = Object.keys(inputs).filter((name) => !ecosystemSettings.has(name));
  const packageName = packageOfProvider(urn);
  if (names.length === 0 || fields.raw("coconut") !== undefined) return;
  findings.leaveOut(
    `${at}.inputs`,
    `What the package ${packageName} is configured with is in the configuration of the stack here: ${names.join(", ")}.`,
    `Set each of them:\n    coco config set ${packageName}:${names[0]} <value>`,
  );
}
