import { JSON } from "../../../std/plain-json.js";
import { createHash, type Hash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { ownName } from "../installed-package.js";
import type { Manifest } from "../manifest.js";

/**
 * Returns a digest of the files of a package: those that its package.json would publish, otherwise all. Independent of
 * the location of the folder and of file times. Excludes files that a package does not load: packages installed inside
 * it, hidden files, documentation, files that tools generate, and the folders of `except`.
 */
export function folderContent(folder: string, manifest: Manifest, except: readonly string[]): string {
  const { name, files } = manifest;
  // The compile cache of a running `coco` is not part of the package.
  const leftOut = name === ownName ? [...except, join(folder, "dist/compiled")] : except;
  const reading: FolderHash = { hash: createHash("sha256"), leftOut: new Set(leftOut), left: most };
  for (const path of [...new Set(published(files))].sort()) add(folder, path, reading);
  return reading.hash.digest("hex");
}

function published(files: unknown): readonly string[] {
  const isList =
    Array.isArray(files) && files.every((each) => typeof each === "string" && isPlain.test(each));
  return isList ? ["package.json", ...(files as string[])] : [""];
}

/** Patterns and exclusions would require npm's own rules. If there are any, all files count. */
const isPlain = /^[^!*?{}[\]]+$/;

const isLeftOut = /^\.|^node_modules$|\.(?:md|map|log|tsbuildinfo)$/i;

/** The maximum number and size of files that are read. For further and larger files, only the name and size count. */
const most = 20_000;
const largest = 64 * 1024 * 1024;

interface FolderHash {
  readonly hash: Hash;
  readonly leftOut: ReadonlySet<string>;
  left: number;
}

/** Adds a file or folder to the digest. For an unreadable file, only the name counts. */
function add(folder: string, path: string, reading: FolderHash): void {
  const whole = join(folder, path);
  const note = (...facts: readonly unknown[]) => reading.hash.update(JSON.stringify([path, ...facts]));
  try {
    const status = statSync(whole);
    if (status.isFile()) {
      note(status.size);
      if (status.size <= largest && reading.left-- > 0) reading.hash.update(readFileSync(whole));
    } else if (status.isDirectory() && !reading.leftOut.has(whole)) {
      // Linked folders are not followed: they may lead anywhere, or form a loop.
      if (path !== "" && lstatSync(whole).isSymbolicLink()) note(readlinkSync(whole));
      else for (const name of namesIn(whole)) add(folder, path === "" ? name : `${path}/${name}`, reading);
    }
  } catch {
    note("unreadable");
  }
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !isLeftOut.test(name))
    .sort();
}
