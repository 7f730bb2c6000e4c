import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TypingsFile } from "../../../src/terraform/typings/index.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The ways in which TypeScript finds modules, and the kind of modules that each is used with. */
export const resolutions = { nodenext: "nodenext", bundler: "esnext" } as const;

/**
 * Compiles programs of a project with generated modules, strictly, and returns the complaints about them and about the declarations. The
 * project is an ES module or not.
 */
export async function compileProgram(
  programs: Readonly<Record<string, string>>,
  modules: Iterable<TypingsFile>,
  resolution: keyof typeof resolutions,
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "coconut-typings-"));
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  try {
    write(
      "package.json",
      `{ "name": "shop", "type": "module", "imports": { "#tf/*": "./.coconut/tf/*.js" } }`,
    );
    write(".coconut/tf/package.json", `{ "type": "module" }`);
    for (const { path, text } of modules) write(`.coconut/tf/${path}`, text);
    for (const [path, text] of Object.entries(programs)) write(path, text);
    write("tsconfig.json", JSON.stringify(settings(Object.keys(programs), resolution)));
    const tsc = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"]);
    const { stdout } = await tsc.catch((error: { stdout: string }) => error);
    const lines = stdout.split("\n").filter((line) => /\(\d+,\d+\): error|^error/.test(line));
    return lines.filter((line) => !/(?:^|\/)(?:src|node_modules)\//.test(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function settings(files: readonly string[], resolution: keyof typeof resolutions): object {
  const compilerOptions = {
    module: resolutions[resolution],
    moduleResolution: resolution,
    typeRoots: [join(root, "node_modules/@types")],
    skipLibCheck: false,
    noUnusedLocals: false,
    rootDir: "/",
  };
  return { extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] };
}
