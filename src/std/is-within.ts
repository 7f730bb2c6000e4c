import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** Whether a path, which need not exist, is in a folder after links are resolved. */
export function isWithin(folder: string, path: string): boolean {
  const between = relative(realPath(resolve(folder)), realPath(resolve(path)));
  // On Windows, a path on another drive stays absolute.
  return between !== ".." && !between.startsWith(`..${sep}`) && resolve(between) !== between;
}

/** For a missing file, returns the path that it would have. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
