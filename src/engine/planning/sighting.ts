import type { ObjectRow, ResourceRow } from "../../model/index.js";
import type { Sighting } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { WalkedResource } from "../facts/walked.js";

/** Returns the result of reading an object with the configuration recorded in state. */
export function recordedSighting(
  { urn }: ResourceRow,
  { package: managedBy, provider }: ObjectRow,
  isGone: boolean,
  state: SnapshotIndex,
): Sighting {
  const by = configurationText(managedBy!.name, provider === undefined ? undefined : state.urnOf(provider));
  return { urn, by, isGone };
}

/**
 * Adds the result of reading an object with the program's configuration. Adds nothing for objects that were not read or
 * that the stack does not manage.
 */
export function addSighting(sightings: Sighting[], walked: WalkedResource): void {
  const { registration, observed, provider, providedBy } = walked;
  if (observed === undefined || provider === undefined || registration.kind !== "custom") return;
  const by = configurationText(provider.loaded.record.name, providedBy?.urn);
  sightings.push({ urn: registration.urn, by, isGone: observed === "absent" });
}

function configurationText(packageName: string, provider: string | undefined): string {
  return provider === undefined ? `the configuration of package ${packageName}` : `provider ${provider}`;
}
