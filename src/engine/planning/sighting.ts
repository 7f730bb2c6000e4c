import type { ObjectRow, ResourceRow } from "../../model/index.js";
import type { Sighting } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { WalkedResource } from "../facts/walked.js";

/** That an object of state was looked at, with the configuration that state names. */
export function recordedSighting(
  { urn }: ResourceRow,
  { package: managedBy, provider }: ObjectRow,
  isGone: boolean,
  state: SnapshotIndex,
): Sighting {
  const by = configurationText(managedBy!.name, provider === undefined ? undefined : state.urnOf(provider));
  return { urn, by, isGone };
}

/** The same with the configuration of the program; nothing for what was not looked at, or is not the stack's own. */
export function addSighting(sightings: Sighting[], walked: WalkedResource): void {
  const { registration, observed, provider, providedBy } = walked;
  if (observed === undefined || provider === undefined || registration.kind !== "custom") return;
  const by = configurationText(provider.loaded.record.name, providedBy?.urn);
  sightings.push({ urn: registration.urn, by, isGone: observed === "absent" });
}

function configurationText(packageName: string, provider: string | undefined): string {
  return provider === undefined ? `the configuration of package ${packageName}` : `provider ${provider}`;
}
