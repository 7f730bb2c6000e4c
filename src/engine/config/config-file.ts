import { randomBytes } from "node:crypto";
import { chmod, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { fileFault } from "./config-problem.js";
import { parseConfig, type ConfigMember } from "./parse-config.js";

export interface ConfigFile {
  readonly text: string;
  readonly members: readonly ConfigMember[];
}

/** Where the configuration of a stack lies in the folder of its project, unless said otherwise. */
export function configFileName(name: string, namespace?: string): string {
  const stack = namespace === undefined ? plainName(name) : `${plainName(name)}@${plainName(namespace)}`;
  return `coconut.${stack}.json`;
}

/** A file that does not exist holds nothing. */
export async function readConfigFile(file: string, project: string): Promise<ConfigFile> {
  const text = await textOf(file);
  return text === undefined
    ? { text: "{}\n", members: [] }
    : { text, members: parseConfig(text, file, project) };
}

/** Whoever reads meanwhile, or after a crash, finds the old text or the new one. The rights of the file stay. */
export async function writeConfigFile(file: string, text: string): Promise<void> {
  let temporary: string | undefined;
  try {
    const target = await existing(file);
    const path = target?.path ?? file;
    temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
    const handle = await open(temporary, "wx", target?.mode ?? 0o666);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (target !== undefined) await chmod(temporary, target.mode);
    await rename(temporary, path);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw new DiagnosticError(fileFault(file, error));
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new DiagnosticError(fileFault(file, error));
  }
}

/** A link stays a link: what it leads to is written. */
async function existing(file: string): Promise<{ path: string; mode: number } | undefined> {
  try {
    const path = await realpath(file);
    return { path, mode: (await stat(path)).mode & 0o777 };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ENOENT";
}

/** What means something to a file system, or to this name, is written as its code. */
function plainName(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|%@\p{Cc}]/gu, (character) =>
    encodeURIComponent(character).replace("*", "%2A"),
  );
}
