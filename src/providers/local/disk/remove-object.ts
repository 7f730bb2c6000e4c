import { unlink } from "node:fs/promises";
import { kindOf, named, statusOf } from "./observe.js";
import { isAbsent, osFault } from "./os-fault.js";
import type { Place } from "./place.js";

/** Removes a file or a link. What somebody has put in its place is not it, and is left. */
export function removeObject(
  place: Place,
  id: string,
  kind: "file" | "link",
  warn: (message: string) => void,
): Promise<void> {
  const path = place.at(id);
  return place.alone(path, async () => {
    if (place.isTakenOver(path)) return warn(takenOver(id));
    const status = await statusOf(path);
    const found = status && kindOf(status);
    if (found === kind) {
      await unlink(path).catch((error: unknown) => {
        if (!isAbsent(error)) throw osFault(error, "Removing", path);
      });
    } else if (found !== undefined) {
      warn(`There is ${named[found]} at ${id} now, where ${named[kind]} was. It was left.`);
    }
    await place.settled(path);
  });
}

/** Said instead of removing what another resource has put there in the same run. */
export function takenOver(id: string): string {
  return `Another resource has taken the place of what was at ${id}. It was left.`;
}
