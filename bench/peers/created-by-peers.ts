import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, FoundPeer } from "../../scripts/bench-table.js";
import { count, progress } from "../measure/index.js";
import { peerOf } from "./peer.js";

export interface PeerTime {
  readonly peer: FoundPeer;
  /** Absent if it did not work here. */
  readonly milliseconds?: number;
  readonly note?: string;
}

/** What creating so many costs each peer; once, because it takes them long. */
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

/** A tool that fails is said to have failed; the others are measured all the same. */
export function attempt(peer: FoundPeer, act: () => number): PeerTime {
  try {
    return { peer, milliseconds: act() };
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    return { peer, note: `did not work here: ${first.slice(0, 120)}` };
  }
}

export function emptyFolder({ work }: BenchOptions, name: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}
