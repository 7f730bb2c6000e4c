import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { walkDirectory } from "./walk-directory.js";

let outside: string;
let root: string;

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "coconut-walk-"));
  root = join(outside, "root");
  await mkdir(root);
});
afterEach(() => rm(outside, { recursive: true }));

async function write(...names: string[]) {
  for (const name of names) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), name);
  }
}

async function walked(folder = root) {
  const names: string[] = [];
  for await (const { name } of walkDirectory(folder)) names.push(name);
  return names;
}

test("each level by the bytes of its names, folders where their name stands", async () => {
  await write("b", "a/z", "a/b/c", "a.b", "B", "😀", "\uFB01", "a-b");
  await mkdir(join(root, "empty"));
  expect(await walked()).toEqual(["B", "a/b/c", "a/z", "a-b", "a.b", "b", "\uFB01", "😀"]);
});

test("the folders and files where tools keep their own records are left out", async () => {
  await write("a", ".pulumi/stack.json", "lib/.coconut/state", "lib/.pulumi", ".coconut.json");
  expect(await walked()).toEqual([".coconut.json", "a"]);
});

test("the files of a stack are left out wherever its store is, and other databases are not", async () => {
  const beside = ["", "-wal", "-shm", "-lock", "-lock-journal", "-journal"];
  await write(...beside.map((suffix) => `state/dev.db${suffix}`), "state/.dev.db-live", "state/page.html");
  await write("data/shop.db", "data/shop.db-wal", "state/other.db", "state/dev.dbx");
  expect(await walked()).toEqual([
    "data/shop.db",
    "data/shop.db-wal",
    "state/dev.dbx",
    "state/other.db",
    "state/page.html",
  ]);
});

describe.skipIf(process.platform === "win32")("links and special files", () => {
  test("a link to a file inside is that file, a link to a folder is nothing", async () => {
    await write("a/file");
    await symlink("a/file", join(root, "link"));
    await symlink("a", join(root, "folder"));
    await symlink(tmpdir(), join(root, "away"));
    expect(await walked()).toEqual(["a/file", "link"]);
  });

  test("the folder itself may be reached through a link", async () => {
    await write("a");
    await symlink("a", join(root, "link"));
    await symlink(root, join(outside, "alias"));
    expect(await walked(join(outside, "alias"))).toEqual(["a", "link"]);
  });

  test.each(["../secret", "a/../../secret", "hop"])("the link %s leads out", async (target) => {
    await write("a/b");
    await writeFile(join(outside, "secret"), "");
    await symlink("../secret", join(root, "zzz"));
    if (target === "hop") await symlink("zzz", join(root, "hop"));
    await symlink(target, join(root, "b-link"));
    await expect(walked()).rejects.toThrow(
      new RegExp("asset/link-leaves-folder[^]*b-link points to [^]*secret"),
    );
  });

  test("a folder whose name begins like the archived one is outside too", async () => {
    await mkdir(join(outside, "root2"));
    await writeFile(join(outside, "root2/file"), "");
    await symlink("../root2/file", join(root, "link"));
    await expect(walked()).rejects.toThrow("asset/link-leaves-folder");
  });

  test("a link to nothing", async () => {
    await symlink("nowhere", join(root, "link"));
    await expect(walked()).rejects.toThrow(new RegExp("asset/file-missing[^]*link"));
  });

  test("a pipe", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    await expect(walked()).rejects.toThrow(new RegExp("asset/not-a-regular-file[^]*pipe"));
  });

  test("a name with a backslash", async () => {
    await write("a\\b");
    await expect(walked()).rejects.toThrow(new RegExp("model/unsafe-entry-name[^]*backslash"));
  });
});

test("stops when told to", async () => {
  await write("a");
  const walking = walkDirectory(root, AbortSignal.abort(new Error("enough")));
  await expect(walking.next()).rejects.toThrow("enough");
});
