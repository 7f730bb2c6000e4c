import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
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

  test("coco help: nothing of the engine", () => {
    const files = shippedFiles(loadedBy("help"));
    expect(files.length).toBeLessThanOrEqual(5);
    expect(foldersIn(files)).toEqual(["cli", "model", "render", "sdk", "std"]);
  });

  test("coco plan: nothing of what other commands do", () => {
    writeFileSync(join(project, "main.ts"), "export {};\n");
    loadedBy("plan");
    const loaded = loadedBy("plan");
    expect(loaded.length).toBeLessThanOrEqual(13);
    const sources = shippedFiles(loaded).flatMap(sourcesOf);
    const apart =
      /^src\/(?:testing|providers|state\/deployment|engine\/operations\/(?:inspect|stacks)|render\/(?:graph|observe)|cli\/(?:new|doctor|completion))\//;
    expect(sources.filter((source) => apart.test(source))).toEqual([]);
    expect(sources.filter((source) => source.startsWith("src/program/load/compile"))).toEqual([]);
  });

  test("coco plan of a program with bundled packages: each of them once, and the package itself not again", () => {
    const names = ["local", "random", "command"];
    const imports = names.map((name) => `import * as ${name} from "@coconut/coconut/${name}";`);
    const uses = `import * as coconut from "@coconut/coconut";\nexport const used = [coconut, ${names.join(", ")}].length;\n`;
    writeFileSync(join(project, "main.ts"), `${imports.join("\n")}\n${uses}`);
    loadedBy("plan");
    const loaded = loadedBy("plan");
    expect(new Set(loaded).size).toBe(loaded.length);
    // The first file is one by itself, and has what it needs of others in it.
    const [, ...others] = shippedFiles(loaded);
    const sources = others.flatMap(sourcesOf);
    expect(new Set(sources).size).toBe(sources.length);
    expect(loaded.length).toBeLessThanOrEqual(19);
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
    expect(foldersIn(files)).toEqual(["embed", "model", "sdk"]);
  });
});

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
