import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Serves one page, read anew each time, and says so. */
const server = createServer(async (request, response) => {
  console.log(`${request.method} ${request.url}`);
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(await readFile(process.argv[2]));
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
process.on("SIGTERM", () => server.close(() => process.exit()));
