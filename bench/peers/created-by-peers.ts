import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, FoundPeer } from "../../scripts/bench-table.js";
import { count, progress } from "../measure/index.js";
import { peerOf } from "./peer.js";

export interface PeerTime {
  readonly peer: FoundPeer;
  /** Absent if the tool failed. */
  readonly milliseconds?: number;
  readonly note?: string;
}

/** Measures how long each tool takes to create the resources, once, because it takes long. */
export function createdByPeers(options: BenchOptions, resources: number): readonly PeerTime[] {
  return options.peers.map((peer) =>
    attempt(peer, () => {
      const folder = emptyFolder(options, `${peer.name}-create-${resources}`);
      progress(`${peer.name}: creating ${count(resources)}`);
      const { prepare, create } = peerOf(peer);
      prepare(folder, resources);
      return create(folder);
    }),
  );
}

/** Measures a tool. A failure becomes a note, so the other tools are still measured. */
export function attempt(peer: FoundPeer, act: () => number): PeerTime {
  try {
    return { peer, milliseconds: act() };
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    return { peer, note: `failed: ${first.slice(0, 120)}` };
  }
}

export function emptyFolder({ work }: BenchOptions, name: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}
