import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, systemPorts, type StackStore, type StorePorts } from "../../src/store/internal.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";

/** A folder that goes with the test that asked for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coconut-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** This process as it is, with what a user keeps in the folder. */
export function portsIn(folder: string): StorePorts {
  return systemPorts(settingsIn(folder));
}

/** The environment of a user whose key file and other settings are in a folder. */
export function settingsIn(folder: string) {
  return { COCONUT_KEY_FILE: join(folder, "key"), XDG_CONFIG_HOME: join(folder, "settings") };
}

export const address = { project: "shop", name: "dev" };
export const request = { command: "apply", actor: "ana@here" };

export async function openIn(folder: string, ports: StorePorts = portsIn(folder)): Promise<StackStore> {
  const store = await openStore(sqliteStore(join(folder, "store")), ports);
  const stack = await store.open(address, { create: true });
  onTestFinished(() => stack.close().catch(() => undefined));
  return stack;
}

export const databaseIn = (folder: string) => join(folder, "store", "dev.db");
