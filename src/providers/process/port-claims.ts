import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isProcessAlive } from "./process-handle.js";
import { readRecord } from "./process-record.js";

/** Ensures that no two processes are started on the same port. */
export class PortClaims {
  readonly #folder: string;
  /** The ports of processes that are about to start. Running processes have records. */
  readonly #starting = new Map<number, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reserves the port of a process that is about to start, until `release`. For `"free"`, prefers the `former` port. */
  async claim(
    id: string,
    asked: number | "free" | undefined,
    former: number | undefined,
  ): Promise<number | undefined> {
    if (asked === undefined) return undefined;
    const port = asked === "free" ? (former ?? (await this.#free())) : asked;
    const other = this.#starting.get(port) ?? this.#recorded(port, id);
    if (other !== undefined) throw new Error(taken(port, `process ${other} of this project`));
    this.#starting.set(port, id);
    if (!(await isTaken(port))) return port;
    this.release(port);
    throw new Error(taken(port, portHolder(port)));
  }

  release(port: number | undefined): void {
    if (port !== undefined) this.#starting.delete(port);
  }

  async #free(): Promise<number> {
    for (;;) {
      const port = await freePort();
      if (!this.#starting.has(port) && this.#recorded(port, "") === undefined) return port;
    }
  }

  /** Returns another process that has a port, even if it does not listen yet. */
  #recorded(port: number, id: string): string | undefined {
    return readdirSync(this.#folder)
      .filter((name) => name !== id)
      .find((name) => this.#holds(name, port));
  }

  #holds(id: string, port: number): boolean {
    try {
      const record = readRecord(join(this.#folder, id));
      return record?.port === port && (isProcessAlive(record.supervisor) || isProcessAlive(record.child));
    } catch {
      // Not a record of this version. A process that listens is found by its port.
      return false;
    }
  }
}

function taken(port: number, holder: string | undefined): string {
  return `Port ${port} is already in use${holder === undefined ? "" : ` by ${holder}`}. Stop that process, or choose another port.`;
}

/** Returns a free port. */
function freePort(): Promise<number> {
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
 * Returns whether a process listens on a port, on any address of this machine. Checks several times, because the system
 * may release the port of a process shortly after the process exits.
 */
async function isTaken(port: number): Promise<boolean> {
  for (let left = looks; left > 0; left--) {
    if (!(await isTakenNow(port))) return false;
    await delay(lookMs);
  }
  return true;
}

const looks = 10;
const lookMs = 100;

async function isTakenNow(port: number): Promise<boolean> {
  // One after the other, because each check listens itself and would be found by a concurrent one.
  for (const host of ["127.0.0.1", "0.0.0.0", "::1", "::"]) {
    if (await isTakenOn(port, host)) return true;
  }
  return false;
}

/** Reports only EADDRINUSE. The process itself will report any other error. */
function isTakenOn(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });
}

/** Describes the process that listens on a port. Only on Linux, and only for processes of this user. */
function portHolder(port: number): string | undefined {
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => listeningInodes(textOf(file), port));
  if (sockets.length === 0) return undefined;
  const links = new Set(sockets.map((inode) => `socket:[${inode}]`));
  const pid = namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((name) => namesIn(`/proc/${name}/fd`).some((fd) => links.has(linkOf(`/proc/${name}/fd/${fd}`))));
  return pid && `${textOf(`/proc/${pid}/comm`).trim()}, process ${pid}`;
}

/** Returns the inodes of the sockets that listen on a port, from a table such as `/proc/net/tcp`. */
export function listeningInodes(table: string, port: number): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((row) => {
    const [, local = "", , state, , , , , , inode] = row.trim().split(/\s+/);
    return state === listening && local.endsWith(suffix) && inode !== undefined ? [inode] : [];
  });
}

const listening = "0A";

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
