import type { DeploymentEntry } from "./deployment-entry.js";
import { packageOfProvider } from "./deployment-edges.js";
import type { DeploymentFindings } from "./deployment-findings.js";
import { JSON } from "../../std/plain-json.js";

/**
 * Checks the entries against each other: one stack, one current object per URN and id, one URN per global id,
 * dependencies first.
 */
export function checkEntries(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  checkStack(entries, findings);
  checkNames(entries, findings);
  checkGlobalIds(entries, findings);
  checkIds(entries, findings);
  checkOrder(entries, findings);
}

function checkStack(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  const [first] = entries;
  for (const { at, urn, address } of entries) {
    if (address.stack !== first!.address.stack || address.project !== first!.address.project)
      findings.refuse(`${at}.urn`, `${urn} belongs to a different stack or project than ${first!.urn}.`);
  }
}

function checkNames(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  const seen = new Map<string, DeploymentEntry>();
  for (const entry of entries) {
    if (entry.status === "doomed") continue;
    const twin = seen.get(entry.urn);
    if (twin !== undefined)
      findings.refuse(
        `${entry.at}.urn`,
        `${twin.at} also has the URN ${entry.urn}, and neither is marked for deletion.`,
      );
    seen.set(entry.urn, entry);
  }
}

function checkGlobalIds(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  const seen = new Map<string, DeploymentEntry>();
  for (const entry of entries) {
    const globalId = entry.fields.object("coconut")?.text("globalId");
    const twin = globalId === undefined ? undefined : seen.get(globalId);
    if (twin !== undefined && twin.urn !== entry.urn)
      findings.refuse(
        `${entry.at}.coconut.globalId`,
        `${twin.at} also has the global id ${JSON.stringify(globalId)}: ${twin.urn}.`,
      );
    if (globalId !== undefined) seen.set(globalId, entry);
  }
}

function checkIds(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  const seen = new Map<string, DeploymentEntry>();
  for (const entry of entries) {
    const { at, kind, status, type, id, provider, urn } = entry;
    if (kind !== "custom" || status !== "current" || id === undefined) continue;
    const key = JSON.stringify([type, provider, id]);
    const twin = seen.get(key);
    if (twin !== undefined)
      findings.refuse(
        `${at}.id`,
        `${twin.at} and ${at} both manage the ${type} ${JSON.stringify(id)}: ${twin.urn} and ${urn}.`,
      );
    seen.set(key, entry);
  }
}

/** An entry may only refer to entries before it. */
function checkOrder(entries: readonly DeploymentEntry[], findings: DeploymentFindings): void {
  const all = new Map(entries.map((entry) => [entry.urn, entry]));
  const before = new Set<string>();
  for (const entry of entries) {
    for (const { field, urn } of namedBy(entry)) {
      if (before.has(urn)) continue;
      const later = all.get(urn);
      findings.refuse(
        `${entry.at}.${field}`,
        later === undefined
          ? `${urn} is not in the file.`
          : later === entry
            ? `${urn} depends on itself.`
            : `${urn} comes later, at ${later.at}. Dependencies must come before their dependents.`,
      );
    }
    checkProvider(entry, findings);
    before.add(entry.urn);
  }
}

function checkProvider({ at, provider }: DeploymentEntry, findings: DeploymentFindings): void {
  if (provider !== undefined && packageOfProvider(provider) === undefined)
    findings.refuse(`${at}.provider`, `${provider} is not a provider.`);
}

function namedBy({
  fields,
  provider,
}: DeploymentEntry): readonly { readonly field: string; readonly urn: string }[] {
  const one = (field: string, urn: string | undefined) => (urn === undefined ? [] : [{ field, urn }]);
  const many = (field: string, urns: readonly string[] = []) =>
    urns.map((urn, index) => ({ field: `${field}[${index}]`, urn }));
  const byField = fields.textsByField("propertyDependencies") ?? {};
  const extra = fields.object("coconut");
  return [
    ...one("parent", fields.text("parent")),
    ...one("provider", provider),
    ...many("dependencies", fields.texts("dependencies")),
    ...Object.entries(byField).flatMap(([field, urns]) => many(`propertyDependencies.${field}`, urns)),
    ...one("deletedWith", fields.text("deletedWith")),
    ...many("replaceWith", fields.texts("replaceWith")),
    ...(extra?.objects("edges") ?? []).flatMap((edge, index) =>
      one(`coconut.edges[${index}]`, edge.text("to")),
    ),
  ];
}
