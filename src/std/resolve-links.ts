import { realpathSync } from "node:fs";

/** Returns a path with all links resolved; the path itself if it does not exist. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
