import { isJsonObject, JSON } from "../../../std/plain-json.js";
import { dirname, join, relative, sep } from "node:path";
import { readTextFile } from "../../../std/read-text-file.js";

/** An installed package, in a folder with links resolved. */
export interface InstalledFolder {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** Returns the integrity that a lock file has for a package, by its path below the lock file or by name and version. */
type Lock = (path: string, name: string, version: string) => string | undefined;

/** The lock files of installed packages. Each is read once. */
export class LockFiles {
  /** By folder. */
  readonly #locks = new Map<string, Lock | undefined>();

  /** Returns the integrity from the nearest lock file; undefined if there is none, or if it has another version. */
  integrityOf({ folder, name, version }: InstalledFolder): string | undefined {
    const above = folder.slice(0, folder.indexOf(`${sep}node_modules${sep}`));
    for (let top = above; ; top = dirname(top)) {
      const lock = this.#in(top);
      if (lock !== undefined) return lock(relative(top, folder).split(sep).join("/"), name, version);
      if (dirname(top) === top) return undefined;
    }
  }

  #in(folder: string): Lock | undefined {
    if (!this.#locks.has(folder)) this.#locks.set(folder, lockIn(folder));
    return this.#locks.get(folder);
  }
}

function lockIn(folder: string): Lock | undefined {
  for (const [file, read] of formats) {
    const text = textOf(join(folder, file));
    if (text !== undefined) return read(text);
  }
  return undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file, { largest: 256 * 1024 * 1024 });
  } catch {
    return undefined;
  }
}

const formats: readonly (readonly [file: string, read: (text: string) => Lock])[] = [
  ["package-lock.json", npmLock],
  ["npm-shrinkwrap.json", npmLock],
  ["pnpm-lock.yaml", pnpmLock],
  ["yarn.lock", yarnLock],
  // npm always writes this file, also if the project has no lock file.
  ["node_modules/.package-lock.json", npmLock],
];

function npmLock(text: string): Lock {
  const packages = packagesOf(text);
  return (path, _, version) => {
    const entry = Object.hasOwn(packages, path) ? packages[path] : undefined;
    if (!isJsonObject(entry) || entry["version"] !== version) return undefined;
    // For a package from Git, `resolved` contains the commit.
    const { integrity, resolved } = entry;
    return [integrity, resolved].find((each): each is string => typeof each === "string");
  };
}

function packagesOf(text: string): { readonly [path: string]: unknown } {
  try {
    const lock: unknown = JSON.parse(text);
    return isJsonObject(lock) && isJsonObject(lock["packages"]) ? lock["packages"] : {};
  } catch {
    return {};
  }
}

/** Parses `/@acme/cloud@1.0.0:`, followed by a line with the integrity. */
function pnpmLock(text: string): Lock {
  return byVersion(
    text.matchAll(
      /^ {2}['"]?\/?((?:@[^@/\s'"]+\/)?[^@/\s'"]+)@([^\s:'"(]+)[^\n]*:\r?\n {4}resolution: \{integrity: ([^\s,}]+)/gm,
    ),
  );
}

/** Parses the format of Yarn 1, with the version and the integrity on separate lines. Later formats have no integrity. */
function yarnLock(text: string): Lock {
  return byVersion(
    text.matchAll(
      /^"?((?:@[^@/\s"]+\/)?[^@/\s"]+)@[^\n]*:\r?\n {2}version "([^"\n]+)"\r?\n(?: {2}resolved [^\n]*\n)? {2}integrity (\S+)/gm,
    ),
  );
}

function byVersion(found: Iterable<RegExpMatchArray>): Lock {
  const known = new Map([...found].map(([, name, version, integrity]) => [`${name}@${version}`, integrity!]));
  return (_, name, version) => known.get(`${name}@${version}`);
}
