import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { readManifest, type Manifest } from "./manifest.js";
import { isJsonObject } from "../../std/plain-json.js";

/**
 * The folder that holds the project's own code: the root of its workspace, else its package, else the project folder
 * itself. `projectFolder` is a real path, and so is the answer.
 *
 * A workspace counts by the rule of the tool that it belongs to: for npm and yarn `workspaces` must include the package,
 * for pnpm the file pnpm-workspace.yaml in a folder above is enough.
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

/** A folder whose package.json only says how to read its files belongs to the package further up. */
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

/** A package.json that cannot be read says nothing here; whoever needs it tells what is wrong with it. */
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

/** `packages/*`, `apps/**`, `{a,b}/x`: what npm and yarn understand and projects use. Undefined for a broken one. */
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
