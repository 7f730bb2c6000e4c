import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** Shows one page, read anew each time. */
const server = createServer(async (_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(await readFile(process.argv[2]));
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => server.close(() => process.exit()));
