import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ShippedPackage } from "../support/shipped-package.js";
import { followPage, isFollowed, type PageFault } from "./follow-page.js";
import { PageFolder } from "./page-folder.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every page that people read, from the root. What is made from code, and the reasons of old, are not. */
export const pagePaths: readonly string[] = [
  "README.md",
  ...markdownIn("docs").filter((path) => !/^docs\/(decisions|node_modules|\.vitepress)\//.test(path)),
  ...markdownIn("examples").filter((path) => /^examples\/([^/]+\/)?README\.md$/.test(path)),
].sort();

/** Pages that are followed with everything installed as users do it, by tests of their own. */
export const installedPages = [
  "README.md",
  "docs/index.md",
  "docs/start/first-five-minutes.md",
  "docs/start/tutorial.md",
  "docs/guides/monorepo.md",
] as const;

/** Pages that install Terraform providers. A test of their own offers them a mirror. */
export const providerPages = [
  "docs/guides/terraform-providers.md",
  "examples/terraform-provider/README.md",
  "examples/terraform-state/README.md",
] as const;

export function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Tests that every page of these is followed to its end. */
export function testPages(isMeant: (path: string) => boolean): void {
  const others = new Set<string>([...installedPages, ...providerPages]);
  const meant = pagePaths.filter((path) => isMeant(path) && !others.has(path) && isFollowed(readPage(path)));
  describe("what a page says is so", () => {
    let shipped: ShippedPackage;
    beforeAll(() => void (shipped = new ShippedPackage()));
    afterAll(() => shipped.remove());

    test.each(meant)("%s", { timeout: 300_000 }, async (path) => {
      const place = openPage(path, shipped);
      try {
        await expectFollowed(path, place);
      } finally {
        place.remove();
      }
    });
  });
}

/** `UPDATE_PAGES=1` writes what is really printed into the page instead. */
export async function expectFollowed(path: string, place: PageFolder): Promise<void> {
  const page = readPage(path);
  const { faults, corrected } = await followPage(page, place);
  const leftovers = place.leftovers();
  if (process.env["UPDATE_PAGES"] === "1") writeFileSync(join(root, path), corrected);
  expect(faultText(path, faults)).toBe("");
  expect(leftovers).toEqual([]);
}

export function faultText(path: string, faults: readonly PageFault[]): string {
  return faults.map(({ line, what }) => `${path}:${line}: ${what}`).join("\n\n");
}

/** A folder as its reader has it: that of the example, or an empty one; the package is installed. */
export function openPage(
  path: string,
  shipped: ShippedPackage,
  environment: Readonly<Record<string, string>> = {},
): PageFolder {
  const isExample = path.startsWith("examples/") && path !== "examples/README.md";
  const name = isExample ? basename(dirname(path)) : "shop";
  const place = new PageFolder(name, environment);
  if (isExample) cpSync(join(root, dirname(path)), place.folder, { recursive: true, filter: isSource });
  const modules = join(dirname(place.folder), "node_modules");
  mkdirSync(join(modules, "@coconut"), { recursive: true });
  symlinkSync(shipped.folder, join(modules, "@coconut/coconut"));
  for (const each of ["valibot", "zod", "typescript", "@types"])
    symlinkSync(join(root, "node_modules", each), join(modules, each));
  if (!existsSync(join(place.folder, "package.json")))
    writeFileSync(
      join(place.folder, "package.json"),
      `{ "name": "${name}", "private": true, "type": "module" }\n`,
    );
  place.offer("coco", `exec "${process.execPath}" "${shipped.command}" "$@"`);
  // The real one costs more than most of what it starts.
  place.offer("npx", `[ "$1" = coco ] && shift && exec coco "$@"\necho "npx $1 is not there" >&2\nexit 1`);
  return place;
}

/** Not what a run of it left in the tree. */
function isSource(path: string): boolean {
  return !/\/(\.coconut|node_modules|site|out)(\/|$)/.test(path.slice(root.length));
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !path.includes("node_modules/"))
    .map((path) => `${folder}/${path}`);
}
