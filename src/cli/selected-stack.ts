import { userInfo } from "node:os";
import type { AssetSources } from "../model/index.js";
import { chosenEnvironment } from "./environment.js";
import type { CommandOptionValues } from "./options.js";
import { readProject } from "./read-project.js";

/** The project and stack of a command, as options of the engine. */
export interface SelectedStack {
  readonly project: string;
  readonly name: string;
  readonly namespace?: string;
  readonly projectFolder: string;
  /** The project was found in a parent of the current folder or of the one given with `-C`. */
  readonly isAbove: boolean;
  /** Location of state, if `coconut.json` sets it. */
  readonly store?: string;
  readonly assets?: AssetSources;
  readonly actor: string;
  /** Entry file of the program, relative to the project folder. */
  readonly entry: string;
  /** The stack was chosen with `-s` or in `coconut.json`; otherwise it is the default `dev`. */
  readonly isChosen: boolean;
}

export function selectedStack({ cwd = ".", stack, namespace }: CommandOptionValues): SelectedStack {
  const { folder, isAbove, name: project, main, store, assets, usual } = readProject(cwd);
  const asked = { ...(stack !== undefined && { stack }), ...(namespace !== undefined && { namespace }) };
  return {
    project,
    ...chosenEnvironment(asked, usual),
    projectFolder: folder,
    isAbove,
    ...(store !== undefined && { store }),
    ...(assets !== undefined && { assets }),
    actor: userInfo().username,
    entry: main,
    isChosen: stack !== undefined || usual.stack !== undefined,
  };
}
