/** A version by the rules of semantic versioning. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The parts after the hyphen, or none. */
  readonly preRelease: readonly string[];
  /** The text after the plus sign, or an empty one. Makes no difference for the order. */
  readonly build: string;
}

/** Returns undefined for a text that is not `major.minor.patch`, with or without a pre-release and a build. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, preRelease, build] = pattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  const numbers = [major, minor, patch].map(Number) as [number, number, number];
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  return {
    major: numbers[0],
    minor: numbers[1],
    patch: numbers[2],
    preRelease: preRelease === undefined ? [] : preRelease.split("."),
    build: build ?? "",
  };
}

export function versionText({ major, minor, patch, preRelease, build }: Version): string {
  const before = preRelease.length === 0 ? "" : `-${preRelease.join(".")}`;
  return `${major}.${minor}.${patch}${before}${build === "" ? "" : `+${build}`}`;
}

/** Returns a negative number if `a` is older. Ignores the build. */
export function compareVersions(a: Version, b: Version): number {
  return (
    a.major - b.major ||
    a.minor - b.minor ||
    a.patch - b.patch ||
    comparePreReleases(a.preRelease, b.preRelease)
  );
}

/** Sorts texts of versions, newest first. Drops texts that are not versions. */
export function newestFirst(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => {
      const version = parseVersion(text);
      return version === undefined ? [] : [{ text, version }];
    })
    .sort((a, b) => compareVersions(b.version, a.version))
    .map(({ text }) => text);
}

const part = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const number = String.raw`(0|[1-9]\d{0,15})`;
const pattern = new RegExp(
  String.raw`^${number}\.${number}\.${number}(?:-(${part}(?:\.${part})*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$`,
);

/** A release is newer than its pre-releases. Numbers come before words. */
function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [left, right] = [a[index]!, b[index]!];
    if (left === right) continue;
    const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
    if (isLeftNumber && left.length !== right.length) return left.length - right.length;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
