import { lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { ProjectManifest } from "./merge-manifest.js";

/** The contents of a folder before a project is created in it. */
export interface FolderContents {
  /** Names in the folder; empty if it does not exist. */
  readonly entries: readonly string[];
  /** The text of each requested file that exists; "other" if the path is not a file. */
  readonly found: ReadonlyMap<string, { readonly text: string } | "other">;
  /** The parsed package.json. */
  readonly manifest?: ProjectManifest;
}

/** Reads a folder and these paths in it. Throws if it is not a folder or cannot be read. */
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
    // A parent of the path is not a folder.
    if (code === "ENOTDIR") return "other";
    throw error;
  }
}

function parsed(file: string, text: string): ProjectManifest {
  const refuse = (why: string) =>
    new DiagnosticError(
      problem("cli/malformed-file", {
        detail: `${file} is not valid: ${why}.`,
        hint: "Fix the file, or choose another folder. coco new extends an existing package.json.",
      }),
    );
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (typeof manifest === "object" && manifest !== null && !Array.isArray(manifest)) return { ...manifest };
  throw refuse("it is not a JSON object");
}

function notAFolder(folder: string): Diagnostic {
  return problem("cli/unusable-folder", {
    detail: `${folder}, or one of its parents, is not a folder.`,
    hint: "Name a folder that does not exist yet:\n    coco new <template> <folder>",
  });
}

function unreadable(folder: string, error: unknown): Diagnostic {
  return problem("cli/file-access", {
    detail: `${folder} cannot be read: ${(error as Error).message}.`,
    hint: "Change the permissions, or choose another folder.",
  });
}

/** True if a folder only has files that usually exist before a project is created, such as `.git` or a license. */
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
