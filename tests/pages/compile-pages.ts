import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageFault } from "./follow-page.js";
import { pageModules, type PageModule } from "./page-modules.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface PageSource {
  readonly path: string;
  readonly text: string;
  /** Files that are there before the page says anything. */
  readonly given?: Readonly<Record<string, string>>;
}

export interface CompileOptions {
  /** A project folder with the generated classes of Terraform providers. Those that it lacks have any class. */
  readonly classes?: string;
}

/** Compiles every module of every page, all in one run of the compiler. What is wrong, by page. */
export function compilePages(
  pages: readonly PageSource[],
  { classes }: CompileOptions = {},
): ReadonlyMap<string, readonly PageFault[]> {
  const cache = join(root, "node_modules", ".cache", "coconut");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pages-"));
  try {
    const faults = new Map<string, PageFault[]>();
    const placed = new Map<string, { page: string; module: PageModule }>();
    for (const [index, { path, text, given }] of pages.entries()) {
      const found = pageModules(text, given);
      faults.set(path, [...found.faults]);
      for (const [moment, { files, modules }] of found.moments.entries()) {
        const place = `${index}-${moment}`;
        for (const [file, content] of Object.entries(files)) write(join(folder, place, file), content);
        linkWorkspaces(join(folder, place), files);
        if (classes !== undefined) linkClasses(join(folder, place), classes);
        for (const module of modules) placed.set(`${place}/${module.file}`, { page: path, module });
      }
    }
    const complaints = compile(folder, [...placed.keys()]);
    for (const [file, { page, module }] of placed) {
      const own = complaints.filter((each) => each.file === file);
      const first = module.lines.find((line) => line !== undefined) ?? 0;
      if (module.fails && own.length === 0)
        faults.get(page)!.push({ line: first, what: "This compiles, and the page says it does not." });
      if (!module.fails)
        for (const { line, what } of own)
          faults.get(page)!.push({ line: module.lines[line - 1] ?? first, what });
    }
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `npm install` does it for the packages of a page. */
function linkWorkspaces(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    if (!/^packages\/[^/]+\/package\.json$/.test(file)) continue;
    const { name } = JSON.parse(text) as { readonly name: string };
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, dirname(file)), link);
  }
}

/** As `coco provider install` does it. */
function linkClasses(folder: string, classes: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(classes, ".coconut"), join(folder, ".coconut"));
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest))
    write(manifest, '{ "type": "module", "imports": { "#tf/*": "./.coconut/tf/*.js" } }');
}

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** A mistake in the grammar of one module keeps the compiler from looking at any other: those are compiled again. */
function compile(folder: string, files: readonly string[]): readonly Complaint[] {
  const complaints = compileOnce(folder, files);
  const isGrammar = complaints.every(({ what }) => /^error TS1\d{3}:/.test(what));
  const others = files.filter((file) => !complaints.some((each) => each.file === file));
  if (!isGrammar || others.length === files.length) return complaints;
  return [...complaints, ...compile(folder, others)];
}

function compileOnce(folder: string, files: readonly string[]): readonly Complaint[] {
  const up = relative(folder, root);
  write(join(folder, "package.json"), '{ "type": "module" }');
  // The compiler prefers the generated module, if there is one.
  write(join(folder, "terraform.d.ts"), 'declare module "#tf/*";\n');
  write(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: `${up}/tsconfig.json`,
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, noEmit: true, declaration: false },
      files: [...files, "terraform.d.ts"],
    }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64e6,
  });
  const complaints: Complaint[] = [];
  for (const line of stdout.split("\n")) {
    const [, file, at, what] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    if (file !== undefined) complaints.push({ file, line: Number(at), what: what! });
    else if (line.startsWith("error ")) throw new Error(line);
  }
  return complaints;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
