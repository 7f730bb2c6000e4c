import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".css": "text/css", ".html": "text/html", ".json": "application/json", ".txt": "text/plain" };
const password = Buffer.from(`baker:${process.env.ORDERS_PASSWORD}`).toString("base64");

/** Answers with a file of the folder; what is private only to the baker. */
async function answer(request, response) {
  const path = normalize(new URL(request.url, "http://localhost").pathname).replace(/\/$/, "/index.html");
  const isAllowed = !path.startsWith("/private/") || request.headers.authorization === `Basic ${password}`;
  const body = isAllowed ? await readFile(join(process.argv[2], path)).catch(() => undefined) : undefined;
  const status = !isAllowed ? 401 : body === undefined ? 404 : 200;
  if (status === 401) response.setHeader("www-authenticate", "Basic");
  response.writeHead(status, { "content-type": `${types[extname(path)] ?? "text/plain"}; charset=utf-8` });
  response.end(body ?? `${status}\n`);
  if (path !== "/status.json") console.log(`${request.method} ${path} ${status}`);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("open"));
process.on("SIGTERM", () => server.close(() => process.exit()));
