import type { ObjectRow, ResourceId, Seen } from "../model/index.js";

/** Returns the updated times of the last observation of objects, after some of them were observed again. */
export function seenAgain(known: readonly Seen[], now: Seen): readonly Seen[] {
  if (now.resources === "all") return [now];
  const again = new Set(now.resources);
  const others = known.flatMap((each): readonly Seen[] => {
    if (each.resources === "all") return [each];
    const resources = each.resources.filter((rid) => !again.has(rid));
    return resources.length === 0 ? [] : [{ ...each, resources }];
  });
  return again.size === 0 ? known : [...others, now];
}

/** Returns the time when an object was last observed, whatever the result; undefined if unknown. */
export function lastSeen(
  { rid, seenAt, createdAt, modifiedAt }: Pick<ObjectRow, "rid" | "seenAt" | "createdAt" | "modifiedAt">,
  seen: readonly Seen[],
): string | undefined {
  const among = ({ resources }: Seen, of: ResourceId) => resources === "all" || resources.includes(of);
  // An object that was created later was not part of an observation of all objects.
  const together = seen
    .filter((each) => among(each, rid) && each.at >= (createdAt ?? ""))
    .map(({ at }) => at);
  return [seenAt, createdAt, modifiedAt, ...together]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
