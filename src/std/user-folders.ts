import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The folder for a user's settings, as the XDG base directory specification has it: a variable that is empty or relative
 * counts as not set. Nothing for a user without a home folder.
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

/** By `HOME`, or where that is not an absolute path, as the system knows the user. Nothing if it knows none. */
export function homeFolder(known: readonly (() => string)[] = system): string | undefined {
  for (const ask of known) {
    try {
      const folder = ask();
      if (isAbsolute(folder)) return folder;
    } catch {
      // A user that the system does not know, as in some containers.
    }
  }
  return undefined;
}

const system = [homedir, () => userInfo().homedir];
