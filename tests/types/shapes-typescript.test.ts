import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { shapeTable, shapeTableImports } from "./shape-table.js";

/**
 * Compiles the table once, as one module that imports the SDK as a program does, and maps what the compiler
 * says back to the rows. The message of a wrong row shows the type that was found.
 */
describe("the shapes of TypeScript types", () => {
  const source = printSource();
  let complaints: readonly Complaint[] = [];

  beforeAll(async () => {
    complaints = await compile(source.text);
  }, 120_000);

  test.each(shapeTable)("$name", ({ name }) => {
    const about = complaints.filter(({ line }) => source.rows.get(line) === name);
    expect(about.map(({ message }) => message)).toEqual([]);
  });

  test("nothing but rows is complained about", () => {
    const others = complaints.filter(({ line }) => !source.rows.has(line));
    expect(others.map(({ message }) => message)).toEqual([]);
  });

  test("a type that is not the expected one is noticed", () => {
    const found = complaints.filter(({ line }) => source.rows.get(line) === mustFail);
    expect(found.length).toBe(1);
  });
});

interface Complaint {
  /** Zero where the compiler complains about another file. */
  readonly line: number;
  readonly message: string;
}

const mustFail = "(must fail)";
const root = fileURLToPath(new URL("../..", import.meta.url));

function printSource(): { readonly text: string; readonly rows: ReadonlyMap<number, string> } {
  const lines = [
    `import type { InputShape, OutputShape, PlainShape, ${shapeTableImports.join(", ")} } from "@coconut/coconut";`,
    "type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;",
    "type Found<A, B> = Same<A, B> extends true ? true : { found: A; insteadOf: B };",
    "type Holds<T extends true> = T;",
    "export type Rows = [",
  ];
  const rows = new Map<number, string>();
  const add = (name: string, found: string, expected: string) => {
    lines.push(`  Holds<Found<${found}, ${expected}>>,`);
    rows.set(lines.length, name);
  };
  for (const { name, typescript } of shapeTable) {
    add(name, `InputShape<${typescript.type}>`, typescript.input);
    add(name, `OutputShape<${typescript.type}>`, typescript.output);
    add(name, `PlainShape<${typescript.type}>`, typescript.plain);
  }
  add(mustFail, "PlainShape<string>", "number");
  lines.push("];", "");
  return { text: lines.join("\n"), rows };
}

async function compile(source: string): Promise<Complaint[]> {
  const folder = await mkdtemp(join(tmpdir(), "coconut-shapes-"));
  try {
    await writeFile(join(folder, "shapes.mts"), source);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
        files: ["shapes.mts"],
        include: [],
      }),
    );
    return complaintsIn(await runCompiler(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runCompiler(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const compiler = join(root, "node_modules/.bin/tsc");
    execFile(compiler, ["-p", folder, "--pretty", "false"], { cwd: folder }, (error, stdout, stderr) => {
      if (error !== null && stdout === "")
        reject(new Error(`The compiler did not run: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** A complaint is a line with its place; lines that continue it are indented. */
function complaintsIn(text: string): Complaint[] {
  return text
    .split(/\n(?=\S)/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const line = /^shapes\.mts\((\d+),\d+\)/.exec(part)?.[1];
      return { line: Number(line ?? 0), message: part };
    });
}
