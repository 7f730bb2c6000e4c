import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTextFile } from "../../../std/read-text-file.js";
import { readProject } from "../../read-project.js";
import type { ProjectFacts } from "../checks/index.js";

export async function projectFacts(folder: string): Promise<ProjectFacts> {
  const { attempted, inspectCopies } = await import("../../../operations/index.js");
  const copies = await attempted(() => inspectCopies(folder));
  return {
    folder,
    isFolder: statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false,
    hasSettings: existsSync(join(folder, "coconut.json")),
    hasState: existsSync(join(folder, ".coconut")),
    project: await attempted(() => readProject(folder)),
    manifest: await attempted(() => nearestManifest(folder)),
    copies: copies.ok ? copies.result : { further: [] },
  };
}

/** Reads the nearest `package.json`, as Node resolves it: in the folder or a parent. */
function nearestManifest(folder: string): { readonly [key: string]: unknown } | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) return manifestOf(file);
  return dirname(folder) === folder ? undefined : nearestManifest(dirname(folder));
}

function manifestOf(file: string): { readonly [key: string]: unknown } {
  const manifest = parse(file);
  if (typeof manifest === "object" && manifest !== null && !Array.isArray(manifest)) return { ...manifest };
  throw new Error(`${file} is not a JSON object.`);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readTextFile(file));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
