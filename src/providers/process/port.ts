import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

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

/**
 * Whether somebody listens on a port, on whatever address of this machine. Who has ended just now may hold it a
 * moment longer, so it is looked at more than once.
 */
export async function isTaken(port: number): Promise<boolean> {
  for (let left = looks; left > 0; left--) {
    if (!(await isTakenNow(port))) return false;
    await delay(lookMs);
  }
  return true;
}

const looks = 10;
const lookMs = 100;

async function isTakenNow(port: number): Promise<boolean> {
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
