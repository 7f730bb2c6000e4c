import { after, test } from "node:test";
import { testProvider } from "@coconut/coconut/testing";
import { board, Note } from "./board.js";
import { serveNotes } from "./service/notes.js";

const service = await serveNotes();
after(() => service.close());

const edit = (id: string, change: object) =>
  fetch(`${service.url}/notes/${id}`, { method: "PUT", body: JSON.stringify(change) });

let count = 0;
const tests = testProvider(
  board,
  [
    {
      type: Note,
      create: () => ({ board: "kitchen", text: `Note ${++count}` }),
      update: (inputs) => ({ ...inputs, color: "green" }),
      replace: (inputs) => ({ ...inputs, board: "office" }),
      drift: ({ id }) => edit(id, { text: "Somebody was here" }),
      remove: ({ id }) => fetch(`${service.url}/notes/${id}`, { method: "DELETE" }),
    },
  ],
  { config: { endpoint: service.url } },
);

for (const { name, run } of tests) void test(name, run);
