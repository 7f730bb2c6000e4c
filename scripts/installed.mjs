/**
 * `npm run package:install`: installs the packed package into an empty folder and checks the number of packages, their
 * size, and that the commands work. Requires a package registry.
 *
 * `node scripts/installed.mjs [--json] [folder]`: uses the package in another folder. `--json` prints the sizes without
 * checking them.
 */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const limits = { packages: 15, megabytes: 60 };
const words = process.argv.slice(2);
const given = words.find((word) => !word.startsWith("-"));
const root = given === undefined ? fileURLToPath(new URL("..", import.meta.url)) : resolve(given);
const folder = mkdtempSync(join(tmpdir(), "coconut-install-"));
const npm = (...words) =>
  execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const coco = (...words) =>
  execFileSync(join(folder, "node_modules/.bin/coco"), words, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });

const program = `import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import { Pet } from "@coconut/coconut/random";

const pet = new Pet("name", { words: 2 });
export const file = new File("greeting", { path: "greeting.txt", content: coconut.interpolate\`Hello, \${pet.id}.\` }).path;
`;

try {
  const [{ filename, size }] = JSON.parse(
    npm("pack", root, "--json", "--ignore-scripts", "--pack-destination", folder),
  );
  writeFileSync(join(folder, "package.json"), '{ "name": "first", "private": true, "type": "module" }\n');
  npm("install", join(folder, filename), "--omit=dev", "--no-audit", "--no-fund");
  const packages = installedPackages(folder);
  const megabytes = bytesIn(join(folder, "node_modules")) / 1e6;
  writeFileSync(join(folder, "main.ts"), program);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(coco("version").trim() === version, "coco version prints the version");
  expect(coco("apply", "--yes").includes("Done."), "coco apply works");
  expect(readFileSync(join(folder, "greeting.txt"), "utf8").startsWith("Hello, "), "the file exists");
  expect(coco("destroy", "--yes").includes("Done."), "coco destroy works");
  if (words.includes("--json")) {
    console.log(JSON.stringify({ packedMegabytes: size / 1e6, packages: packages.length, megabytes }));
  } else {
    expect(packages.length <= limits.packages, `${packages.length} packages: ${packages.join(", ")}`);
    expect(megabytes <= limits.megabytes, `${megabytes.toFixed(1)} MB`);
    console.log(
      `${(size / 1e6).toFixed(1)} MB packed; installed ${packages.length} packages (≤ ${limits.packages}), ${megabytes.toFixed(1)} MB (≤ ${limits.megabytes})`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function installedPackages(project) {
  const lock = JSON.parse(readFileSync(join(project, "node_modules/.package-lock.json"), "utf8"));
  return Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, ""));
}

/** Returns the size of all files. Counts a hard-linked file once; esbuild links its executable. */
function bytesIn(path, seen = new Set()) {
  const found = lstatSync(path);
  if (found.isDirectory())
    return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name), seen), 0);
  if (seen.has(found.ino)) return 0;
  seen.add(found.ino);
  return found.size;
}

function expect(holds, what) {
  if (!holds) throw new Error(`Check failed: ${what}`);
}
