import { realpathSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { oldestNode, ownVersion } from "../../../std/own-package.js";
import type { MachineFacts } from "../checks/index.js";

/** The machine as it is; `folder` is where state is kept, or would be. */
export async function machineFacts(folder: string): Promise<MachineFacts> {
  const { inspectMachine } = await import("../../../operations/index.js");
  return {
    coco: { version: ownVersion(), file: ownFile() },
    node: process.versions.node,
    oldestNode: oldestNode(),
    platform: `${process.platform}-${process.arch}`,
    inspection: await inspectMachine(),
    disk: await diskOf(folder),
  };
}

function ownFile(): string {
  const file = process.argv[1] ?? "";
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** The nearest folder that exists is on the disk that it will be on. */
async function diskOf(folder: string): Promise<MachineFacts["disk"]> {
  for (let each = folder; ; each = dirname(each)) {
    try {
      const { bavail, bsize } = await statfs(each);
      return { folder, freeBytes: bavail * bsize };
    } catch {
      if (dirname(each) === each) return undefined;
    }
  }
}
