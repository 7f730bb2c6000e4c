import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { ProjectManifest } from "./merge-manifest.js";

/** A folder as it is before a project is made in it. */
export interface FolderContents {
  /** The names in it; none if it does not exist yet. */
  readonly entries: readonly string[];
  /** What is at the paths that were asked about: the text of a file, or something else. */
  readonly found: ReadonlyMap<string, { readonly text: string } | "other">;
  /** What its package.json holds. */
  readonly manifest?: ProjectManifest;
}

/** Looks at a folder, and at these paths in it. Throws if it is none, or cannot be read. */
export function readFolder(folder: string, paths: readonly string[]): FolderContents {
  try {
    const entries = entriesOf(folder);
    const found = new Map(
      paths.flatMap((path) => {
        const stats = statsOf(join(folder, path));
        if (stats === undefined) return [];
        return [[path, stats === "other" ? stats : { text: readFileSync(join(folder, path), "utf8") }]];
      }),
    );
    const own = found.get("package.json");
    if (own === undefined || own === "other") return { entries, found };
    return { entries, found, manifest: parsed(join(folder, "package.json"), own.text) };
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw new DiagnosticError(unreadable(folder, error));
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") throw new DiagnosticError(notAFolder(folder));
    throw error;
  }
}

function statsOf(path: string): Stats | "other" | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() ? stats : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    // Something that is no folder is where its folder would be.
    if (code === "ENOTDIR") return "other";
    throw error;
  }
}

function parsed(file: string, text: string): ProjectManifest {
  const refuse = (why: string) =>
    new DiagnosticError(
      problem("cli/malformed-file", {
        detail: `${file} cannot be read: ${why}.`,
        hint: "Correct the file, or choose another folder: a package.json that is there gets what it lacks.",
      }),
    );
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (typeof manifest === "object" && manifest !== null && !Array.isArray(manifest)) return { ...manifest };
  throw refuse("it holds no object");
}

function notAFolder(folder: string): Diagnostic {
  return problem("cli/folder-taken", {
    detail: `${folder} is no folder, or one of those that it is in is none.`,
    hint: "Name a folder that does not exist yet:\n    coco new <template> <folder>",
  });
}

function unreadable(folder: string, error: unknown): Diagnostic {
  return problem("cli/unreadable-file", {
    detail: `${folder} cannot be read: ${(error as Error).message}.`,
    hint: "Give yourself the right to read it, or choose another folder.",
  });
}

/** Whether a folder holds nothing but what is there before a project begins: then nobody has to name another. */
export function isEffectivelyEmpty(entries: readonly string[]): boolean {
  return entries.every((name) => before.some((pattern) => pattern.test(name)));
}

const before = [
  /^package\.json$/,
  /^node_modules$/,
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
  /^\.(?:git|gitignore|gitattributes|github|gitlab-ci\.yml|editorconfig|npmrc|nvmrc|node-version)$/,
  /^\.(?:yarn|yarnrc\.yml|pnp\.cjs|pnp\.loader\.mjs|vscode|idea|DS_Store)$/,
  /^(?:readme|licen[cs]e|changelog|contributing|notice|security|code_of_conduct)(?:\.\w+)?$/i,
];
