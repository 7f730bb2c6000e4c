import type { Archive, Asset } from "../model/index.js";
import { locate } from "./locate.js";

/** Returns the local files and folders that an asset or archive is made from, including those of members. */
export function localPaths(blob: Asset | Archive, baseDirectory: string): readonly string[] {
  const paths = new Set<string>();
  const seen = new Set<Asset | Archive>();
  const waiting = [blob];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const { source } = each;
    if ("assets" in source) waiting.push(...Object.values(source.assets));
    else if (!("text" in source)) paths.add(localPath(source, baseDirectory));
  }
  return [...paths].filter((path) => path !== "");
}

/** Returns an empty path for an invalid location, which is reported when it is read. */
function localPath(place: Parameters<typeof locate>[0], baseDirectory: string): string {
  try {
    const location = locate(place, baseDirectory);
    return location.kind === "file" ? location.path : "";
  } catch {
    return "";
  }
}
