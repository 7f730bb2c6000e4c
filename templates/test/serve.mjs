import { createReadStream } from "node:fs";
import { createServer } from "node:http";

/** Serves one page. Reads it for each request. */
const server = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  createReadStream(process.argv[2])
    .on("error", () => response.writeHead(404).end())
    .pipe(response);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => server.close(() => process.exit()));
