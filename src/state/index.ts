/**
 * Replays a journal to a state, checks the rules of consistent state, and looks up things in it.
 *
 * Pure. Imports: graph, model. Never decides what is to be done, and never reads or writes a store.
 */
export type { DeploymentFile } from "./deployment/index.js";
export { indexSnapshot, type SnapshotIndex } from "./index-snapshot.js";
export { Ledger } from "./ledger.js";
export {
  followMoves,
  moveName,
  parseMoves,
  printMoves,
  unusableMoves,
  type MoveGroup,
  type Moves,
} from "./moves.js";
export { carriedRenames, collidingRenames, renameRows, type Renamed } from "./rename-rows.js";
export { emptySnapshot, replay } from "./replay.js";
export { runChanges, type RunChange } from "./run-changes.js";
export { lastSeen, seenAgain } from "./seen.js";
export { latestRows } from "./latest-rows.js";
export { verifySnapshot } from "./verify-snapshot.js";
