import { DiagnosticError } from "../../../../model/index.js";
import { printable } from "../../../../std/printable.js";
import { packageText } from "../find-problems.js";
import { fetchedMismatch } from "../install-problems.js";
import type { WantedPackage } from "../package-source.js";
import { problem } from "./diagnostics.js";

/** Throws if the lock file has hashes of archives and this is none of them. Its other hashes are of unpacked packages. */
export function checkLocked(wanted: WantedPackage, title: string, sha256: string): void {
  const found = `zh:${sha256}`;
  if (wanted.locked.includes(found) || !wanted.locked.some((hash) => hash.startsWith("zh:"))) return;
  throw new DiagnosticError(fetchedMismatch(wanted, { title, found: [found] }));
}

/** Throws if two hashes of the archive differ, in hex. `source` says who states the expected one. */
export function checkHash(
  wanted: WantedPackage,
  { found, expected, source }: { readonly found: string; readonly expected: string; readonly source: string },
): void {
  if (found === expected) return;
  throw mismatch(
    wanted,
    `The archive of ${packageText(wanted)} for ${wanted.platform} has the SHA-256 ${found}, but ${source} states ${expected}.`,
  );
}

/** Returns the error for a package with other bytes than its place states. */
export function mismatch(wanted: WantedPackage, detail: string): DiagnosticError {
  return new DiagnosticError(
    problem("provider/terraform-checksum", {
      detail,
      hint: `Run the command again. If the result is the same, the package was damaged or replaced: do not use it, and report it to the operator of ${wanted.address.host}.`,
    }),
  );
}

/** Throws if a package lists the protocols that it speaks, and Coconut speaks none of them. */
export function checkProtocols(wanted: WantedPackage, protocols: readonly string[] | null | undefined): void {
  if (protocols === null || protocols === undefined || protocols.length === 0) return;
  if (protocols.some((each) => /^[56](?:\.|$)/.test(each))) return;
  throw new DiagnosticError(
    problem("provider/terraform-not-offered", {
      detail: `${packageText(wanted)} speaks protocol ${protocols.map(printable).join(", ")} of Terraform. Coconut supports the protocols 5 and 6.`,
      hint: "Use a newer version of the provider.",
    }),
  );
}

/** Returns the error for a version or platform that a place does not have. */
export function notOffered(
  wanted: WantedPackage,
  title: string,
  platforms?: readonly string[],
): DiagnosticError {
  const others =
    platforms === undefined || platforms.length === 0
      ? ""
      : ` It has it for ${platforms.map(printable).join(", ")}.`;
  return new DiagnosticError(
    problem("provider/terraform-not-offered", {
      detail: `${sentenceStart(title)} does not have ${packageText(wanted)} for ${wanted.platform}.${others}`,
      hint: "Use another version of the provider that supports this platform, or another machine.",
    }),
  );
}

/** Returns a title with a capital letter. */
export function sentenceStart(title: string): string {
  return title.replace(/^./, (first) => first.toUpperCase());
}
