import type { ObjectRow, ResourceId, Seen } from "../model/index.js";

/** What is known of when objects were last seen as they are recorded, once some of them were seen again. */
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

/** When an object was last seen, whatever was found; nothing if that is not known. */
export function lastSeen(
  { rid, seenAt, createdAt, modifiedAt }: Pick<ObjectRow, "rid" | "seenAt" | "createdAt" | "modifiedAt">,
  seen: readonly Seen[],
): string | undefined {
  const among = ({ resources }: Seen, of: ResourceId) => resources === "all" || resources.includes(of);
  // What was made since was not among all.
  const together = seen
    .filter((each) => among(each, rid) && each.at >= (createdAt ?? ""))
    .map(({ at }) => at);
  return [seenAt, createdAt, modifiedAt, ...together]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
