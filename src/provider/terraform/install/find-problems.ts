import type { Diagnostic } from "../../../model/index.js";
import { counted } from "../../../std/counted.js";
import { shortAddress, type LockedProvider } from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";
import type { PackageId } from "./package-layout.js";
import { wantedText, type WantedProvider } from "./wanted-provider.js";

const install = "Install the providers of this project:\n    coco provider install";

export function notLocked({ name, source }: WantedProvider): Diagnostic {
  return problem("provider/terraform-not-locked", {
    detail: `coconut.json declares ${wantedText(source)} for the package ${name}, but .terraform.lock.hcl has no entry for it, so no version was chosen yet.`,
    hint: install,
  });
}

export function lockedOutside({ name, source }: WantedProvider, locked: LockedProvider): Diagnostic {
  return problem("provider/terraform-not-locked", {
    detail: `coconut.json declares ${wantedText(source)} for the package ${name}, but .terraform.lock.hcl has the version ${locked.version}.`,
    hint: "Choose a version that the constraint allows, or correct the constraint in coconut.json:\n    coco provider install",
  });
}

export function mismatch(
  id: PackageId,
  { folder, hash }: { readonly folder: string; readonly hash: string },
  expected: readonly string[],
): Diagnostic {
  return problem("provider/terraform-hash", {
    detail: `The package of ${packageText(id)} in ${folder} has the hash ${hash}. ${expectedText(expected)} It was not started.`,
    hint: "If somebody changed the package, remove its folder. If the lock file has no hash for this platform yet, the next command adds it:\n    coco provider install",
  });
}

/** Returns a sentence with the hashes of the lock file. */
export function expectedText(expected: readonly string[]): string {
  if (expected.length === 0) return "The lock file has no hashes for it.";
  // The hashes of unpacked packages come first: archives have a hash for each platform.
  const sorted = [...expected].sort();
  const shown = sorted.slice(0, mostShown).join(", ");
  const rest = sorted.length - mostShown;
  return `The lock file allows ${shown}${rest > 0 ? ` and ${counted(rest, "other")}` : ""}.`;
}

const mostShown = 4;

export function notInstalled(
  id: PackageId,
  { searched, platforms }: { readonly searched: readonly string[]; readonly platforms: readonly string[] },
): Diagnostic {
  const others = platforms.length === 0 ? "" : ` It is there for ${platforms.join(", ")}.`;
  return problem("provider/terraform-not-installed", {
    detail: `The provider ${packageText(id)} for ${id.platform} is not on this machine.${others} Searched:${searched.map((path) => `\n    ${path}`).join("")}`,
    hint: install,
  });
}

/** Returns `hashicorp/random 3.6.0`. */
export function packageText({ address, version }: PackageId): string {
  return `${shortAddress(address)} ${version}`;
}
