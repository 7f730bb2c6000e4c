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
 * Where the ecosystem and Coconut keep their own records. They change with every run, and may hold state that
 * is nobody else's business, so they are no part of a folder's content.
 */
const bookkeeping: ReadonlySet<string> = new Set([".pulumi", ".coconut"]);

/**
 * The regular files under a folder, each level in the order of its names' UTF-8 bytes. Links to folders are
 * left out, as the ecosystem does; links to files are followed while they stay inside. State files are left out too,
 * wherever the store is: they change with every run, and opening one that this process uses would release its locks.
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
      detail: `The link ${path} leads to ${target}, which is outside of the archived folder ${root}.`,
      hint: "Replace the link by a copy of the file, or archive a folder that holds both.",
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
