import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Creates a folder for the package, below the `node_modules` that contains its dependencies. */
export function packageFolder(): string {
  const cache = resolve("node_modules/.cache/coconut");
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, "bench-package-"));
}

/** Builds the package in the folder from the current sources, with all files that are published. */
export function buildPackage(folder: string, { types }: { readonly types: boolean }): void {
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly files: readonly string[] };
  for (const name of ["package.json", ...files])
    if (name !== "dist" && existsSync(name)) cpSync(name, join(folder, name), { recursive: true });
  const words = ["scripts/build.mjs", ...(types ? [] : ["--no-types"]), folder];
  execFileSync(process.execPath, words, { stdio: ["ignore", process.stderr, process.stderr] });
}
