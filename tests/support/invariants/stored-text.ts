import { readAll, type RawStore, type StackAddress } from "../../../src/store/internal.js";

/** Everything that a store keeps of a stack, as text. */
export async function storedText(store: RawStore, address: StackAddress): Promise<string> {
  const stack = await store.open(address);
  if (stack === undefined) return "";
  try {
    const { head, rows } = await readAll(stack);
    return JSON.stringify([head, rows, await stack.journal(0), await stack.runs()]);
  } finally {
    await stack.close();
  }
}
