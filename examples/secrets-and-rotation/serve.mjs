import { createServer } from "node:http";

/** Greets those who know the password. */
const { PASSWORD, KEY, PORT } = process.env;
const server = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${PASSWORD}`;
  console.log(`${request.method} ${request.url}: ${isKnown ? "welcome" : "refused"}`);
  response
    .writeHead(isKnown ? 200 : 401)
    .end(isKnown ? `Hello. My key has ${KEY.length} characters.\n` : "Who are you?\n");
});
server.listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
process.on("SIGTERM", () => server.close(() => process.exit()));
