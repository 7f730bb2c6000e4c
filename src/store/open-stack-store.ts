import { openStore } from "./open-store.js";
import type { StorePorts } from "./ports.js";
import type { StackAddress, StateLocation } from "./raw/index.js";
import { usualLocation } from "./registry.js";
import type { StackStore, Store } from "./store.js";
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
  return (await storeOf(place)).open(addressOf(place), { create });
}

/** Whether a stack exists. */
export async function hasStack(place: StackAddressed): Promise<boolean> {
  return (await storeOf(place)).exists(addressOf(place));
}

/** Where the state of a stack is kept, for people. */
export async function stateLocation(place: StackAddressed): Promise<StateLocation> {
  return (await storeOf(place)).where(addressOf(place));
}

/** Opens another stack of the same store, which must exist. */
export async function openOtherStack(place: StackAddressed, other: StackAddress): Promise<StackStore> {
  return (await storeOf(place)).open(other, { create: false });
}

/** Where the stacks of a project are kept. */
export async function storeOf(
  place: Pick<StackAddressed, "store" | "projectFolder" | "ports">,
): Promise<Store> {
  const { store = usualLocation, projectFolder = process.cwd() } = place;
  const { ports = systemPorts(process.env, projectFolder) } = place;
  return typeof store === "string" ? openStore(store, ports, projectFolder) : store;
}

/** What a stack is called in its store and in URNs: `staging`, or `staging:acmecorp`. */
export function stackName({ name, namespace }: Pick<StackAddressed, "name" | "namespace">): string {
  return namespace === undefined ? name : `${name}:${namespace}`;
}

function addressOf(place: StackAddressed): StackAddress {
  return { project: place.project, name: stackName(place) };
}
