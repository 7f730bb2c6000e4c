import { storeOf, type StackAddressed } from "../../store/internal.js";
import { attempted, type Attempt } from "./attempt.js";

/** A project and its store. */
export type InspectedPlace = Pick<StackAddressed, "project" | "store" | "projectFolder" | "ports">;

/** The findings about a project's store, without opening a stack. */
export interface StoreInspection {
  /** The names of the project's stacks. */
  readonly stacks: Attempt<readonly string[]>;
  /** The folder of the store; absent for a store without files on this machine. */
  readonly folder?: StoreFolder;
}

export interface StoreFolder {
  readonly path: string;
  /** The files of the project's stacks. */
  readonly files: readonly string[];
  /** The path that the file of a stack would have. */
  readonly exampleFile: string;
}

export async function inspectStore(place: InspectedPlace): Promise<StoreInspection> {
  const stacks = await attempted(() => stackNames(place));
  const folder = await attempted(() => inspectFolder(place, stacks.ok ? stacks.result : []));
  return { stacks, ...(folder.ok && folder.result !== undefined && { folder: folder.result }) };
}

/** Returns the names of a project's stacks without opening any. */
export async function stackNames(place: InspectedPlace): Promise<readonly string[]> {
  return (await (await storeOf(place)).list(place.project)).map(({ name }) => name);
}

async function inspectFolder(
  place: InspectedPlace,
  names: readonly string[],
): Promise<StoreFolder | undefined> {
  const store = await storeOf(place);
  if (store.folder === undefined) return undefined;
  const fileOf = async (name: string) => {
    const where = await attempted(() => store.where({ project: place.project, name }));
    return where.ok ? where.result.path : undefined;
  };
  const files = await Promise.all(names.map(fileOf));
  return {
    path: store.folder,
    files: files.filter((file) => file !== undefined),
    exampleFile: (await fileOf("dev")) ?? store.folder,
  };
}
