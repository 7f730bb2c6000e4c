import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

/** Whether a path, which need not exist, lies in a folder once links are followed. */
export function isWithin(folder: string, path: string): boolean {
  const between = relative(realPath(resolve(folder)), realPath(resolve(path)));
  // On Windows, what is on another drive stays an absolute path.
  return between !== ".." && !between.startsWith(`..${sep}`) && resolve(between) !== between;
}

/** Of what is missing, where it would come to lie. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
