import { resolve } from "node:path";
import type { KeySource, Rotation, StackRun, StackStore, Wrapping } from "../store/internal.js";
import { systemPorts } from "../store/internal.js";
import { openConfigFile, resealConfigFile } from "../project/index.js";
import { beginRun, type LockWait } from "../engine/index.js";
import { configFileOf, type ConfigPlace } from "./config.js";
import { withStackStore } from "./with-stack-store.js";

/** The keys of a stack, for whoever does not need its program. The store is open only meanwhile. */
export function keysOf(place: ConfigPlace & LockWait & { readonly actor: string }): StackKeys {
  const ports = place.ports ?? systemPorts(process.env, place.projectFolder ?? process.cwd());
  const withStore = <Result>(work: (store: StackStore) => Promise<Result>): Promise<Result> =>
    withStackStore({ ...place, ports }, work);
  return {
    rotate: () => withStore((store) => rotateKey({ ...place, store, configFile: configFileOf(place) })),
    rewrap: (by) => withStore((store) => rewrapKey({ ...place, store }, keySource(by, ports.keys))),
  };
}

export interface StackKeys {
  rotate(): Promise<Rotation>;
  rewrap(by: NewWrapping): Promise<Wrapping>;
}

/** What is to open a stack from now on: a passphrase, or the key in a file, which is made if it does not exist. */
export type NewWrapping = { readonly passphrase: string } | { readonly keyFile?: string };

export function keySource(by: NewWrapping, usual: KeySource): KeySource {
  if ("passphrase" in by) return { ...usual, passphrase: async () => by.passphrase };
  const { keyFile } = by;
  return {
    ...usual,
    passphrase: async () => undefined,
    ...(keyFile !== undefined && { keyFile: () => resolve(keyFile) }),
  };
}

export interface KeyOperationPorts extends LockWait {
  readonly store: StackStore;
  readonly actor: string;
}

/**
 * Replaces the key of a stack: everything in the store and in the configuration file is sealed anew. If it is cut
 * off at any moment, the stack opens as before, and the next rotation finishes this one.
 */
export async function rotateKey({
  store,
  actor,
  project,
  configFile,
  ...options
}: KeyOperationPorts & {
  readonly project: string;
  readonly configFile: string | undefined;
}): Promise<Rotation> {
  // What cannot be opened is found before anything is begun.
  if (configFile !== undefined) await openConfigFile(store, project, configFile);
  const run = await beginRun(store, { command: "rotate", actor }, options);
  return ended(run, () =>
    run.rotateKey(async () => {
      if (configFile !== undefined) await resealConfigFile(store, project, configFile);
    }),
  );
}

/** Lets something else open a stack. What opened it before does not any more. */
export async function rewrapKey(ports: KeyOperationPorts, source: KeySource): Promise<Wrapping> {
  const run = await beginRun(ports.store, { command: "rewrap", actor: ports.actor }, ports);
  return ended(run, () => run.rewrapKey(source));
}

async function ended<Result>(run: StackRun, work: () => Promise<Result>): Promise<Result> {
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    await run.end(isDone ? "succeeded" : "failed", {});
  }
}
