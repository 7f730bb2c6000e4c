import { serveNotes } from "./notes.js";

const { close } = await serveNotes(Number(process.env["PORT"]));
process.on("SIGTERM", close);
