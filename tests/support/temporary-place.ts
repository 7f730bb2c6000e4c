import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Where tests make their temporary files: in memory where there is room for them, so that none waits for a disk. What is
 * flushed, and what is left when it is not, are seen by what the system is asked for and not by how long that takes.
 */
export function temporaryPlace(): string {
  return isGood(memory) ? memory : tmpdir();
}

const memory = "/dev/shm";
const roomBytes = 2 ** 31;

/** It has room, and programs that lie there can be run. */
function isGood(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < roomBytes) return false;
    const folder = mkdtempSync(join(place, "coconut-place-"));
    writeFileSync(join(folder, "program"), "#!/bin/sh\n", { mode: 0o755 });
    const { status } = spawnSync(join(folder, "program"));
    rmSync(folder, { recursive: true });
    return status === 0;
  } catch {
    return false;
  }
}
