import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../../../model/index.js";
import { pathBeside } from "../../../std/file-beside.js";
import { writeNewFile, writeWholeFile } from "../../../std/write-whole-file.js";
import type { TypingsFile } from "../../../terraform/typings/index.js";
import { problem } from "../diagnostics.js";
import { stampFile, stampText, typingsFolder, type TypingsOrigin } from "./typings-stamp.js";

/**
 * Writes the generated modules of a provider, and removes those that were there before. The folder of the provider is written beside
 * its place and then moved there, so other processes find all old or all new modules. Of two processes that write at once, one wins.
 * Throws a DiagnosticError if the files cannot be written.
 */
export function writeTypings(
  projectFolder: string,
  origin: TypingsOrigin,
  files: Iterable<TypingsFile>,
): void {
  const { name } = origin;
  const folder = join(projectFolder, typingsFolder);
  writing(folder, () => {
    makeFolder(folder);
    const place = join(folder, checkedName(name));
    const staged = pathBeside(place);
    try {
      mkdirSync(staged);
      const beside = stage(staged, name, files);
      writeFileSync(join(staged, stampFile), stampText(origin));
      replaceFolder(staged, place);
      for (const file of besideNames(name)) placeBeside(join(folder, file), beside.get(file));
    } finally {
      rmSync(staged, { recursive: true, force: true });
    }
    removeAbandoned(folder, place);
  });
}

/** Removes the generated modules of a provider, if there are any. Throws a DiagnosticError if they cannot be removed. */
export function removeTypings(projectFolder: string, name: string): void {
  const folder = join(projectFolder, typingsFolder);
  writing(folder, () => {
    for (const file of besideNames(name)) rmSync(join(folder, file), { force: true });
    moveAway(join(folder, checkedName(name)));
  });
}

/** Creates the folder as Coconut creates `.coconut`: for this user only, and ignored by Git. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ignored = join(dirname(folder), ".gitignore");
  if (!existsSync(ignored)) writeNewFile(ignored, "*\n");
  // The modules are ES modules, whatever the package of the project is.
  placeBeside(join(folder, "package.json"), '{ "type": "module" }\n');
}

/** Writes the files of the provider's folder, and returns the others by name. */
function stage(staged: string, name: string, files: Iterable<TypingsFile>): ReadonlyMap<string, string> {
  const beside = new Map<string, string>();
  const made = new Set([staged]);
  for (const { path, text } of files) {
    const [first, ...inside] = path.split("/");
    if (inside.length === 0 && besideNames(name).includes(path)) {
      beside.set(path, text);
      continue;
    }
    if (first !== name || inside.some((part) => !isPlainName.test(part)))
      throw new Error(`The generated file ${path} is not in the folder ${name}. This is a bug in Coconut.`);
    const file = join(staged, ...inside);
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    made.add(dirname(file));
    writeFileSync(file, text);
  }
  return beside;
}

const isPlainName = /^[\p{ID_Continue}-][\p{ID_Continue}.-]*$/u;

function besideNames(name: string): readonly string[] {
  return [`${name}.js`, `${name}.d.ts`];
}

function checkedName(name: string): string {
  if (isPlainName.test(name)) return name;
  throw new Error(`${name} is not the name of a provider. This is a bug in Coconut.`);
}

/** Moves a folder to the place of another one, which may come into being meanwhile. */
function replaceFolder(staged: string, place: string): void {
  for (let attempt = 1; ; attempt++) {
    moveAway(place);
    try {
      return renameSync(staged, place);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (attempt === mostAttempts || !occupied.has(code)) throw error;
    }
  }
}

const mostAttempts = 100;

/** The errors if another process moved its folder there first. Windows has the last two. */
const occupied: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"]);

/** Removes a folder atomically: other processes find all of it or nothing. */
function moveAway(place: string): void {
  const away = pathBeside(place);
  try {
    renameSync(place, away);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  rmSync(away, { recursive: true, force: true });
}

function placeBeside(file: string, text: string | undefined): void {
  if (text === undefined) rmSync(file, { force: true });
  else if (textOf(file) !== text) writeWholeFile(file, text);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Removes folders that killed processes left. Writing takes seconds, so those of more than an hour ago are abandoned. */
function removeAbandoned(folder: string, justPlaced: string): void {
  const now = statSync(justPlaced, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || !isUnfinished.test(entry.name)) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && now - found.mtimeMs > abandonedMs)
      rmSync(path, { recursive: true, force: true });
  }
}

const isUnfinished = /^\..*\.[0-9a-f]{12}\.new$/;
const abandonedMs = 3_600_000;

function writing<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new DiagnosticError(
      problem("provider/terraform-typings", {
        detail: `The modules of the Terraform providers cannot be written to ${folder}: ${message}.`,
        hint: "Make sure that the folder is writable and the disk is not full, and run again:\n    coco provider install",
      }),
    );
  }
}
