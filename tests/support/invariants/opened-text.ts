import { openSecrets, type Value } from "../../../src/model/index.js";
import type { StackStore } from "../../../src/store/internal.js";

/** Everything that a store keeps of a stack, with what is sealed in it opened. */
export async function openedText(store: StackStore): Promise<string> {
  const { snapshot } = await store.read();
  const rows = [...snapshot.resources.values(), ...snapshot.objects.values(), ...snapshot.open.values()];
  const kept = { rows, outputs: snapshot.outputs, journal: await store.journal() };
  return JSON.stringify(openSecrets(kept as unknown as Value));
}
