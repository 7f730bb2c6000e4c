import { chmodSync, closeSync, lstatSync, openSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Shows that this process is alive: a socket at a path, which accepts connections until the returned function is called or
 * the process ends, however it ends. A process that is stopped still accepts. Unlike a lock, nothing that other code does to
 * the file ends it, short of removing it. What is at the path is removed first. Returns undefined where no socket can be
 * made: on Windows, and on some network and shared drives.
 */
export function openAliveSocket(path: string): (() => void) | undefined {
  if (process.platform === "win32") return undefined;
  const address = addressOf(path);
  if (address === undefined) return undefined;
  const server = net().createServer((connection) => connection.destroy());
  // What went wrong is also said by `listening`, and at once.
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

/** Whether a process accepts connections at a path. Nothing is sent. */
export async function isAliveSocket(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return false;
  const address = addressOf(path);
  if (address === undefined) return false;
  try {
    return await new Promise<boolean>((resolve) => {
      const connection = net().connect(address.text);
      connection.on("connect", () => resolve(true));
      // Somebody listens, and has more connections waiting than it takes: it is stopped.
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

/** The longest path that a system takes for a socket; Node cuts off the rest of a longer one. */
const longestPath = process.platform === "linux" ? 107 : 103;

/** A short name for a long path leads through its folder, which Linux has a name for while it is open. */
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
