import assert from "node:assert/strict";
import { isDiagnosticError } from "../../model/index.js";
import { openStore } from "../open-store.js";
import type { StorePorts } from "../ports.js";
import type { RawStore, StackAddress } from "../raw/index.js";
import type { StackStore } from "../store.js";

export const sampleAddress: StackAddress = { project: "shop", name: "dev" };

/** Opens the stack that the tests use, and creates it if necessary. */
export async function openSample(place: StorePlace, ports: StorePorts): Promise<StackStore> {
  const store = await openStore(await place.open(), ports);
  return store.open(sampleAddress, { create: true });
}

/** A place that is empty at first. Opening it again gives the view of another process. */
export interface StorePlace {
  open(): Promise<RawStore>;
  /** Expires the leases of all runs by the clock of the store. Required for a store that has leases. */
  expire?(): Promise<void>;
}

export type PlaceTest = (place: StorePlace) => Promise<void>;

export const request = { command: "apply", actor: "ana@here" };

/** Returns the text of the diagnostics with which a promise is rejected. Fails if the code differs. */
export async function refusal(promise: Promise<unknown>, code: string): Promise<string> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isDiagnosticError(error), String(error));
    assert.ok(
      error.diagnostics.some((each) => each.code === code),
      error.message,
    );
    return error.message;
  }
  assert.fail(`expected ${code}`);
}
