import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { ShippedPackage } from "../support/shipped-package.js";

const shipped = new ShippedPackage();
const project = realpathSync(mkdtempSync(join(tmpdir(), "coconut-start-")));
mkdirSync(join(project, "node_modules/@coconut"), { recursive: true });
symlinkSync(shipped.folder, join(project, "node_modules/@coconut/coconut"), "junction");
afterAll(() => {
  shipped.remove();
  rmSync(project, { recursive: true, force: true });
});

/** Each file that is loaded takes time of every start, and so does each folder of the sources that is in it. */
describe("starting loads few files, and of those only what is needed", () => {
  test("coco version: the one that answers", () => {
    expect(shippedFiles(loadedBy("version"))).toEqual(["dist/cli/main.js"]);
  });

  test("coco help: that, and the one script", () => {
    expect(shippedFiles(loadedBy("help"))).toEqual(["dist/cli/main.js"]);
  });

  test("coco plan: that, and the compiled program, which imports nothing of the package by itself", () => {
    writeFileSync(join(project, "main.ts"), "export {};\n");
    loadedBy("plan");
    const loaded = loadedBy("plan");
    expect(shippedFiles(loaded)).toEqual(["dist/cli/main.js"]);
    expect(loaded).toHaveLength(2);
  });

  test("coco plan of a program with providers of its own: the package is the one that runs", () => {
    writeFileSync(join(project, "main.ts"), ofOwnPackage);
    loadedBy("plan");
    const loaded = loadedBy("plan");
    expect(shippedFiles(loaded)).toEqual([
      "dist/cli/main.js",
      "dist/running/embed.js",
      "dist/running/provider.js",
    ]);
    expect(loaded).toHaveLength(4);
    expect(planned()).toMatchObject({
      outputs: { same: true, kinds: [true, true, true] },
    });
  });

  test("coco plan where the project has a copy of the package: that copy", () => {
    const linked = join(project, "node_modules/@coconut/coconut");
    rmSync(linked);
    cpSync(shipped.folder, linked, { recursive: true });
    writeFileSync(join(project, "main.ts"), ofOwnPackage);
    let loaded: readonly string[];
    try {
      loaded = loadedBy("plan").map((file) => relative(linked, file));
    } finally {
      rmSync(linked, { recursive: true });
      symlinkSync(shipped.folder, linked, "junction");
    }
    expect(loaded.filter((file) => /^dist.(?:embed|provider|running)/.test(file)).sort()).toEqual([
      join("dist", "embed", "index.js"),
      join("dist", "provider", "index.js"),
    ]);
  });

  test("coco plan of a program with bundled packages: each of them once, and the package itself not again", () => {
    const names = ["local", "random", "command"];
    const imports = names.map((name) => `import * as ${name} from "@coconut/coconut/${name}";`);
    const uses = `import * as coconut from "@coconut/coconut";\nexport const used = [coconut, ${names.join(", ")}].length;\n`;
    writeFileSync(join(project, "main.ts"), `${imports.join("\n")}\n${uses}`);
    loadedBy("plan");
    const loaded = loadedBy("plan");
    expect(new Set(loaded).size).toBe(loaded.length);
    // Files by themselves have what they need of others in them.
    const sources = shippedFiles(loaded)
      .filter((file) => file !== "dist/cli/main.js")
      .flatMap(sourcesOf);
    expect(new Set(sources).size).toBe(sources.length);
    // Shared code is in one file for each set of entries that use it.
    expect(loaded.length).toBeLessThanOrEqual(22);
  });

  test("coco plan of a program with a package that uses Coconut: what instruments it, once more for its thread", () => {
    const folder = join(project, "node_modules/parts");
    mkdirSync(folder, { recursive: true });
    const manifest = { name: "parts", type: "module", exports: "./parts.js", coconut: {} };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "parts.js"), "export const a = (n) => (n ? 1 : 2);\n");
    writeFileSync(join(project, "main.ts"), 'import { a } from "parts";\nexport const b = a(1);\n');
    loadedBy("plan");
    const isHere = "registerHooks" in createRequire(import.meta.url)("node:module");
    const files = shippedFiles(loadedBy("plan"));
    expect(files.filter((file) => !file.startsWith("dist/cli/"))).toEqual([
      "dist/program/register/hook-modules.js",
      ...(isHere ? [] : ["dist/program/register/hooks.js"]),
      "dist/sdk/loader.js",
    ]);
  });

  test("what lets Node run TypeScript: one file for each thread", () => {
    const register = pathToFileURL(join(shipped.folder, "dist/program/register/index.js")).href;
    const files = shippedFiles(
      loaded(["--input-type=module", "-e", `await import(${JSON.stringify(register)});`]),
    );
    expect(files).toEqual(["dist/program/register/index.js", "dist/program/register/hooks.js"]);
  });

  test("the package that programs import: what authors use", () => {
    const door = pathToFileURL(join(shipped.folder, "dist/embed/index.js")).href;
    const files = shippedFiles(
      loaded(["--input-type=module", "-e", `await import(${JSON.stringify(door)});`]),
    );
    expect(files.length).toBeLessThanOrEqual(2);
    expect(foldersIn(files)).toEqual(["embed", "model", "sdk", "std"]);
    // JSON as it is then: what a program does to it later changes nothing.
    const shelf = files.flatMap(sourcesOf).filter((source) => source.includes("/std/"));
    expect(shelf.map((source) => basename(source))).toEqual(["plain-json.ts"]);
  });
});

describe("what V8 compiled of the script is kept", () => {
  const folder = join(shipped.folder, "dist/compiled");
  const keptOf = (command: string) =>
    readdirSync(folder).filter(
      (name) => name.startsWith(process.version) && name.includes(`-begin-${command}`),
    );

  // A plan has V8 compile later, and what is kept with other flags than it begins with would never be used.
  test.each(["help", "plan"])("for each command, and used as it is: %s", (command) => {
    run(command);
    const [kept, ...others] = keptOf(command).map((name) => statSync(join(folder, name)).mtimeMs);
    expect(kept).toBeDefined();
    expect(others).toEqual([]);
    run(command);
    expect(keptOf(command).map((name) => statSync(join(folder, name)).mtimeMs)).toEqual([kept]);
  });

  test.each([
    ["bytes that are not as they were written", (bytes: Buffer) => bytes.fill(90, 1_000, 2_000)],
    ["a part of them", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["nothing", () => Buffer.alloc(0)],
  ])("not used and made again: %s", (_, damaged) => {
    const kept = join(folder, keptOf("help")[0]!);
    const whole = readFileSync(kept);
    writeFileSync(kept, damaged(Buffer.from(whole)));
    expect(help()).toContain("coco help <command>");
    expect(readFileSync(kept).length).toBeGreaterThan(whole.length / 2);
    expect(keptOf("help")).toEqual([basename(kept)]);
  });

  test("made again when a program imports the package for the first time, and not after that", () => {
    rmSync(folder, { recursive: true });
    const sizeAfter = (source: string) => {
      writeFileSync(join(project, "main.ts"), source);
      run("plan");
      return statSync(join(folder, keptOf("plan")[0]!)).size;
    };
    const small = sizeAfter("export {};\n");
    const large = sizeAfter(ofOwnPackage);
    expect(large).toBeGreaterThan(small);
    expect(sizeAfter(ofOwnPackage)).toBe(large);
    expect(sizeAfter("export {};\n")).toBe(large);
  });

  test("not of a command that failed", () => {
    expect(() => run("destory")).toThrow("destory");
    expect(keptOf("destory")).toEqual([]);
  });

  test("where nothing can be written, it works all the same", () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    expect(help()).toContain("coco help <command>");
    rmSync(folder);
  });

  const help = () => run("help");
  const run = (word: string) =>
    execFileSync(process.execPath, [shipped.command, word], {
      cwd: project,
      encoding: "utf8",
      stdio: "pipe",
    });
});

test("what stands beside the script is found by it: an archive is unpacked", () => {
  writeFileSync(join(project, "page.html"), "<p>Hello</p>\n");
  execFileSync("tar", ["-czf", "pages.tar.gz", "page.html"], { cwd: project });
  const source = `import { asset } from "@coconut/coconut";
    import { Directory } from "@coconut/coconut/local";
    new Directory("site", { path: "site", source: new asset.FileArchive("pages.tar.gz") });\n`;
  writeFileSync(join(project, "main.ts"), source);
  execFileSync(process.execPath, [shipped.command, "apply", "--yes"], { cwd: project });
  expect(readFileSync(join(project, "site/page.html"), "utf8")).toBe("<p>Hello</p>\n");
  expect(readdirSync(join(shipped.folder, "dist/cli"))).toContain("tar.cjs");
});

/** Imports the package in every way that there is. */
const ofOwnPackage = `
  import * as coconut from "@coconut/coconut";
  import { Config } from "@coconut/coconut";
  import { defineProvider } from "@coconut/coconut/provider";
  export { isOutput } from "@coconut/coconut";
  const late = await import("@coconut/coconut");
  const own = defineProvider({ package: "own", version: "1.0.0" });
  const Thing = own.resource("index:Thing", {
    inputs: {},
    outputs: {},
    create: async () => ({ id: "a", outputs: {} }),
    read: async () => ({}),
    update: async () => ({}),
    delete: async () => {},
  });
  const thing = new Thing("thing", {});
  export const same = late.Config === Config && coconut.Config === Config;
  export const kinds = [thing instanceof coconut.Resource, coconut.isOutput(thing.id), typeof late.stack === "function"];
`;

function planned(): unknown {
  const printed = execFileSync(process.execPath, [shipped.command, "plan", "--json"], {
    cwd: project,
    encoding: "utf8",
  });
  return (JSON.parse(printed) as { readonly plan: unknown }).plan;
}

function loadedBy(...parameters: readonly string[]): readonly string[] {
  return loaded([shipped.command, ...parameters]);
}

/** The files that Node loads as modules, Node's own not counted. */
function loaded(parameters: readonly string[]): readonly string[] {
  const hook = `import { appendFileSync } from "node:fs";
    export function load(url, context, next) {
      if (url.startsWith("file:")) appendFileSync(${JSON.stringify(list)}, url + "\\n");
      return next(url, context);
    }`;
  const begin = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(hook))});`;
  writeFileSync(list, "");
  execFileSync(process.execPath, ["--import", dataUrl(begin), ...parameters], { cwd: project });
  const urls = readFileSync(list, "utf8")
    .split("\n")
    .filter((url) => url !== "");
  return urls.map((url) => fileURLToPath(url.replace(/\?.*$/, "")));
}

const list = join(project, "loaded.txt");

function dataUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

function shippedFiles(files: readonly string[]): readonly string[] {
  return files.map((file) => relative(shipped.folder, file)).filter((file) => file.startsWith("dist"));
}

/** The sources that a file of `dist` was made of. */
function sourcesOf(file: string): readonly string[] {
  const path = join(shipped.folder, file);
  if (!existsSync(`${path}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${path}.map`, "utf8")) as {
    readonly sources: readonly string[];
  };
  return sources.map((source) => resolve(dirname(path), source).replace(/^.*?(?=\/src\/)\//, ""));
}

function foldersIn(files: readonly string[]): readonly string[] {
  return [...new Set(files.flatMap(sourcesOf).map((source) => source.split("/")[1]!))].sort();
}
