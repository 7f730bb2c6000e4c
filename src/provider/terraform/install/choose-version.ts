import {
  newestAllowed,
  newestFirst,
  type LockedProvider,
  type VersionConstraint,
} from "../../../terraform/source/index.js";
import { allows, parseVersion } from "../../../terraform/source/index.js";
import type { OfferedVersion, PackageSource } from "./package-source.js";

/** The versions that one place has. */
export interface Offer {
  readonly source: PackageSource;
  readonly versions: readonly OfferedVersion[];
}

export type Choice =
  | { readonly kind: "version"; readonly version: string; readonly source: PackageSource }
  /** No version fits the constraint. The newest ones come first. */
  | { readonly kind: "none"; readonly newest: readonly string[] }
  /** The chosen version has no package for the platform. */
  | {
      readonly kind: "platform";
      readonly version: string;
      readonly platforms: readonly string[];
      /** The newest allowed version that has one. */
      readonly older: string | undefined;
    }
  /** Coconut speaks none of the protocols of the chosen version. */
  | { readonly kind: "protocol"; readonly version: string; readonly protocols: readonly string[] };

/**
 * Chooses the version to install, and the place to get it from: the locked version if the constraint allows it, otherwise the newest
 * allowed one. `locked` is undefined for an upgrade.
 */
export function chooseVersion(
  offers: readonly Offer[],
  {
    constraint,
    locked,
    platform,
  }: {
    readonly constraint: VersionConstraint | undefined;
    readonly locked: LockedProvider | undefined;
    readonly platform: string;
  },
): Choice {
  const all = [...new Set(offers.flatMap(({ versions }) => versions.map(({ version }) => version)))];
  const kept = keptVersion(locked, constraint);
  const version = kept ?? newestAllowed(all, constraint);
  if (version === undefined || !all.includes(version)) return { kind: "none", newest: newestFirst(all) };
  const offered = offers.flatMap(({ source, versions }) =>
    versions.filter((each) => each.version === version).map((each) => ({ source, ...each })),
  );
  const fitting = offered.filter((each) => hasPlatform(each, platform));
  if (fitting.length === 0) {
    const others = offers.flatMap(({ versions }) => versions.filter((each) => hasPlatform(each, platform)));
    return {
      kind: "platform",
      version,
      platforms: [...new Set(offered.flatMap(({ platforms }) => platforms ?? []))].sort(),
      older: newestAllowed(
        others.map((each) => each.version),
        constraint,
      ),
    };
  }
  const usable = fitting.find(({ protocols }) => speaks(protocols));
  if (usable !== undefined) return { kind: "version", version, source: usable.source };
  return { kind: "protocol", version, protocols: fitting.flatMap(({ protocols }) => protocols ?? []) };
}

/** Returns the locked version if the constraint allows it. */
export function keptVersion(
  locked: LockedProvider | undefined,
  constraint: VersionConstraint | undefined,
): string | undefined {
  if (locked === undefined) return undefined;
  return constraint === undefined || allows(constraint, parseVersion(locked.version)!)
    ? locked.version
    : undefined;
}

function hasPlatform({ platforms }: OfferedVersion, platform: string): boolean {
  return platforms === undefined || platforms.includes(platform);
}

/** A place that does not list protocols may have any. */
function speaks(protocols: readonly string[] | undefined): boolean {
  return (
    protocols === undefined || protocols.length === 0 || protocols.some((each) => /^[56](?:\.|$)/.test(each))
  );
}
