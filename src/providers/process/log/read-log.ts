import { existsSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LogLine } from "../../../provider/index.js";
import { logFiles, type StoredLine } from "./log-file.js";
import { JSON } from "../../../std/plain-json.js";

export interface ReadLogOptions {
  readonly since?: Date | undefined;
  /** Continues until `signal` is aborted or the log is deleted. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** Yields the lines of a log, oldest first, across file rotations. */
export async function* readLog(
  folder: string,
  { since, follow = false, signal }: ReadLogOptions = {},
): AsyncGenerator<LogLine, void, void> {
  let current: OpenFile | undefined;
  let opened = 0;
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      // Looked up before reading, so that everything written before the rotation is read before the next file.
      const next = fileAfter(folder, current?.inode);
      for await (const line of current?.lines() ?? []) {
        if (since === undefined || line.time >= since) yield line;
      }
      // Without `follow`, a process that writes faster than this reads must not keep it going.
      if (!follow && opened === logFiles.length) return;
      const found = next && (await OpenFile.open(next));
      if (found !== undefined) {
        await current?.close();
        current = found;
        opened++;
        continue;
      }
      if (next === undefined && (!follow || !existsSync(folder))) return;
      await delay(pollMs, undefined, signal && { signal }).catch(() => {});
    }
  } finally {
    await current?.close();
  }
}

/** Returns the last lines that were written since a time. */
export async function lastLogLines(folder: string, since: Date, count: number): Promise<readonly LogLine[]> {
  const lines: LogLine[] = [];
  for await (const line of readLog(folder, { since })) {
    lines.push(line);
    if (lines.length > count) lines.shift();
  }
  return lines;
}

/** Returns the next file of a log. Identifies files by inode, because rotation renames them. */
function fileAfter(folder: string, inode: bigint | undefined): FoundFile | undefined {
  // Newest first, so that a file that is renamed between the two calls is seen twice instead of missed.
  const files = logFiles.toReversed().flatMap((name) => {
    const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
    return found === undefined ? [] : [{ path: join(folder, name), inode: found.ino }];
  });
  const inOrder = files.toReversed().filter((file, at, all) => file.inode !== all[at - 1]?.inode);
  return inOrder[inOrder.findIndex((file) => file.inode === inode) + 1];
}

interface FoundFile {
  readonly path: string;
  readonly inode: bigint;
}

/** An open log file. It stays readable after it is renamed or deleted, and its inode is not reused while it is open. */
class OpenFile {
  readonly inode: bigint;
  readonly #handle: FileHandle;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(handle: FileHandle, inode: bigint) {
    this.#handle = handle;
    this.inode = inode;
  }

  /** Returns undefined if the name now belongs to another file. */
  static async open({ path, inode }: FoundFile): Promise<OpenFile | undefined> {
    const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (handle === undefined) return undefined;
    if ((await handle.stat({ bigint: true })).ino === inode) return new OpenFile(handle, inode);
    await handle.close();
    return undefined;
  }

  /** Yields the lines added since the last call. An incomplete line is kept for the next call. */
  async *lines(): AsyncGenerator<LogLine, void, void> {
    const chunk = Buffer.alloc(64 * 1024);
    for (;;) {
      const { bytesRead } = await this.#handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return;
      const text = Buffer.concat([this.#rest, chunk.subarray(0, bytesRead)]);
      const end = text.lastIndexOf("\n") + 1;
      this.#rest = text.subarray(end);
      for (const line of text.toString("utf8", 0, end).split("\n")) {
        const parsed = parsedLine(line);
        if (parsed !== undefined) yield parsed;
      }
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Returns undefined for a line that a killed writer left incomplete. */
function parsedLine(text: string): LogLine | undefined {
  if (text === "") return undefined;
  try {
    const { time, stream, message } = JSON.parse(text) as StoredLine;
    return { time: new Date(time), stream, message };
  } catch {
    return undefined;
  }
}

const pollMs = 150;
