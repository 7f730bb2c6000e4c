import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { oldestNode, ownVersion } from "../../../std/own-package.js";
import { resolveLinks } from "../../../std/resolve-links.js";
import type { MachineFacts } from "../checks/index.js";

/** Collects facts about the machine. `folder` is the folder of the state files; it may not exist yet. */
export async function machineFacts(folder: string): Promise<MachineFacts> {
  const { inspectMachine } = await import("../../../operations/index.js");
  return {
    coco: { version: ownVersion(), file: resolveLinks(process.argv[1] ?? "") },
    node: process.versions.node,
    oldestNode: oldestNode(),
    platform: `${process.platform}-${process.arch}`,
    inspection: await inspectMachine(),
    disk: await diskOf(folder),
  };
}

/** Returns the free space of the disk of a folder, or of its nearest existing parent. */
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
