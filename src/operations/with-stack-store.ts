import type { StackStore } from "../store/internal.js";
import { openStackStore, type StackAddressed } from "../store/internal.js";

/** Works on what is remembered of a stack, which must exist. The store is open only meanwhile. */
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
