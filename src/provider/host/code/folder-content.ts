import { JSON } from "../../../std/plain-json.js";
import { createHash, type Hash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { ownName } from "../installed-package.js";
import type { Manifest } from "../manifest.js";

/**
 * A digest of the files of a package: those that its package.json would publish, else all. The same wherever the folder
 * lies and whenever its files were written. Left out is what a package does not load: packages installed inside it,
 * hidden files, documentation, what tools leave behind, and the folders of `except`.
 */
export function folderContent(folder: string, manifest: Manifest, except: readonly string[]): string {
  const { name, files } = manifest;
  // What a running `coco` keeps of itself is no part of what it is.
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

/** Patterns, and what is excluded, would need npm's own rules: then all files count. */
const isPlain = /^[^!*?{}[\]]+$/;

const isLeftOut = /^\.|^node_modules$|\.(?:md|map|log|tsbuildinfo)$/i;

/** So many files are read, of that size; of more and of larger ones, names and sizes have to do. */
const most = 20_000;
const largest = 64 * 1024 * 1024;

interface FolderHash {
  readonly hash: Hash;
  readonly leftOut: ReadonlySet<string>;
  left: number;
}

/** What cannot be read counts by its name. */
function add(folder: string, path: string, reading: FolderHash): void {
  const whole = join(folder, path);
  const note = (...facts: readonly unknown[]) => reading.hash.update(JSON.stringify([path, ...facts]));
  try {
    const status = statSync(whole);
    if (status.isFile()) {
      note(status.size);
      if (status.size <= largest && reading.left-- > 0) reading.hash.update(readFileSync(whole));
    } else if (status.isDirectory() && !reading.leftOut.has(whole)) {
      // A folder that is a link is not entered: it may lead anywhere, and in a circle.
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
