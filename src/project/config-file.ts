import { DiagnosticError, isDiagnosticError } from "../model/index.js";
import { readTextFile } from "../std/read-text-file.js";
import { rewriteFile } from "./rewrite-file.js";
import { fileFault } from "./config-problem.js";
import { parseConfig, type ConfigMember } from "./parse-config.js";

export interface ConfigFile {
  readonly text: string;
  readonly members: readonly ConfigMember[];
}

/** Returns the default name of a stack's configuration file in the project folder. */
export function configFileName(name: string, namespace?: string): string {
  const stack = namespace === undefined ? plainName(name) : `${plainName(name)}@${plainName(namespace)}`;
  return `coconut.${stack}.json`;
}

/** Reads a configuration file. A missing file is treated as empty. */
export async function readConfigFile(file: string, project: string): Promise<ConfigFile> {
  return configFileOf(textOf(file), file, project);
}

/**
 * Reads the file, changes its text and writes it back. No other command changes it in between. Keeps the permissions.
 */
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

/** Escapes characters that are special in file names or in this name. */
function plainName(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|%@\p{Cc}]/gu, (character) =>
    encodeURIComponent(character).replace("*", "%2A"),
  );
}
