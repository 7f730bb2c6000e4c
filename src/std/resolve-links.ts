import { realpathSync } from "node:fs";

/** A path with all links followed; the path itself if nothing is there. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
