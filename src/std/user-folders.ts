import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Returns the folder for a user's settings by the XDG base directory specification: an empty or relative variable
 * counts as unset. Undefined for a user without a home folder.
 */
export function configFolder(
  environment: NodeJS.ProcessEnv,
  home: () => string | undefined = homeFolder,
): string | undefined {
  const named = environment["XDG_CONFIG_HOME"];
  if (named !== undefined && isAbsolute(named)) return named;
  const folder = home();
  return folder && join(folder, ".config");
}

/** Returns the folder for files of a user that can be created again, by the same rules. */
export function cacheFolder(
  environment: NodeJS.ProcessEnv,
  home: () => string | undefined = homeFolder,
): string | undefined {
  const named = environment["XDG_CACHE_HOME"];
  if (named !== undefined && isAbsolute(named)) return named;
  const folder = home();
  return folder && join(folder, ".cache");
}

/** Uses `HOME`, or the system's entry for the user if `HOME` is not an absolute path. Undefined if there is neither. */
export function homeFolder(known: readonly (() => string)[] = system): string | undefined {
  for (const ask of known) {
    try {
      const folder = ask();
      if (isAbsolute(folder)) return folder;
    } catch {
      // The system does not know the user, as in some containers.
    }
  }
  return undefined;
}

const system = [homedir, () => userInfo().homedir];
