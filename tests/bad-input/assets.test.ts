/**
 * Every entry of `assets.json`: an archive, a folder or a place that a program names as an asset, which the package
 * `local` is to put on the disk. Archives are made from their entries. `code` and `exit` are how a run has to end;
 * without a `code` the folder has exactly the `files` afterwards. Nothing is ever written beside that folder. Entries
 * with `shownBy` are tests of their own.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { exitCodeOf } from "../../src/runner/index.js";
import { archiveEntries } from "../../src/asset/index.js";
import { archiveOf, isDiagnosticError, type Diagnostic } from "../../src/model/index.js";
import { Directory } from "../../src/providers/local/index.js";
import { asset } from "../../src/sdk/index.js";
import { testStack } from "../../src/testing/index.js";
import { craftedTar, type CraftedEntry } from "../assets/crafted-tar.js";
import { rawZip } from "../assets/raw-zip.js";
import { counted, proved } from "../support/proof.js";

interface AssetEntry {
  readonly id: string;
  readonly what: string;
  /** The name of an archive, which tells its format, and what is in it. */
  readonly archive?: string;
  readonly entries?: readonly (CraftedEntry & { readonly mode?: string })[];
  /** So many bytes are missing at its end. */
  readonly cut?: number;
  /** A folder, with files, links and pipes in it. */
  readonly folder?: { readonly [name: string]: { readonly text: string } | { readonly to: string } | "pipe" };
  /** Of something that is not made here. */
  readonly uri?: string;
  readonly code?: string;
  readonly exit?: number;
  readonly files?: { readonly [name: string]: string };
  readonly shownBy?: { readonly file: string; readonly test: string };
  readonly doesNotApply?: string;
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const { entries } = JSON.parse(readFileSync(here("assets.json"), "utf8")) as {
  readonly entries: AssetEntry[];
};
const base = mkdtempSync(join(tmpdir(), "coconut-bad-assets-"));
const figures = { assets: 0, assetsRefused: 0, assetsTaken: 0, violations: 0 };
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
  proved("bad-input", figures);
});

describe("assets", () => {
  const tried = entries.filter(
    ({ shownBy, doesNotApply }) => shownBy === undefined && doesNotApply === undefined,
  );
  test.each(tried)("$id: $what", async (entry) => {
    figures.assets++;
    await counted(figures, () => endsAsItMust(entry));
    figures[entry.code === undefined ? "assetsTaken" : "assetsRefused"]++;
  });

  test.each(entries.filter(({ shownBy }) => shownBy !== undefined))(
    "$id: $what is shown elsewhere",
    ({ shownBy }) => {
      expect(readFileSync(here(`../../${shownBy!.file}`), "utf8")).toContain(shownBy!.test);
    },
  );
});

async function endsAsItMust(entry: AssetEntry): Promise<void> {
  const folder = mkdtempSync(join(base, "project-"));
  const source = sourceOf(entry, folder);
  const before = treeOf(folder);
  const { diagnostics, ok } = await applied(folder, source);
  // What is in an archive is seen by the provider that unpacks it, and told as what that has thrown.
  const told = entry.archive === undefined ? entry.code : "provider/hook-failed";
  expect(diagnostics.map(({ code }) => code)).toEqual(entry.code === undefined ? [] : [told]);
  if (entry.archive !== undefined) expect(await refusalOf(join(folder, entry.archive))).toBe(entry.code);
  expect(ok ? 0 : exitCodeOf(diagnostics)).toBe(entry.exit ?? 0);
  const after = treeOf(folder);
  const made = Object.entries(after).filter(([name]) => name.startsWith("out/"));
  expect(Object.fromEntries(made.map(([name, text]) => [name.slice("out/".length), text]))).toEqual(
    entry.files ?? {},
  );
  const others = Object.fromEntries(Object.entries(after).filter(([name]) => !name.startsWith("out/")));
  expect(others).toEqual(before);
}

async function applied(
  projectFolder: string,
  source: asset.Archive,
): Promise<{ readonly ok: boolean; readonly diagnostics: readonly Diagnostic[] }> {
  const stack = await testStack(
    () => void new Directory("out", { path: join(projectFolder, "out"), source }),
    {
      projectFolder,
    },
  );
  try {
    return await stack.apply();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { ok: false, diagnostics: error.diagnostics };
  }
}

/** With which code the archive itself is refused. */
async function refusalOf(path: string): Promise<string | undefined> {
  try {
    await archiveEntries(archiveOf({ path }));
    return undefined;
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return error.diagnostics[0]!.code;
  }
}

function sourceOf(entry: AssetEntry, folder: string): asset.Archive {
  if (entry.uri !== undefined) return new asset.RemoteArchive(entry.uri);
  if (entry.folder !== undefined) {
    for (const [name, made] of Object.entries(entry.folder)) put(join(folder, "given", name), made);
    return new asset.FileArchive(join(folder, "given"));
  }
  const bytes = packed(entry);
  writeFileSync(join(folder, entry.archive!), bytes.subarray(0, bytes.length - (entry.cut ?? 0)));
  return new asset.FileArchive(join(folder, entry.archive!));
}

function packed({ archive, entries: parts = [] }: AssetEntry): Buffer {
  if (archive!.endsWith(".zip"))
    return rawZip(
      parts.map(({ mode, content, ...part }) => ({
        ...part,
        content: String(content ?? ""),
        ...(mode !== undefined && { mode: Number.parseInt(mode, 8) }),
      })),
    );
  const tar = craftedTar(
    parts.map((part) => ({ ...part, content: part.content === "@zeros" ? zeros : (part.content ?? "") })),
  );
  return archive!.endsWith("gz") ? gzipSync(tar) : tar;
}

/** Stands in the data as `@zeros`. */
const zeros = new Uint8Array(33 * 2 ** 20);

function put(path: string, made: { readonly text: string } | { readonly to: string } | "pipe"): void {
  mkdirSync(dirname(path), { recursive: true });
  if (made === "pipe") execFileSync("mkfifo", [path]);
  else if ("text" in made) writeFileSync(path, made.text);
  else symlinkSync(made.to, path);
}

/** Every file below a folder with its content; for what is no plain file of its owner, what it is. */
function treeOf(folder: string): { readonly [name: string]: string } {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((each) => !each.isDirectory())
      .map((each) => {
        const path = join(each.parentPath, each.name);
        const isPlain = each.isFile() && (statSync(path).mode & 0o7111) === 0;
        const text = isPlain
          ? readFileSync(path, "latin1")
          : each.isSymbolicLink()
            ? "a link"
            : "no plain file";
        return [path.slice(folder.length + 1), text];
      }),
  );
}
