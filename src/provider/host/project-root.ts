import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { readManifest, type Manifest } from "./manifest.js";
import { isJsonObject } from "../../std/plain-json.js";

/**
 * Returns the folder that contains the project's own code: the root of its workspace, otherwise its package, otherwise
 * the project folder. `projectFolder` and the result are real paths.
 *
 * For npm and yarn, `workspaces` must include the package. For pnpm, a pnpm-workspace.yaml in a parent folder is
 * enough.
 */
export async function projectRoot(projectFolder: string): Promise<string> {
  const own = await packageFolder(projectFolder);
  for (const folder of upwards(own)) {
    if (existsSync(join(folder, "pnpm-workspace.yaml"))) return folder;
    const manifest = await manifestIn(folder);
    if (manifest !== undefined && hasMember(manifest, relative(folder, own))) return folder;
  }
  return own;
}

/** A folder whose package.json only has a `type` belongs to the package above it. */
async function packageFolder(projectFolder: string): Promise<string> {
  for (const folder of upwards(projectFolder)) {
    const manifest = await manifestIn(folder);
    if (manifest !== undefined && Object.keys(manifest).some((key) => key !== "type")) return folder;
  }
  return projectFolder;
}

function* upwards(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    yield folder;
    if (dirname(folder) === folder) return;
  }
}

/** Ignores a package.json that cannot be read. Code that needs it reports the problem. */
async function manifestIn(folder: string): Promise<Manifest | undefined> {
  return readManifest(join(folder, "package.json")).catch(() => undefined);
}

function hasMember({ workspaces }: Manifest, path: string): boolean {
  const listed = isJsonObject(workspaces) ? workspaces["packages"] : workspaces;
  if (!Array.isArray(listed)) return false;
  const member = path.split(sep).join("/");
  const patterns = listed.filter((each): each is string => typeof each === "string");
  const [excluding, including] = [
    patterns.filter((each) => each.startsWith("!")).map((each) => each.slice(1)),
    patterns.filter((each) => !each.startsWith("!")),
  ];
  const fits = (pattern: string) => patternOf(pattern)?.test(member) === true;
  return including.some(fits) && !excluding.some(fits);
}

/** Converts the glob patterns that npm and yarn support: `packages/*`, `apps/**`, `{a,b}/x`. Undefined if invalid. */
function patternOf(glob: string): RegExp | undefined {
  const source = glob
    .replace(/^\.\//, "")
    .replace(/\/+$/, "")
    .replaceAll(/[$()+.?[\\\]^|]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\{|\}|,/g, (part) => wildcards[part]!);
  try {
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
}

const wildcards: { readonly [part: string]: string } = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "{": "(?:",
  "}": ")",
  ",": "|",
};
