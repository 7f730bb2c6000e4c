import { DiagnosticError } from "../../model/index.js";
import { readTextFile } from "../../std/read-text-file.js";
import { writeWholeFile } from "../../std/write-whole-file.js";
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
  const text = textOf(file);
  return text === undefined
    ? { text: "{}\n", members: [] }
    : { text, members: parseConfig(text, file, project) };
}

/** Whoever reads meanwhile, or after a crash, finds the old text or the new one. The rights of the file stay. */
export async function writeConfigFile(file: string, text: string): Promise<void> {
  try {
    writeWholeFile(file, text);
  } catch (error) {
    throw new DiagnosticError(fileFault(file, error));
  }
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
