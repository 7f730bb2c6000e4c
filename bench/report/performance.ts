import type { BenchRow, FoundPeer } from "../../scripts/bench-table.js";
import type { MissingPeer } from "../peers/find-peers.js";

/** The results of one run of all benchmarks: docs/performance.json. */
export interface Performance {
  readonly version: string;
  readonly node: string;
  readonly processors: number;
  readonly syncsPerSecond: number;
  readonly minutes: number;
  readonly peers: readonly (FoundPeer | MissingPeer)[];
  readonly benchmarks: readonly Benchmark[];
}

export interface Benchmark {
  readonly name: string;
  readonly rows: readonly BenchRow[];
}

/** Returns the rows with the id of a target, sorted by id. */
export function barRows(benchmarks: readonly Benchmark[]): readonly BenchRow[] {
  return benchmarks
    .flatMap(({ rows }) => rows)
    .filter(({ id }) => id !== undefined)
    .sort((one, other) => one.id!.localeCompare(other.id!, "en", { numeric: true }));
}

/** Returns the other rows, by benchmark. */
export function finerRows(benchmarks: readonly Benchmark[]): readonly Benchmark[] {
  return benchmarks
    .map(({ name, rows }) => ({ name, rows: rows.filter(({ id }) => id === undefined) }))
    .filter(({ rows }) => rows.length > 0);
}

export function peerText(peer: FoundPeer | MissingPeer): string {
  return "missing" in peer ? `${peer.name}: ${peer.missing}` : `${peer.name} ${peer.version}`;
}
