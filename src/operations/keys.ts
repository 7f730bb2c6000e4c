import { resolve } from "node:path";
import type { KeySource, Rotation, StackRun, StackStore, Wrapping } from "../store/internal.js";
import { systemPorts } from "../store/internal.js";
import { openConfigFile, resealConfigFile } from "../project/index.js";
import { beginRun, type LockWait } from "../engine/index.js";
import { configFileOf, type ConfigPlace } from "./config.js";
import { withStackStore } from "./with-stack-store.js";

/** Returns the keys of a stack, without its program. The store is open only during a call. */
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

/** The new protection of a stack's key: a passphrase, or a key file, which is created if it does not exist. */
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
 * Replaces the key of a stack and re-encrypts everything in the store and in the configuration file. If it is
 * interrupted, the stack still opens as before, and the next rotation finishes this one.
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
  // Fails on values that cannot be decrypted before anything is changed.
  if (configFile !== undefined) await openConfigFile(store, project, configFile);
  const run = await beginRun(store, { command: "rotate", actor }, options);
  return ended(run, () =>
    run.rotateKey(async () => {
      if (configFile !== undefined) await resealConfigFile(store, project, configFile);
    }),
  );
}

/** Protects the key of a stack with a new passphrase or key file. The previous one no longer works. */
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
