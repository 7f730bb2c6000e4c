import type { StackStore } from "../store/internal.js";
import { openStackStore, type StackAddressed } from "../store/internal.js";

/** Opens the store of an existing stack during a call. */
export async function withStackStore<Result>(
  place: StackAddressed,
  work: (store: StackStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStackStore(place, { create: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
