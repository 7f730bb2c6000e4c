import { openStore } from "./open-store.js";
import type { StorePorts } from "./ports.js";
import type { StackAddress, StateLocation } from "./raw/index.js";
import { usualLocation } from "./registry.js";
import type { StackStore, Store } from "./store.js";
import { systemPorts } from "./system-ports.js";

/** Identifies a stack and the place of its state. */
export interface StackAddressed {
  /** The name of the project; part of every URN. */
  readonly project: string;
  /** The name of the environment: `dev`, `staging`. */
  readonly name: string;
  /** Distinguishes several instances of one environment. */
  readonly namespace?: string;
  /** Location of the state: `sqlite:<folder>` (relative to the project folder) or `memory:`. */
  readonly store?: string | Store;
  /** Folder of the program (default: the working directory). */
  readonly projectFolder?: string;
  /** The clock, processes and keys that the store uses (default: those of this machine). */
  readonly ports?: StorePorts;
}

/** Opens the state of a stack. If the stack does not exist, creates it, or throws if `create` is false. */
export async function openStackStore(place: StackAddressed, { create = true } = {}): Promise<StackStore> {
  return (await storeOf(place)).open(addressOf(place), { create });
}

/** Whether a stack exists. */
export async function hasStack(place: StackAddressed): Promise<boolean> {
  return (await storeOf(place)).exists(addressOf(place));
}

/** Returns where the state of a stack is stored, for display. */
export async function stateLocation(place: StackAddressed): Promise<StateLocation> {
  return (await storeOf(place)).where(addressOf(place));
}

/** Opens another stack of the same store, which must exist. */
export async function openOtherStack(place: StackAddressed, other: StackAddress): Promise<StackStore> {
  return (await storeOf(place)).open(other, { create: false });
}

/** Returns the store that contains the stacks of a project. */
export async function storeOf(
  place: Pick<StackAddressed, "store" | "projectFolder" | "ports">,
): Promise<Store> {
  const { store = usualLocation, projectFolder = process.cwd() } = place;
  const { ports = systemPorts(process.env, projectFolder) } = place;
  return typeof store === "string" ? openStore(store, ports, projectFolder) : store;
}

/** Returns the name of a stack in its store and in URNs: `staging`, or `staging:acmecorp`. */
export function stackName({ name, namespace }: Pick<StackAddressed, "name" | "namespace">): string {
  return namespace === undefined ? name : `${name}:${namespace}`;
}

function addressOf(place: StackAddressed): StackAddress {
  return { project: place.project, name: stackName(place) };
}
