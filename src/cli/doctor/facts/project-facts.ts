import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readProject } from "../../read-project.js";
import type { ProjectFacts } from "../checks/index.js";

export async function projectFacts(folder: string): Promise<ProjectFacts> {
  const { attempted, inspectCopies } = await import("../../../engine/index.js");
  const copies = await attempted(() => inspectCopies(folder));
  return {
    folder,
    isFolder: statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false,
    hasSettings: existsSync(join(folder, "coconut.json")),
    hasState: existsSync(join(folder, ".coconut")),
    project: await attempted(() => readProject(folder)),
    manifest: await attempted(() => manifestOf(join(folder, "package.json"))),
    copies: copies.ok ? copies.result : { further: [] },
  };
}

function manifestOf(file: string): { readonly [key: string]: unknown } | undefined {
  if (!existsSync(file)) return undefined;
  const manifest = parse(file);
  if (typeof manifest === "object" && manifest !== null && !Array.isArray(manifest)) return { ...manifest };
  throw new Error(`${file} holds no object.`);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
