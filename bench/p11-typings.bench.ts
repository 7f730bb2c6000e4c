import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { typingsOf, type TypingsFile } from "../src/terraform/typings/index.js";
import { count, median, progress, runNode } from "./measure/index.js";
import { emptyFolder } from "./peers/created-by-peers.js";
import { largeProvider } from "./shape/large-provider.js";

/** Measures the generated modules of a large provider, and the compiler with programs that import some or all of them. */
export default async function typings(options: BenchOptions): Promise<BenchRow[]> {
  const types = options.smoke ? 250 : 1_500;
  progress(`generate ${count(types)} types`);
  const times: number[] = [];
  let files: readonly TypingsFile[] = [];
  for (let run = 0; run < (options.smoke ? 1 : 5); run++) {
    const provider = largeProvider(types);
    const began = performance.now();
    files = [...typingsOf(provider)];
    times.push(performance.now() - began);
  }
  return [
    {
      id: "P11",
      work: `generate modules of ${count(types)} types`,
      unit: "ms",
      measured: median(times),
      best: Math.min(...times),
    },
    ...sizeRows(files),
    ...compilerRows(options, files),
  ];
}

function sizeRows(files: readonly TypingsFile[]): readonly BenchRow[] {
  const bytesOf = (ending: string) =>
    files.filter(({ path }) => path.endsWith(ending)).map(({ text }) => Buffer.byteLength(text));
  const declarations = bytesOf(".d.ts");
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  return [
    { work: "declarations", unit: "MB", measured: sum(declarations) / 1e6 },
    { work: "declarations, median of a type", unit: "kB", measured: median(declarations) / 1e3 },
    { work: "declarations, largest type", unit: "kB", measured: Math.max(...declarations) / 1e3 },
    { work: "JavaScript", unit: "MB", measured: sum(bytesOf(".js")) / 1e6 },
  ];
}

/** The programs that are compiled. The first is the floor of the others. */
const programs = ["none", "three", "all"] as const;

/** Compiles a program without a provider, one that imports three types, and one that imports a module with all. */
function compilerRows(options: BenchOptions, files: readonly TypingsFile[]): readonly BenchRow[] {
  const folder = emptyFolder(options, "typings");
  writeProject(folder, options, files);
  const uses: Record<(typeof programs)[number], CompilerUse[]> = { none: [], three: [], all: [] };
  for (let run = 0; run < (options.smoke ? 1 : 7); run++)
    for (const program of programs) {
      progress(`tsc, run ${run + 1}, with ${program}`);
      uses[program].push(compile(folder, program));
    }
  const row = (work: string, unit: string, of: (use: CompilerUse) => number, program: "three" | "all") => {
    const [measured, floor] = [uses[program].map(of), uses.none.map(of)];
    return {
      id: "P11",
      work,
      unit,
      measured: median(measured),
      best: Math.min(...measured),
      floor: median(floor),
      bestFloor: Math.min(...floor),
    };
  };
  return [
    {
      ...row("tsc of a program that imports three types", "ms", ({ milliseconds }) => milliseconds, "three"),
      bar: { atMost: 1.25, of: "ratio" },
    },
    {
      ...row("its memory", "MiB", ({ mebibytes }) => mebibytes, "three"),
      bar: { atMost: 1.25, of: "ratio" },
    },
    row(
      "tsc of a program that imports a module with all types",
      "ms",
      ({ milliseconds }) => milliseconds,
      "all",
    ),
    row("its memory", "MiB", ({ mebibytes }) => mebibytes, "all"),
  ];
}

function writeProject(folder: string, options: BenchOptions, files: readonly TypingsFile[]): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const modules = files.flatMap(({ path }) =>
    path.endsWith(".d.ts") ? [path.slice(0, -".d.ts".length)] : [],
  );
  for (const { path, text } of files) write(`.coconut/tf/${path}`, text);
  const everything = modules.map((path) => `export * from "./${path}.js";\n`).join("");
  write(".coconut/tf/everything.d.ts", everything);
  write(".coconut/tf/package.json", `{ "type": "module" }`);
  write("package.json", `{ "type": "module", "imports": { "#tf/*": "./.coconut/tf/*.js" } }`);
  const head = `import * as coconut from "@coconut/coconut";\nexport const stack: string = coconut.getStack();\n`;
  const uses = (from: (type: string) => string) =>
    ["10", "120", "200"].map(
      (type) =>
        `import { Type${type} } from "${from(`type_${type}`)}";\nexport const id${type} = Type${type}.get("a", "b").id;\n`,
    );
  const sources = {
    none: head,
    three: head + uses((type) => `#tf/aws/${type}`).join(""),
    all: head + uses(() => "#tf/everything").join(""),
  };
  for (const program of programs) {
    write(`${program}.ts`, sources[program]);
    write(
      `tsconfig.${program}.json`,
      JSON.stringify({ compilerOptions: settings, files: [`${program}.ts`] }),
    );
  }
  mkdirSync(join(folder, "node_modules/@coconut"), { recursive: true });
  symlinkSync(options.package, join(folder, "node_modules/@coconut/coconut"));
}

/** As in the projects of `coco new`. */
const settings = {
  target: "es2022",
  module: "nodenext",
  lib: ["es2023"],
  types: ["node"],
  typeRoots: [resolve("node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

interface CompilerUse {
  readonly milliseconds: number;
  readonly mebibytes: number;
}

function compile(folder: string, program: string): CompilerUse {
  const words = [
    "-p",
    join(folder, `tsconfig.${program}.json`),
    "--extendedDiagnostics",
    "--pretty",
    "false",
  ];
  const { milliseconds, stdout } = runNode([resolve("node_modules/typescript/bin/tsc"), ...words]);
  const kibibytes = /Memory used:\s+(\d+)K/.exec(stdout)?.[1];
  return { milliseconds, mebibytes: Number(kibibytes) / 1024 };
}
