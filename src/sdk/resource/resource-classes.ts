import { parseTypeToken } from "../../model/index.js";
import { currentContext } from "../recording/context.js";
import type { ResourceClass } from "../recording/brands.js";
import type { ResourceClasses } from "../recording/recorder.js";
import type { Resource } from "./resource.js";

/**
 * Registers the class of a type for a version of its package. A reference to such a resource becomes an object of the
 * class. Classes of types that a provider defines are registered automatically. A registration by a program is valid
 * for that evaluation; a registration by a package while it is loaded is valid for the whole process.
 *
 * ```ts
 * coconut.registerResourceClass("aws:s3:Bucket", "6.2.0", Bucket);
 * ```
 */
export function registerResourceClass(
  type: string,
  version: string,
  resourceClass: abstract new (...parameters: never[]) => Resource,
): void {
  parseTypeToken(type, { grammar: "ecosystem" });
  const classes = currentContext()?.recorder.classes ?? ofProcess;
  const versions = classes.get(type) ?? new Map<string, ResourceClass>();
  classes.set(type, versions.set(version, resourceClass));
}

// On globalThis because the program and its imports may have loaded two copies of this package.
const shared = globalThis as { [key]?: ResourceClasses };
const key = Symbol.for("coconut.resourceClasses");
const ofProcess = (shared[key] ??= new Map());

/** Returns the class for a reference with this package version, or for any version if the reference has none. */
export function classFor(type: string, version: string | undefined): ResourceClass | "none" | "other-major" {
  const known = [currentContext()?.recorder.classes, ofProcess].flatMap(
    (classes) => classes?.get(type) ?? [],
  );
  for (const versions of known) {
    const chosen = chooseVersion([...versions.keys()], version);
    if (chosen !== undefined) return versions.get(chosen)!;
  }
  return known.length === 0 ? "none" : "other-major";
}

/**
 * Returns the exact version, else the latest of the same major version, whose properties are assumed to be compatible.
 */
export function chooseVersion(versions: readonly string[], wanted: string | undefined): string | undefined {
  if (wanted !== undefined && versions.includes(wanted)) return wanted;
  return versions
    .filter((version) => wanted === undefined || numbersOf(version)[0] === numbersOf(wanted)[0])
    .toSorted((a, b) => compare(numbersOf(b), numbersOf(a)))[0];
}

function numbersOf(version: string): readonly number[] {
  return version.split(/[-+]/, 1)[0]!.split(".").map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const difference = a.map((number, index) => number - (b[index] ?? 0)).find((each) => each !== 0);
  return difference ?? 0;
}
