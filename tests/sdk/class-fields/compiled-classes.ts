import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";

type Classes = typeof import("./classes.js");

/** One way to emit class fields. */
export interface Emit {
  readonly compiler: "esbuild" | "tsc";
  readonly target: "es2022" | "es2021";
  readonly useDefineForClassFields: boolean;
}

export const emits: readonly Emit[] = (["esbuild", "tsc"] as const).flatMap((compiler) =>
  (["es2022", "es2021"] as const).flatMap((target) =>
    [true, false].map((useDefineForClassFields) => ({ compiler, target, useDefineForClassFields })),
  ),
);

const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = fileURLToPath(new URL("./classes.ts", import.meta.url));

/** The classes as each compiler emits them, in the order of `emits`. Each is a module of its own. */
export async function compiledClasses(): Promise<{ readonly classes: Classes; readonly text: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), "coconut-classes-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await compileWithTypeScript(folder);
    return await Promise.all(
      emits.map(async (emit) => {
        const file = join(folder, folderOf(emit), "classes.js");
        if (emit.compiler === "esbuild") await compileWithEsbuild(emit, join(folder, folderOf(emit)));
        return {
          classes: (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Classes,
          text: await readFile(file, "utf8"),
        };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const folderOf = (emit: Emit) => [emit.compiler, emit.target, emit.useDefineForClassFields].join("-");

async function compileWithEsbuild(emit: Emit, folder: string): Promise<void> {
  const { target, useDefineForClassFields } = emit;
  const { code } = await transform(await readFile(source, "utf8"), {
    loader: "ts",
    target,
    tsconfigRaw: { compilerOptions: { useDefineForClassFields } },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "classes.js"), code);
}

/** One run of the compiler for all of them. Types are checked with those of the project. */
async function compileWithTypeScript(folder: string): Promise<void> {
  const projects = emits.filter(({ compiler }) => compiler === "tsc");
  await writeFile(join(folder, "classes.ts"), await readFile(source, "utf8"));
  for (const emit of projects) {
    const { target, useDefineForClassFields } = emit;
    const compilerOptions = {
      target,
      useDefineForClassFields,
      module: "esnext",
      moduleResolution: "bundler",
      noCheck: true,
      noResolve: true,
      types: [],
      rootDir: "..",
      outDir: ".",
    };
    await mkdir(join(folder, folderOf(emit)));
    await writeFile(
      join(folder, folderOf(emit), "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["../classes.ts"] }),
    );
  }
  const tsc = join(root, "node_modules/.bin/tsc");
  await promisify(execFile)(tsc, ["--build", ...projects.map(folderOf)], { cwd: folder });
}
