import { existsSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LogLine } from "../../../provider/index.js";
import { logFiles, type StoredLine } from "./log-file.js";
import { JSON } from "../../../std/plain-json.js";

export interface ReadLogOptions {
  readonly since?: Date | undefined;
  /** Goes on until `signal` is aborted, or the log is taken away. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** The lines of a log, oldest first, through however many files it goes meanwhile. */
export async function* readLog(
  folder: string,
  { since, follow = false, signal }: ReadLogOptions = {},
): AsyncGenerator<LogLine, void, void> {
  let current: OpenFile | undefined;
  let opened = 0;
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      // Asked before reading: what was written before there was a next file is then read before it.
      const next = fileAfter(folder, current?.inode);
      for await (const line of current?.lines() ?? []) {
        if (since === undefined || line.time >= since) yield line;
      }
      // Who does not follow is not kept by a process that writes faster than it is read.
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

/** The last lines that were written since a time. */
export async function lastLogLines(folder: string, since: Date, count: number): Promise<readonly LogLine[]> {
  const lines: LogLine[] = [];
  for await (const line of readLog(folder, { since })) {
    lines.push(line);
    if (lines.length > count) lines.shift();
  }
  return lines;
}

/** Files are told apart by their inode, for they change their names. */
function fileAfter(folder: string, inode: bigint | undefined): FoundFile | undefined {
  // The newest first: a file that is renamed between two looks is then seen twice, not missed.
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

/** A file stays readable after it was renamed or removed, and its inode is not given to another one. */
class OpenFile {
  readonly inode: bigint;
  readonly #handle: FileHandle;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(handle: FileHandle, inode: bigint) {
    this.#handle = handle;
    this.inode = inode;
  }

  /** Undefined if another file has the name by now. */
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

  /** What was added since the last time. A line that is not complete yet comes with the next. */
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

/** Undefined for what a killed writer left. */
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
