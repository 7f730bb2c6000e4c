import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Returns the number of durable 4 KiB appends per second on the disk of this folder. */
export function syncsPerSecond(folder: string, forMs = 400): number {
  const path = join(folder, "syncs");
  const file = openSync(path, "w");
  const page = Buffer.alloc(4096, 1);
  const start = performance.now();
  let syncs = 0;
  try {
    for (; performance.now() - start < forMs; syncs++) {
      writeSync(file, page);
      fdatasyncSync(file);
    }
    return (syncs * 1000) / (performance.now() - start);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
