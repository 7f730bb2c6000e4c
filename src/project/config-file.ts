import { DiagnosticError, isDiagnosticError } from "../model/index.js";
import { readTextFile } from "../std/read-text-file.js";
import { rewriteFile } from "./rewrite-file.js";
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
  return configFileOf(textOf(file), file, project);
}

/** Reads the file, changes its text and writes it back, with no other command in between. Its permissions stay. */
export async function rewriteConfigFile(
  file: string,
  project: string,
  change: (before: ConfigFile) => string | Promise<string>,
): Promise<void> {
  try {
    await rewriteFile(file, async (text) => {
      const before = configFileOf(text, file, project);
      const after = await change(before);
      return after === before.text ? undefined : after;
    });
  } catch (error) {
    throw isDiagnosticError(error) ? error : new DiagnosticError(fileFault(file, error));
  }
}

function configFileOf(text: string | undefined, file: string, project: string): ConfigFile {
  return text === undefined
    ? { text: "{}\n", members: [] }
    : { text, members: parseConfig(text, file, project) };
}

function textOf(file: string): string | undefined {
  try {
    return readTextFile(file, { mark: "kept" });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new DiagnosticError(fileFault(file, error));
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
