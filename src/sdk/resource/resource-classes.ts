import { parseTypeToken } from "../../model/index.js";
import { currentContext } from "../recording/context.js";
import type { ResourceClass } from "../recording/brands.js";
import type { ResourceClasses } from "../recording/recorder.js";
import type { Resource } from "./resource.js";

/**
 * Says which class stands for a type in a version of its package, so that a reference to a resource becomes an
 * object of it. Classes of types that a provider defines are known without it. What a program says holds for that
 * evaluation of it, what a package says while it is loaded for the whole process.
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

// On globalThis: the program and what it imports may have loaded two copies of this package.
const shared = globalThis as { [key]?: ResourceClasses };
const key = Symbol.for("coconut.resourceClasses");
const ofProcess = (shared[key] ??= new Map());

/** The class for a reference that names this version of the package; any version if it names none. */
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

/** The latest of the same major version, unless the very one is there: within one, the shape stays readable. */
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
