import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { asset } from "@coconut/coconut";
import { archiveEntries, hashArchive, hashAsset, readAsset } from "@coconut/coconut/asset";
import {
  archiveOf,
  archiveOfMap,
  assetOf,
  checkValue,
  equalValues,
  type Archive,
  type Asset,
} from "@coconut/coconut/model";
import { testProgram } from "@coconut/coconut/testing";
import { afterAll, beforeAll, expect, expectTypeOf } from "vitest";
import { exampleFiles, type ExampleFiles } from "./example-files.js";
import { spec } from "./ledger.js";

let files: ExampleFiles;
beforeAll(async () => {
  files = await exampleFiles();
});
afterAll(() => files.remove());

const bytesOf = (asset: Asset) => readAsset(asset, files.options);
const hashed = (asset: Asset) => hashAsset(asset, files.options);
const hashedArchive = (archive: Archive) => hashArchive(archive, files.options);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function contentsOf(archive: Archive): Promise<Record<string, string>> {
  const entries = await archiveEntries(archive, files.options);
  const texts = entries.map(
    async ({ name, read }) => [name, new TextDecoder().decode(await read())] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

const hello = new Uint8Array([104, 101, 108, 108, 111]);
const helloHash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const twoFiles = { file1: "hello", file2: "world" };

spec("4.17", () => {
  const sources = [{ text: "" }, { path: "a" }, { uri: "https://example.com/a" }];
  for (const source of sources) expect(checkValue(assetOf(source))).toEqual([]);
  for (const source of [{}, { text: "", path: "a" }, { bytes: "" }]) {
    expect(checkValue(assetOf(source as never))).toMatchObject([{ code: "model/not-a-value" }]);
    expect(checkValue(archiveOf(source as never))).toMatchObject([{ code: "model/not-a-value" }]);
  }
});

spec("4.18", async () => {
  expect(await bytesOf(assetOf({ text: "grüße" }))).toEqual(new TextEncoder().encode("grüße"));
  const inner = archiveOfMap({ file2: assetOf({ text: "world" }) });
  const archive = archiveOfMap({ file1: assetOf({ text: "hello" }), inner });
  expect(await contentsOf(archive)).toEqual({ file1: "hello", "inner/file2": "world" });
  expectTypeOf(asset.TextAsset).toBeConstructibleWith("text");
  expectTypeOf(asset.AssetArchive).toBeConstructibleWith({ a: new asset.AssetArchive({ b: "text" }) });
});

spec("4.19", async () => {
  expect(await bytesOf(assetOf({ path: files.path("file") }))).toEqual(hello);
  expect(await contentsOf(archiveOf({ path: files.path("archive.tar") }))).toEqual(twoFiles);
  const missing = await testProgram(() => new asset.FileAsset(files.path("nothing")));
  await expect(missing.planned().outputs()).rejects.toThrow("asset/file-missing");
});

spec("4.20", async () => {
  for (const url of [files.fileUrl, files.httpsUrl]) {
    expect(await bytesOf(assetOf({ uri: url("file") }))).toEqual(hello);
    expect(await contentsOf(archiveOf({ uri: url("archive.zip") }))).toEqual(twoFiles);
  }
});

spec("4.21", async () => {
  const bytes = new Uint8Array(256).map((_, index) => index);
  await writeFile(files.path("bytes.tar.gz"), bytes);
  for (const source of [{ path: files.path("bytes.tar.gz") }, { uri: files.httpsUrl("bytes.tar.gz") }]) {
    expect(await bytesOf(assetOf(source))).toEqual(bytes);
  }
});

spec("4.22", async () => {
  for (const source of [{ path: files.path("archive.rar") }, { uri: files.httpsUrl("archive.rar") }]) {
    await expect(hashedArchive(archiveOf(source))).rejects.toThrow("asset/not-an-archive");
  }
  await writeFile(files.path("text.zip"), "no archive at all");
  await expect(contentsOf(archiveOf({ path: files.path("text.zip") }))).rejects.toThrow(
    "asset/damaged-archive",
  );
});

spec("4.23", async () => {
  expect(await contentsOf(archiveOf({ path: files.path("archive.tar") }))).toEqual(twoFiles);
});

spec("4.24", async () => {
  expect(await contentsOf(archiveOf({ path: files.path("archive.tar.gz") }))).toEqual(twoFiles);
});

spec("4.25", async () => {
  expect(await contentsOf(archiveOf({ path: files.path("archive.zip") }))).toEqual(twoFiles);
});

spec("4.26", async () => {
  const path = files.path("archive.zip");
  const hash = sha256(await readFile(path));
  expect(await hashed(assetOf({ path }))).toEqual(assetOf({ path }, hash));
  expect(await hashedArchive(archiveOf({ path }))).toEqual(archiveOf({ path }, hash));
});

spec("4.27", async () => {
  const [one, same, other] = await Promise.all(
    ["file", "file.txt", "file2"].map((name) => hashed(assetOf({ path: files.path(name) }))),
  );
  expect(equalValues(one, same)).toBe(true);
  expect(equalValues(one, other)).toBe(false);
});

spec("4.28", async () => {
  const spellings = await Promise.all(
    [
      { text: "hello" },
      { path: files.path("file") },
      { uri: files.fileUrl("file") },
      { uri: files.httpsUrl("file.txt") },
    ].map((source) => hashed(assetOf(source))),
  );
  expect(spellings.map(({ hash }) => hash)).toEqual(spellings.map(() => helloHash));
  for (const spelling of spellings) expect(equalValues(spelling, spellings[0])).toBe(true);
});

spec("4.29", async () => {
  const literal = assetOf({ text: "hello" });
  expect(await bytesOf(literal)).toEqual(hello);
  expect((await hashed(literal)).hash).toBe(sha256(hello));
  expect(sha256(hello)).toBe(helloHash);
});

spec("4.30", async () => {
  const path = assetOf({ path: files.path("file") });
  expect(await bytesOf(path)).toEqual(hello);
  expect((await hashed(path)).hash).toBe(helloHash);
});

spec("4.31", async () => {
  const url = assetOf({ uri: files.fileUrl("file") });
  expect(await bytesOf(url)).toEqual(hello);
  expect((await hashed(url)).hash).toBe(helloHash);
});

spec("4.32", async () => {
  const url = assetOf({ uri: files.httpsUrl("file.txt") });
  expect(await bytesOf(url)).toEqual(hello);
  expect((await hashed(url)).hash).toBe(helloHash);
});

spec("4.33", async () => {
  const spellings = [
    archiveOfMap(twoFiles),
    archiveOf({ path: files.path("archive.tar") }),
    archiveOf({ uri: files.fileUrl("archive.tar.gz") }),
    archiveOf({ uri: files.httpsUrl("archive.zip") }),
  ];
  for (const spelling of spellings) expect(await contentsOf(spelling)).toEqual(twoFiles);
});

spec("4.34", async () => {
  const literal = await hashedArchive(archiveOfMap(twoFiles));
  const otherOrder = await hashedArchive(archiveOfMap({ file2: "world", file1: "hello" }));
  const otherContent = await hashedArchive(archiveOfMap({ ...twoFiles, file2: "World" }));
  expect(literal.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(otherOrder.hash).toBe(literal.hash);
  expect(otherContent.hash).not.toBe(literal.hash);
});

spec("4.35", async () => {
  const archive = archiveOf({ path: files.path("archive.tar") });
  expect(await contentsOf(archive)).toEqual(twoFiles);
  expect((await hashedArchive(archive)).hash).toBe(sha256(await readFile(files.path("archive.tar"))));
});

spec("4.36", async () => {
  const archive = archiveOf({ uri: files.fileUrl("archive.tar.gz") });
  expect(await contentsOf(archive)).toEqual(twoFiles);
  expect((await hashedArchive(archive)).hash).toBe(sha256(await readFile(files.path("archive.tar.gz"))));
});

spec("4.37", async () => {
  const archive = archiveOf({ uri: files.httpsUrl("archive.zip") });
  expect(await contentsOf(archive)).toEqual(twoFiles);
  expect((await hashedArchive(archive)).hash).toBe(sha256(await readFile(files.path("archive.zip"))));
});
