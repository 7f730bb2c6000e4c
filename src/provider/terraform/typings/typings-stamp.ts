import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, JSON } from "../../../std/plain-json.js";
import { typingsRevision } from "../../../terraform/typings/index.js";

/** The origin of the generated modules of a provider. */
export interface TypingsOrigin {
  /** The name under which programs import them: `random`. */
  readonly name: string;
  /** The version of the provider. */
  readonly version: string;
  /** A text that identifies the program of the provider, such as its hash in the lock file. */
  readonly identity: string;
}

/** The folder with the generated modules of all providers, in the folder of a project. */
export const typingsFolder = join(".coconut", "tf");

/** The file in the folder of a provider that names their origin. */
export const stampFile = "stamp.json";

/** Returns the content of the stamp. */
export function stampText({ version, identity }: TypingsOrigin): string {
  return `${JSON.stringify({ version, identity, generator: typingsRevision })}\n`;
}

/**
 * Returns whether the modules of a provider were generated from this program, by this version of the generator. Reads one small file
 * and not the modules.
 */
export function areTypingsCurrent(projectFolder: string, name: string, identity: string): boolean {
  try {
    const text = readFileSync(join(projectFolder, typingsFolder, name, stampFile), "utf8");
    const stamp: unknown = JSON.parse(text);
    return isJsonObject(stamp) && stamp["identity"] === identity && stamp["generator"] === typingsRevision;
  } catch {
    return false;
  }
}

/** Returns whether there are generated modules of a provider, current or not. */
export function hasTypings(projectFolder: string, name: string): boolean {
  return existsSync(join(projectFolder, typingsFolder, name, stampFile));
}
