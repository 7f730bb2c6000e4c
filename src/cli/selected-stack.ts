import { userInfo } from "node:os";
import type { AssetSources } from "../model/index.js";
import { chosenEnvironment } from "./environment.js";
import type { CommandOptionValues } from "./options.js";
import { readProject } from "./read-project.js";

/** Which stack of which project a command is about, as the engine takes it. */
export interface SelectedStack {
  readonly project: string;
  readonly name: string;
  readonly namespace?: string;
  readonly projectFolder: string;
  /** It was found above the folder that coco was started in or that was named. */
  readonly isAbove: boolean;
  /** Where state is kept, if the project says so. */
  readonly store?: string;
  readonly assets?: AssetSources;
  readonly actor: string;
  /** The file of the program, from the folder. */
  readonly entry: string;
  /** Whether someone said which stack, here or in the project. */
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
