import * as v from "valibot";
import type { KeptNote } from "./notebook.js";
import { notes } from "./provider.js";

/** A note with a title. Its name identifies it, so that a new name replaces the note. */
export const Note = notes.resource("index:Note", {
  inputs: {
    name: v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+$/, "The name may only have lowercase letters, digits and dashes."),
    ),
    title: v.optional(v.string(), "Untitled"),
    text: v.string(),
  },
  outputs: { words: v.number(), title: v.string() },
  replaceOn: ["name"],

  create: async ({ client, inputs: { name, title, text }, idempotencyKey }) => {
    const note = { key: idempotencyKey, title, text };
    await client.add(name, note);
    return { id: name, outputs: outputsOf(note) };
  },

  read: async ({ client, id }) => {
    const note = await client.get(id);
    return note === undefined ? null : outputsOf(note);
  },

  update: async ({ client, id, inputs: { title, text } }) => {
    const { key = "" } = (await client.get(id)) ?? {};
    const note = { key, title, text };
    await client.change(id, note);
    return outputsOf(note);
  },

  delete: ({ client, id }) => client.remove(id),

  /** Makes the type importable: `coco import notes:index:Note todo todo`. */
  lookup: async ({ client, id }) => {
    const note = await client.get(id);
    if (note === undefined) return null;
    return { inputs: { name: id, title: note.title, text: note.text }, outputs: outputsOf(note) };
  },

  /** Called after an interrupted create. Returns the notes that it created. */
  find: async ({ client, idempotencyKey }) => {
    const names = await client.withKey(idempotencyKey);
    const found = await Promise.all(names.map(async (id) => ({ id, note: await client.get(id) })));
    return found.flatMap(({ id, note }) => (note === undefined ? [] : [{ id, outputs: outputsOf(note) }]));
  },

  /** Marks outputs in the plan that will change. */
  modifyPlan: ({ change, unknown }) => {
    if (change("text") !== "same") unknown("words");
  },
});
export type Note = InstanceType<typeof Note>;

function outputsOf({ title, text }: KeptNote) {
  return { title, words: text.split(/\s+/).filter((word) => word !== "").length };
}
