import { shelfTests, type Change, type ShelfParts } from "./sample-shelf.js";

/** What each test of the kit is called, without the type. */
export const sentences = {
  found: "read finds the created object with the outputs of create",
  settled: "a plan right after create has no changes",
  updated: "an update changes the object in place",
  replaced: "a replacement creates a new object and deletes the old one",
  deleted: "read returns null for a deleted object",
  deletedTwice: "deleting a missing object is not an error",
  repaired: "the next plan detects drift, and apply repairs it",
  restored: "an object deleted outside Coconut is planned for creation and created again",
  unknown: "inputs that are known after apply can be planned",
  lookedUp: "lookup returns null for an object that does not exist",
  imported: "an import returns inputs that plan to no changes",
  foundByKey: "find returns the objects created with its idempotency key, and no others",
  cutOff: "an interrupted create does not create a second object",
  secret: "a secret input is never shown",
  writeOnly: "a write-only input is never stored or shown, even if its value is ephemeral",
  planDelete: "planDelete allows the deletion of a new object and changes nothing",
  aborted: "an aborted read does not report the object as gone",
  logs: "logs are sorted by time and end when they are aborted",
  stats: "stats are numbers",
} as const;
export type Sentence = keyof typeof sentences;

/** The tests that a provider of things on a shelf fails, with what they say. */
export async function failuresOf(change: Change, parts: ShelfParts = {}): Promise<Map<Sentence, string>> {
  const failures = new Map<Sentence, string>();
  for (const { name, run } of shelfTests(change, parts)) {
    const [sentence] = Object.entries(sentences).find(([, text]) => name.endsWith(text))!;
    await run().catch((error: Error) => failures.set(sentence as Sentence, error.message));
  }
  return failures;
}
