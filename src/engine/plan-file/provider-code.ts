import type { PackageRecord } from "../../model/index.js";
import type { CodePart } from "../../provider/host/code/index.js";
import { JSON } from "../../std/plain-json.js";

/** The code that the providers of a plan load, by package. */
export type ProviderCode = { readonly [name: string]: readonly CodePart[] };

/** Finds the code that the providers of these packages load. The returned function reads it. */
export type FindCode = (packages: readonly PackageRecord[]) => Promise<() => ProviderCode>;

/** Returns a line for each difference in the code that providers load; empty if there is none. */
export function codeDifferences(then: ProviderCode, now: ProviderCode): readonly string[] {
  const packages = new Set([...Object.keys(then), ...Object.keys(now)]);
  return [...packages].sort().flatMap((name) => {
    const [before, after] = [partsOf(then, name), partsOf(now, name)];
    const parts = [...lacking(before, after), ...lacking(after, before)];
    const names = [...new Set(parts.map((part) => part.name))].sort();
    const named = (each: string) => [before, after].map((all) => all.filter((part) => part.name === each));
    const lines = names.flatMap((each) => partLine(each, named(each), parts));
    // A changed package also changes the dependency list of all that depend on it. Show that only if nothing else
    // differs.
    const told = lines.some(({ isNeed }) => !isNeed) ? lines.filter(({ isNeed }) => !isNeed) : lines;
    return told.map(({ text }) => `${name}: ${text.replaceAll(digests, "$1")}`);
  });
}

/** Shortens digests to enough characters to tell them apart. */
const digests = /\b([0-9a-f]{12})[0-9a-f]{52}\b/g;

function partsOf(code: ProviderCode, name: string): readonly CodePart[] {
  return Object.hasOwn(code, name) ? code[name]! : [];
}

/** Returns the parts in the first list that the second lacks. */
function lacking(parts: readonly CodePart[], others: readonly CodePart[]): readonly CodePart[] {
  const keyOf = ({ name, version, seal, needs }: CodePart) => JSON.stringify([name, version, seal, needs]);
  const known = new Set(others.map(keyOf));
  return parts.filter((part) => !known.has(keyOf(part)));
}

/** Returns how parts of one name differ. There may be several: packages can bundle their own copies. */
function partLine(
  name: string,
  sides: readonly (readonly CodePart[])[],
  differing: readonly CodePart[],
): { readonly text: string; readonly isNeed: boolean } {
  const changed = sides.map((parts) => parts.filter((part) => differing.includes(part)));
  const [thenVersions, nowVersions] = sides.map((parts) => listed(parts, ({ version }) => version));
  if (thenVersions !== nowVersions)
    return { text: `${name}: ${thenVersions} -> ${nowVersions}`, isNeed: false };
  const label = `${name} ${listed(changed.flat(), ({ version }) => version)}`.trim();
  const isSeveral = new Set(changed.flat().map(({ version }) => version)).size > 1;
  const sealOf = ({ version, seal }: CodePart) => (isSeveral ? `${version} ${seal}` : seal);
  const [thenSeals, nowSeals] = changed.map((parts) => listed(parts, sealOf));
  if (thenSeals !== nowSeals) return { text: `${label}: ${thenSeals} -> ${nowSeals}`, isNeed: false };
  const [thenNeeds, nowNeeds] = changed.map((parts) => listed(parts, ({ needs }) => `[${needs.join(", ")}]`));
  return { text: `${label}: needs ${thenNeeds} -> ${nowNeeds}`, isNeed: true };
}

function listed(parts: readonly CodePart[], fact: (part: CodePart) => string): string {
  return parts.length === 0 ? "none" : [...new Set(parts.map(fact))].sort().join(", ");
}
