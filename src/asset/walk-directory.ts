import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { compareUtf8, databaseOf, DiagnosticError, entryName, joinNames } from "../model/index.js";
import { isGuarded } from "../std/guarded-files.js";
import { problem } from "./diagnostics.js";
import { fileProblem } from "./file-problem.js";

export interface WalkedFile {
  /** Relative to the folder, with slashes. */
  readonly name: string;
  readonly path: string;
}

/**
 * Folders in which Pulumi and Coconut keep their own records. They change with every run and may contain state, so they
 * are not part of a folder's content.
 */
const bookkeeping: ReadonlySet<string> = new Set([".pulumi", ".coconut"]);

/**
 * Yields the regular files of a folder, each level sorted by the UTF-8 bytes of the names. Links to folders are
 * skipped, as in Pulumi; links to files are followed if they stay inside. State files are skipped too, wherever the
 * store is: they change with every run, and opening one that this process uses would release its locks.
 */
export async function* walkDirectory(root: string, signal?: AbortSignal): AsyncGenerator<WalkedFile> {
  yield* walk(root, root, "", signal);
}

async function* walk(
  root: string,
  directory: string,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<WalkedFile> {
  signal?.throwIfAborted();
  const entries = await list(directory);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    if (bookkeeping.has(entry.name) || isStateFile(entry.name, names)) continue;
    const path = join(directory, entry.name);
    if (!entry.isDirectory() && isGuarded(path)) continue;
    const name = joinNames(folder, entryName(entry.name, `the folder ${directory}`));
    if (entry.isDirectory()) yield* walk(root, path, name, signal);
    else if (entry.isFile()) yield { name, path };
    else if (entry.isSymbolicLink()) yield* follow(root, path, name);
    else throw special(path);
  }
}

function isStateFile(name: string, beside: ReadonlySet<string>): boolean {
  const database = databaseOf(name);
  return database !== undefined && beside.has(`${database}-lock`);
}

async function list(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((left, right) => compareUtf8(left.name, right.name));
  } catch (error) {
    throw fileProblem(error, directory);
  }
}

async function* follow(root: string, path: string, name: string): AsyncGenerator<WalkedFile> {
  const [target, home] = await Promise.all([realpath(path), realpath(root)]).catch((error: unknown) => {
    throw fileProblem(error, path);
  });
  const status = await stat(target).catch((error: unknown) => {
    throw fileProblem(error, target);
  });
  if (status.isDirectory()) return;
  if (!isInside(home, target)) throw leaves(path, target, root);
  if (!status.isFile()) throw special(path);
  yield { name, path: target };
}

function isInside(home: string, target: string): boolean {
  const way = relative(home, target);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function leaves(path: string, target: string, root: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/link-leaves-folder", {
      detail: `The link ${path} points to ${target}, which is outside the archived folder ${root}.`,
      hint: "Replace the link by a copy of the file, or archive a folder that contains both.",
    }),
  );
}

function special(path: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/not-a-regular-file", {
      detail: `${path} is a device, a pipe or a socket.`,
      hint: "Remove it from the archived folder.",
    }),
  );
}
