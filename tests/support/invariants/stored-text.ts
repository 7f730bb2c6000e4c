import { readAll, type RawStore } from "../../../src/store/index.js";

/** Everything that a store keeps of a stack, as text. */
export async function storedText(store: RawStore, name: string): Promise<string> {
  const stack = await store.open(name);
  if (stack === undefined) return "";
  try {
    const { head, rows } = await readAll(stack);
    return JSON.stringify([head, rows, await stack.journal(0), await stack.runs()]);
  } finally {
    await stack.close();
  }
}
