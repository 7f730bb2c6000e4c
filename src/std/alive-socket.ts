import { chmodSync, closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Shows that this process is alive: opens a socket at a path, which accepts connections until the returned function is
 * called or the process ends for any reason. A suspended process still accepts. Unlike a lock, the socket survives
 * anything that other code does to the file, except removing it. An existing file at the path is removed first. Returns
 * undefined where no socket can be created: on Windows, and on some network and shared drives.
 */
export function openAliveSocket(path: string): (() => void) | undefined {
  if (process.platform === "win32") return undefined;
  const address = addressOf(path);
  if (address === undefined) return undefined;
  const server = net().createServer((connection) => connection.destroy());
  // `listening` already reports errors, synchronously.
  server.on("error", () => {});
  const close = () => {
    server.close();
    rmSync(path, { force: true });
    address.release();
  };
  try {
    rmSync(path, { force: true });
    server.listen({ path: address.text, exclusive: true }).unref();
    if (server.listening) chmodSync(path, 0o600);
  } catch {
    server.close();
  }
  if (server.listening) return close;
  address.release();
  return undefined;
}

/** Whether a process accepts connections at a path. Sends nothing. */
export async function isAliveSocket(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return false;
  const address = addressOf(path);
  if (address === undefined) return false;
  try {
    return await new Promise<boolean>((resolve) => {
      const connection = net().connect(address.text);
      connection.on("connect", () => resolve(true));
      // A process listens but its queue of connections is full: it is suspended.
      connection.on("error", (error) => resolve((error as { code?: string }).code === "EAGAIN"));
      connection.on("close", () => connection.destroy());
    });
  } finally {
    address.release();
  }
}

/** Loaded on first use: few commands need it. */
function net(): typeof import("node:net") {
  return process.getBuiltinModule("node:net");
}

/** The longest path that the system supports for a socket. Node truncates longer ones. */
const longestPath = process.platform === "linux" ? 107 : 103;

/** Returns a short name for a long path. Linux has a name for the folder while it is open. */
function addressOf(path: string): { readonly text: string; release(): void } | undefined {
  if (Buffer.byteLength(path) <= longestPath) return { text: path, release: () => {} };
  if (process.platform !== "linux") return undefined;
  try {
    const folder = openSync(dirname(path), "r");
    return { text: `/proc/self/fd/${folder}/${basename(path)}`, release: () => closeSync(folder) };
  } catch {
    return undefined;
  }
}
