import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Who listens on a port, in words, where the system tells: Linux does, of the processes of this user. */
export function portHolder(port: number): string | undefined {
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => listeningInodes(textOf(file), port));
  if (sockets.length === 0) return undefined;
  const links = new Set(sockets.map((inode) => `socket:[${inode}]`));
  const pid = namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((name) => namesIn(`/proc/${name}/fd`).some((fd) => links.has(linkOf(`/proc/${name}/fd/${fd}`))));
  return pid && `${textOf(`/proc/${pid}/comm`).trim()}, process ${pid}`;
}

/** The sockets that listen on a port, of a table such as `/proc/net/tcp`. */
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
