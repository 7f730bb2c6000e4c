import { createServer } from "node:net";

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Whether somebody listens on a port, on whatever address of this machine. */
export async function isTaken(port: number): Promise<boolean> {
  // One after the other: one of them listening would be found by the next.
  for (const host of ["127.0.0.1", "0.0.0.0", "::1", "::"]) {
    if (await isTakenOn(port, host)) return true;
  }
  return false;
}

/** What keeps a port from being listened on for another reason will keep the process too, and be said by it. */
function isTakenOn(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}
