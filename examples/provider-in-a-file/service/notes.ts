import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PostedNote {
  readonly id: string;
  readonly board: string;
  readonly text: string;
  readonly color: string;
  readonly big: boolean;
  /** Idempotency key: posting the same key again returns the same note. */
  readonly key: string;
  readonly revision: number;
  readonly views: number;
}

export interface Line {
  readonly time: number;
  readonly message: string;
}

const names = ["kitchen", "office"];

/** The cloud of this example: boards with notes, kept in memory, for people as pages and for programs as JSON. */
export async function serveNotes(port = 0): Promise<{ readonly url: string; close(): void }> {
  const notes = new Map<string, PostedNote>();
  const logs = new Map<string, Line[]>();
  let count = 0;

  const put = (note: PostedNote, message: string) => {
    const kept = { ...note, color: note.color.toLowerCase() };
    notes.set(note.id, kept);
    logs.set(note.id, [...(logs.get(note.id) ?? []), { time: Date.now(), message }]);
    return kept;
  };

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, kind, id = "", part] = pathname.split("/");
    if (kind === "boards") {
      if (id === "") return names;
      const shown = [...notes.values()].filter((note) => note.board === id);
      shown.sort((a, b) => Number(b.big) - Number(a.big));
      return page(
        id,
        shown.map((note) => put({ ...note, views: note.views + 1 }, "seen")),
      );
    }
    if (request.method === "POST") {
      const given = (await bodyOf(request)) as PostedNote;
      const before = [...notes.values()].find(({ key }) => key === given.key && key !== undefined);
      return before ?? put({ ...defaults, ...given, id: `note-${++count}`, revision: 1, views: 0 }, "posted");
    }
    if (id === "") return [...notes.values()].filter(({ key }) => key === searchParams.get("key"));
    const note = notes.get(id);
    if (note === undefined) return undefined;
    if (part === "log")
      return (logs.get(id) ?? []).filter(({ time }) => time >= Number(searchParams.get("after")));
    if (request.method === "DELETE") return notes.delete(id);
    if (request.method !== "PUT") return note;
    const change = (await bodyOf(request)) as Partial<PostedNote>;
    return put({ ...note, ...change, revision: note.revision + 1 }, "edited");
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const found = await answer(request);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader("content-type", typeof found === "string" ? "text/html" : "application/json");
    response.end(typeof found === "string" ? found : `${JSON.stringify(found ?? null)}\n`);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}

const defaults = { color: "yellow", big: false };

function page(board: string, notes: readonly PostedNote[]): string {
  const items = notes.map(
    ({ text, color, big }) => `  <li style="background: ${color}">${big ? `<b>${text}</b>` : text}</li>\n`,
  );
  return `<!doctype html>\n<title>${board}</title>\n<ul>\n${items.join("")}</ul>\n`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}
