import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectGolden } from "../support/golden.js";

const machinery = [
  { of: "conditional types", text: /\sextends\s[^;{]*\?/, found: "A extends string ? B : C" },
  { of: "infer", text: /\binfer\b/, found: "(infer U)[]" },
  { of: "brands", text: /unique symbol|\[\w*(?:brand|key|kind)\]/i, found: "readonly [brand]: T" },
  { of: "schemas", text: /valibot|zod|StandardSchema|~standard/, found: "StandardSchemaV1<string>" },
  {
    of: "the types that made them",
    text: /\b(?:\w+Shape|With\w+|\w+Keys|Given|Decoded|Present|Lifted\w*|OutputMethods|NoInfer)\b/,
    found: "InputShape<string>",
  },
];

/**
 * What the compiler writes down about a provider and a program is what editors show their authors and what
 * their packages ship. It is made of names that they know.
 */
describe.each(["api-provider", "api-program"])("the declarations of %s", (name) => {
  test("are the committed ones", async () => {
    await expectGolden(await declarations(name), new URL(`declarations/${name}.d.ts`, import.meta.url));
  });

  test.each(machinery)("show nothing of $of", async ({ text }) => {
    expect(await declarations(name)).not.toMatch(text);
  });
});

test.each(machinery)("$of would be noticed", ({ text, found }) => {
  expect(found).toMatch(text);
});

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

function declarations(name: string): Promise<string> {
  return readFile(join(folder, `tests/golden/${name}.d.ts`), "utf8");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coconut-declarations-"));
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: folder,
      typeRoots: [join(root, "node_modules/@types")],
    },
    files: ["api-provider", "api-program"].map((name) => join(root, `tests/golden/${name}.ts`)),
    include: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await runCompiler(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

function runCompiler(project: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = join(root, "node_modules/.bin/tsc");
    execFile(compiler, ["-p", project, "--pretty", "false"], (error, stdout) => {
      if (error === null) resolve();
      else reject(new Error(`The golden sources do not compile:\n${stdout}`, { cause: error }));
    });
  });
}
