import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** Returns a server for the files of a folder. Reads a file for each request. */
export function siteServer(folder: string): Server {
  return createServer((request, response) => void answer(folder, request, response));
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
  try {
    const content = await readFile(join(folder, file));
    response.setHeader("content-type", contentTypes[extname(file)] ?? "application/octet-stream");
    response.end(content);
  } catch {
    response.statusCode = 404;
    response.end("Not found\n");
  }
  console.log(`${request.method} ${pathname} ${response.statusCode}`);
}

const contentTypes: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
