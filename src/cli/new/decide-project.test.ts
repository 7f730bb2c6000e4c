import { expect, test } from "vitest";
import { decideProject } from "./decide-project.js";
import type { FolderContents } from "./read-folder.js";

const files = [
  { path: ".gitignore", text: "node_modules/\n.coconut/\n" },
  { path: "README.md", text: "# shop\n" },
  { path: "main.ts", text: "export {};\n" },
  { path: "package.json", text: `{ "name": "shop", "type": "module" }\n` },
  { path: "src/index.ts", text: "export {};\n" },
];

const folder = (
  texts: Readonly<Record<string, string>>,
  entries: readonly string[] = [],
): FolderContents => ({
  entries: [...Object.keys(texts), ...entries],
  found: new Map(Object.entries(texts).map(([path, text]) => [path, { text }])),
  ...(texts["package.json"] !== undefined && {
    manifest: JSON.parse(texts["package.json"]) as object as never,
  }),
});

test("into an empty folder everything is written", () => {
  const decision = decideProject(files, folder({}));
  expect(decision).toEqual({ writes: files, inTheWay: [], kept: [], keptSettings: [] });
});

test("all that is in the way is named, and nothing is taken for the same that is not", () => {
  const there = folder({ "main.ts": "other\n", "README.md": "# mine\n" });
  const found = new Map([...there.found, ["src/index.ts", "other"] as const]);
  expect(decideProject(files, { ...there, found }).inTheWay).toEqual(["main.ts", "src/index.ts"]);
});

test("a second time there is nothing left to write", () => {
  const there = folder(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  expect(decideProject(files, there)).toMatchObject({ writes: [], inTheWay: [] });
});

test("what is there gets what it lacks, with what it had in it", () => {
  const before = `{"type":"commonjs","private":true}`;
  const { writes, kept, keptSettings, inTheWay } = decideProject(
    files,
    folder({ "package.json": before, ".gitignore": "dist\n.coconut/ \nlogs" }, ["readme"]),
  );
  expect(inTheWay).toEqual([]);
  expect(kept).toEqual(["readme"]);
  expect(keptSettings).toEqual(["type"]);
  expect(writes.map(({ path }) => path)).toEqual([".gitignore", "main.ts", "package.json", "src/index.ts"]);
  expect(writes[0]).toEqual({
    path: ".gitignore",
    text: "dist\n.coconut/ \nlogs\nnode_modules/\n",
    before: "dist\n.coconut/ \nlogs",
  });
  expect(writes[2]).toEqual({
    path: "package.json",
    text: `{\n  "type": "commonjs",\n  "private": true,\n  "name": "shop"\n}\n`,
    before,
  });
});
