import { isAbsolute, join } from "node:path";
import { openStore } from "./open-store.js";
import type { StorePorts } from "./ports.js";
import { stackFile } from "./sqlite/index.js";
import type { StackAddress, StackStore, Store } from "./store.js";

import { systemPorts } from "./system-ports.js";

/** Which stack, and where its state is kept. */
export interface StackAddressed {
  /** The name of the project; part of every URN. */
  readonly project: string;
  /** The name of the environment: `dev`, `staging`. */
  readonly name: string;
  /** Sets several instances of one environment apart. */
  readonly namespace?: string;
  /** Where state is kept: `sqlite:<folder>` or `memory:`. The folder is relative to the project's. */
  readonly store?: string | Store;
  /** Where the program lives; the working folder unless said. */
  readonly projectFolder?: string;
  /** The clock, the processes and the keys that the store sees; those of this machine unless said. */
  readonly ports?: StorePorts;
}

/** Opens what is remembered of a stack. If there is none of its name yet it is made, or refused. */
export async function openStackStore(place: StackAddressed, { create = true } = {}): Promise<StackStore> {
  return (await storeOf(place)).open({ project: place.project, name: stackName(place) }, { create });
}

/** The file that the state of a stack is kept in, from the folder of its project if it is below that. */
export function stateFileName(place: Pick<StackAddressed, "name" | "namespace" | "store">): string {
  const folder = typeof place.store === "string" ? place.store.replace(/^sqlite:/, "") : usualFolder;
  return join(folder, stackFile(stackName(place)) ?? "");
}

/** Opens another stack of the same store, which must exist. */
export async function openOtherStack(place: StackAddressed, other: StackAddress): Promise<StackStore> {
  return (await storeOf(place)).open(other, { create: false });
}

/** Where the stacks of a project are kept. */
export async function storeOf(
  place: Pick<StackAddressed, "store" | "projectFolder" | "ports">,
): Promise<Store> {
  const { store = `sqlite:${usualFolder}`, projectFolder = process.cwd() } = place;
  const { ports = systemPorts(process.env, projectFolder) } = place;
  if (typeof store !== "string") return store;
  const folder = store.startsWith("sqlite:") ? store.slice("sqlite:".length) : undefined;
  if (folder === undefined || isAbsolute(folder)) return openStore(store, ports);
  return openStore(`sqlite:${join(projectFolder, folder)}`, ports);
}

const usualFolder = ".coconut";

/** What a stack is called in its store and in URNs: `staging`, or `staging:acmecorp`. */
export function stackName({ name, namespace }: Pick<StackAddressed, "name" | "namespace">): string {
  return namespace === undefined ? name : `${name}:${namespace}`;
}
