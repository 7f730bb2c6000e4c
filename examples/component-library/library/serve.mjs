import { createServer } from "node:http";

const { GREETING, RELEASE, PORT } = process.env;
const server = createServer((_, response) => response.end(`${GREETING} This is release ${RELEASE}.\n`));
server.listen(Number(PORT), "127.0.0.1");
process.on("SIGTERM", () => server.close(() => process.exit()));
