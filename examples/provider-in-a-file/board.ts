import { setTimeout } from "node:timers/promises";
import { defineProvider, rule, UncertainError } from "@coconut/coconut/provider";
import * as v from "valibot";
import type { Line, PostedNote } from "./service/notes.js";

/** Notes on boards, which a service keeps: see `service/`. */
export const board = defineProvider({
  package: "board",
  version: "1.0.0",
  config: { endpoint: v.pipe(v.string(), v.url()) },
  connect: ({ endpoint }) => new Client(endpoint),
});

export const Note = board.resource("index:Note", {
  inputs: {
    board: v.string(),
    text: v.pipe(v.string(), v.minLength(1)),
    color: v.optional(v.string(), "yellow"),
    big: v.optional(v.boolean(), false),
  },
  // What others may change on the board is an output too: then it is seen as drift.
  outputs: { text: v.string(), color: v.string(), revision: v.number(), views: v.number(), url: v.string() },
  replaceOn: ["board"],
  volatile: ["views"],

  async create({ client, inputs, idempotencyKey: key }) {
    const note = await client.send("POST", "/notes", { ...inputs, key });
    return { id: note.id, outputs: client.shown(note) };
  },
  async read({ client, id, signal }) {
    const note = await client.get<PostedNote>(`/notes/${id}`, signal);
    return note && client.shown(note);
  },
  async update({ client, id, inputs }) {
    return client.shown(await client.send("PUT", `/notes/${id}`, inputs));
  },
  async delete({ client, id }) {
    await client.send("DELETE", `/notes/${id}`);
  },

  // For `coco import`: an object that is not in state, by its id.
  async lookup({ client, id, signal }) {
    const note = await client.get<PostedNote>(`/notes/${id}`, signal);
    if (note === null) return null;
    const { board, text, color, big } = note;
    return { inputs: { board, text, color, big }, outputs: client.shown(note) };
  },
  // For the run after a crash: what the create with this key has made, if anything.
  async find({ client, idempotencyKey, signal }) {
    const notes = await client.get<PostedNote[]>(`/notes?key=${idempotencyKey}`, signal);
    return notes && notes.map((note) => ({ id: note.id, outputs: client.shown(note) }));
  },

  constraints: [
    rule(
      ["big", "text"],
      (big: boolean, text: string) => !big || text.length <= 20,
      "A big note has room for 20 characters.",
    ),
  ],
  async validate({ client, inputs, signal }) {
    const names = await client.boards(signal);
    if (!names.includes(inputs.board))
      return { field: "board", message: `There is no board ${inputs.board}, only ${names.join(" and ")}.` };
  },
  equivalent: { color: (prior, current) => prior.toLowerCase() === current.toLowerCase() },
  modifyPlan({ change, unknown }) {
    if (change("text") !== "same" || change("color") !== "same" || change("big") !== "same")
      unknown("revision");
  },

  async *logs({ client, id, since, follow, signal }) {
    let after = since?.getTime() ?? 0;
    for (;;) {
      const lines = await client.get<Line[]>(`/notes/${id}/log?after=${after}`, signal);
      for (const { time, message } of lines ?? []) {
        yield { time: new Date(time), message };
        after = time + 1;
      }
      if (!follow) return;
      await setTimeout(500, undefined, { signal });
    }
  },
  async stats({ client, id, signal }) {
    const { views = 0, revision = 0 } = (await client.get<PostedNote>(`/notes/${id}`, signal)) ?? {};
    return { views, revision };
  },
});
export type Note = InstanceType<typeof Note>;

/** Which boards there are. */
export const boards = board.function("index:boards", {
  inputs: {},
  outputs: { names: v.array(v.string()) },
  invoke: async ({ client, signal }) => ({ names: await client.boards(signal) }),
});

/** What hooks reach the service with. */
class Client {
  constructor(readonly endpoint: string) {}

  /** Null if there certainly is nothing: an answer that does not come is an error. */
  async get<T>(path: string, signal: AbortSignal): Promise<T | null> {
    const response = await fetch(this.endpoint + path, { signal });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The board service answered ${response.status}.`);
    return (await response.json()) as T;
  }

  async boards(signal: AbortSignal): Promise<string[]> {
    return (await this.get<string[]>("/boards", signal)) ?? [];
  }

  async send(method: "POST" | "PUT" | "DELETE", path: string, body: object = {}): Promise<PostedNote> {
    const request = fetch(this.endpoint + path, { method, body: JSON.stringify(body) });
    const response = await request.catch((error: unknown) => {
      // Nobody knows whether it has arrived: the next run finds out before it does anything.
      throw new UncertainError("The board service did not answer.", { cause: error });
    });
    if (response.ok || (method === "DELETE" && response.status === 404))
      return (await response.json()) as PostedNote;
    throw new Error(`The board service answered ${response.status}.`);
  }

  /** A note as its resource shows it. */
  shown({ board, text, color, revision, views }: PostedNote) {
    return { text, color, revision, views, url: `${this.endpoint}/boards/${board}` };
  }
}
