import { objectKey } from "../../../src/model/index.js";
import type { RunHistory } from "../../support/invariants/index.js";
import { layOut } from "../story/lay-out.js";
import { keptBy, urnOf, type Sketch } from "../story/sketch.js";

/**
 * Nothing is deleted that is to be retained or is protected. For what leaves, state says so; for what is replaced, the
 * program does, and of protection both. What a replacement has left behind is protected no longer.
 */
export function checkKept(since: number, runs: RunHistory, sketch: Sketch): void {
  const byProgram = new Map(layOut(sketch).map(({ place, drawn }) => [urnOf(place, drawn), keptBy(drawn)]));
  for (const { runId, command, before } of runs.since(since)) {
    for (const intent of runs.intents.values()) {
      if (intent.runId !== runId || intent.action !== "delete") continue;
      const { urn, rid, generation } = intent;
      const { protect, retainOnDelete } = before.resources.get(rid)?.options ?? {};
      const status = before.objects.get(objectKey(rid, generation))?.status;
      // A create that was cut off, and is found when it is settled, has left its predecessor behind.
      const isReplacedBefore = [...before.open.values()].some(
        (open) =>
          open.rid === rid &&
          open.action === "create" &&
          open.generation > generation &&
          runs.intents.get(open.key)?.result === "adopted",
      );
      const isCurrent = status === "current" && !isReplacedBefore;
      // A create that was cut off becomes current when it is settled, and may be replaced in the same run.
      const isReplaced = isCurrent || status === "creating";
      const now = command !== "destroy" && isReplaced ? byProgram.get(urn) : undefined;
      if (isCurrent && protect && (now === undefined || now.protect))
        throw new Error(`${urn} was to be deleted, although it is protected.`);
      if (now === undefined ? retainOnDelete : now.retainOnDelete)
        throw new Error(`${urn} was to be deleted, although it is to be retained.`);
    }
  }
}
