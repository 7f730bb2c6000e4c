import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * How state refers to the code in a file: by the name of the npm package that it belongs to, or by its path
 * from the project folder if it is the project's own. Paths begin with a dot, and names never do.
 */
export function moduleOf(file: string, projectFolder: string): string {
  for (let folder = dirname(file); !isWithin(projectFolder, folder); folder = dirname(folder)) {
    const name = packageName(folder);
    if (name !== undefined) return name;
  }
  return pathFrom(projectFolder, file);
}

export function isPath(module: string): boolean {
  return module.startsWith(".");
}

export function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Whether the inner path is the outer one or below it. */
function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** Folders with a package.json that says only how to read their files belong to the package further up. */
function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
