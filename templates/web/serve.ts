import { siteServer } from "./site-server.js";

/** Usage: `node --import @coconut/coconut/register serve.ts <folder>`. Listens on the port in `PORT` (default: 8080). */
const server = siteServer(process.argv[2] ?? "site");
server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1", () => console.log("ready"));
process.on("SIGTERM", () => server.close(() => process.exit()));
