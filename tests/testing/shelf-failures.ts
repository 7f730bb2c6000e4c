import { shelfTests, type Change, type ShelfParts } from "./sample-shelf.js";

/** What each test of the kit is called, without the type. */
export const sentences = {
  found: "read finds what create made, as create described it",
  settled: "a plan right after it was created has nothing to do",
  updated: "an update changes the object in place",
  replaced: "a replacement makes a new object and removes the old one",
  deleted: "read says null for what was deleted",
  deletedTwice: "deleting what is gone already is no error",
  repaired: "what somebody else changed is seen by the next plan and repaired by apply",
  restored: "what somebody else removed is planned for creation and comes back",
  unknown: "inputs that are known after apply can be planned",
  lookedUp: "lookup says null for what is not there",
  imported: "an import gives inputs that plan to no change",
  foundByKey: "find answers with what a create made under its key, and under no other",
  cutOff: "a create that was cut off makes no second object",
  secret: "a secret among its inputs is never shown",
  writeOnly: "a write-only input is stored nowhere and never shown",
  planDelete: "planDelete lets a new object go, and changes nothing",
  aborted: "a read that is aborted does not say that the object is gone",
  logs: "logs come in the order of time, and end when they are told to",
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
