import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  archiveEntries,
  hashArchive,
  hashAsset,
  readAsset,
  type AssetOptions,
} from "../../src/asset/index.js";
import { type Archive, archiveOf, archiveOfMap, assetOf, compareUtf8 } from "../../src/model/index.js";
import { craftedZip } from "./crafted-zip.js";
import { loopbackServer, testAuthority, type LoopbackServer } from "./loopback-server.js";

const content: Readonly<Record<string, string>> = {
  file1: "hello",
  file2: "world",
  [`folder/${"n".repeat(99)}`]: "a name that fits a prefix",
  "grüße/日本語.txt": "grüße, 世界",
  ["n".repeat(101)]: "a name that fits nowhere",
  zero: "",
};
/** Of the tar stream of that content, made with the ecosystem's own tar writer. */
const streamHash = "fb3ff27c3fd373d96b920f1696f4429754cdc716003f72ca671f3d927fe057c9";
const formats = ["tar", "tar.gz", "tgz", "zip", "jar"] as const;

let base: string;
let server: LoopbackServer;
let options: AssetOptions;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "coconut-assets-"));
  for (const [name, text] of Object.entries(content)) {
    await mkdir(dirname(join(base, "folder.d", name)), { recursive: true });
    await writeFile(join(base, "folder.d", name), text);
  }
  await writeFile(join(base, "hello.txt"), "hello");
  const names = await readdir(join(base, "folder.d"));
  const tar = { cwd: join(base, "folder.d") };
  // Folders are entries of these archives, and `./` stands before the names of the second.
  await create({ ...tar, file: join(base, "packed.tar") }, names);
  await create({ ...tar, file: join(base, "packed.tar.gz"), gzip: true }, ["."]);
  await create({ ...tar, file: join(base, "packed.tgz"), gzip: true }, names.reverse());
  const files = Object.entries(content).map(([name, text]) => ({ name, content: text }));
  await writeFile(join(base, "packed.zip"), await craftedZip([{ name: "grüße/" }, ...files.reverse()]));
  await writeFile(join(base, "packed.jar"), await craftedZip(files));
  server = await loopbackServer((request, response) => {
    createReadStream(join(base, new URL(request.url!, "https://x").pathname)).pipe(response);
  });
  options = { baseDirectory: base, allowPrivate: ["localhost"], certificateAuthorities: [testAuthority] };
});
afterAll(async () => {
  await server.close();
  await rm(base, { recursive: true });
});

const places: readonly (readonly [
  place: string,
  source: (name: string) => { path: string } | { uri: string },
])[] = [
  ["relative path", (name) => ({ path: name })],
  ["absolute path", (name) => ({ path: join(base, name) })],
  ["file: URL", (name) => ({ uri: pathToFileURL(join(base, name)).href })],
  ["https: URL", (name) => ({ uri: `https://localhost:${server.port}/${name}?signature=x` })],
];

async function contentOf(archive: Archive) {
  const entries = await archiveEntries(archive, options);
  return Promise.all(
    entries.map(async (entry) => {
      const bytes = await entry.read();
      expect(entry.size).toBe(bytes.length);
      return [entry.name, new TextDecoder().decode(bytes)];
    }),
  );
}

const expected = Object.entries(content).sort(([left], [right]) => compareUtf8(left, right));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("one content has one list of entries", () => {
  test("literal", async () => {
    const archive = archiveOfMap(content);
    expect(await contentOf(archive)).toEqual(expected);
    expect(await hashArchive(archive, options)).toMatchObject({ hash: streamHash });
  });

  test.each(places.slice(0, 3))("folder by %s", async (_place, source) => {
    const archive = archiveOf(source("folder.d"));
    expect(await contentOf(archive)).toEqual(expected);
    expect(await hashArchive(archive, options)).toEqual(archiveOf(archive.source, streamHash));
  });

  describe.each(formats)(".%s", (format) => {
    test.each(places)("by %s", async (_place, source) => {
      const archive = archiveOf(source(`packed.${format}`));
      expect(await contentOf(archive)).toEqual(expected);
      const bytes = await readFile(join(base, `packed.${format}`));
      expect(await hashArchive(archive, options)).toEqual(archiveOf(archive.source, sha256(bytes)));
    });
  });

  test("nested in a literal, at the root and in a folder", async () => {
    const root = archiveOfMap({ ".": archiveOf({ path: "packed.zip" }) });
    expect(await contentOf(root)).toEqual(expected);
    const nested = archiveOfMap({ "lib/": archiveOf({ path: "packed.tar" }), "lib/file1": "not the first" });
    expect(await contentOf(nested)).toEqual(expected.map(([name, text]) => [`lib/${name}`, text]));
  });
});

describe("assets", () => {
  const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  test.each(places)("by %s", async (_place, source) => {
    const asset = assetOf(source("hello.txt"));
    expect(new TextDecoder().decode(await readAsset(asset, options))).toBe("hello");
    expect(await hashAsset(asset, options)).toEqual(assetOf(asset.source, hello));
  });

  test.each([
    ["hello", hello],
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ])("literal %j", async (text, hash) => {
    const asset = assetOf({ text }, "a hash that is not trusted");
    expect(new TextDecoder().decode(await readAsset(asset))).toBe(text);
    expect(await hashAsset(asset)).toEqual(assetOf({ text }, hash));
  });

  test("half of a surrogate pair has no bytes", async () => {
    await expect(readAsset(assetOf({ text: "a\uD800" }))).rejects.toThrow("model/asset-text-not-unicode");
  });
});

describe("hashes of literal archives", () => {
  const hashOf = async (archive: Archive) => (await hashArchive(archive, options)).hash;

  test.each([
    [{}, "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"],
    [{ foo: "a test asset" }, "27ab4a14a617df10cff3e1cf4e30cf510302afe56bf4cc91f84041c9f7b62fd8"],
    [{ foo: "" }, "d2587a875f82cdf3d3e6cfe9f8c6e6032be5dde8c344466e664e628da15757b0"],
    [{ "😀": "2", "\uFB01": "1" }, "be4df5367b99906adca34706a572bf09a44564d0778d21d51b4b91f2e3f33ccc"],
    [{ "a/z": "1", "a.b": "2" }, "e47ac0f6090ec7082641092038266cfdabad304603aa8bfad6bd6d9b71ec2161"],
  ])("%j", async (map, hash) => {
    expect(await hashOf(archiveOfMap(map))).toBe(hash);
  });

  test("a nested archive stands where its name does, as a folder of the same files would", async () => {
    const nested = archiveOfMap({ a: archiveOfMap({ z: "1" }), "a.b": "2" });
    await mkdir(join(base, "order/a"), { recursive: true });
    await writeFile(join(base, "order/a/z"), "1");
    await writeFile(join(base, "order/a.b"), "2");
    const hash = "484f0eea15401c71b06cee332335d2f803d81a08815463da46cd6fa9313394da";
    expect(await hashOf(nested)).toBe(hash);
    expect(await hashOf(archiveOf({ path: "order" }))).toBe(hash);
  });

  test("every member gets its own", async () => {
    const zip = archiveOf({ path: "packed.zip" });
    const inner = archiveOfMap({ foo: "a test asset" });
    const archive = await hashArchive(archiveOfMap({ foo: "hello", inner, twice: inner, zip }), options);
    const hashes = Object.entries((archive.source as { assets: Record<string, Archive> }).assets);
    expect(Object.fromEntries(hashes.map(([name, { hash }]) => [name, hash]))).toEqual({
      foo: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
      inner: "27ab4a14a617df10cff3e1cf4e30cf510302afe56bf4cc91f84041c9f7b62fd8",
      twice: "27ab4a14a617df10cff3e1cf4e30cf510302afe56bf4cc91f84041c9f7b62fd8",
      zip: sha256(await readFile(join(base, "packed.zip"))),
    });
  });

  test("a URL is asked for once, however often the archive names it", async () => {
    const before = server.requests.length;
    const asset = assetOf({ uri: `https://localhost:${server.port}/hello.txt` });
    await hashArchive(archiveOfMap({ a: asset, b: archiveOfMap({ c: asset }) }), options);
    expect(server.requests.length).toBe(before + 1);
  });
});

describe("what cannot be read", () => {
  test.each([
    ["missing.txt", "asset/file-missing"],
    ["hello.txt/inside", "asset/file-missing"],
    ["folder.d", "asset/not-a-regular-file"],
    ["a\0b", "asset/file-unreadable"],
  ])("asset %j", async (path, code) => {
    const attempt = hashAsset(assetOf({ path }), options);
    await expect(attempt).rejects.toThrow(new RegExp(code));
    if (code === "asset/file-missing")
      await expect(attempt).rejects.toThrow(`${join(base, path)} does not exist.`);
  });

  test.each([
    [{ path: "missing.zip" }, "asset/file-missing"],
    [{ path: "hello.txt" }, "asset/not-an-archive"],
    [{ uri: "https://example.com/file.txt" }, "asset/not-an-archive"],
    [{ uri: "https://example.com/" }, "asset/not-an-archive"],
    [{ uri: "ftp://example.com/a.zip" }, "asset/unsupported-scheme"],
  ])("archive %j", async (source, code) => {
    await expect(archiveEntries(archiveOf(source), options)).rejects.toThrow(new RegExp(code));
    await expect(hashArchive(archiveOf(source), options)).rejects.toThrow(new RegExp(code));
  });

  test("a file beyond the limit, except to hash it", async () => {
    const asset = assetOf({ path: "hello.txt" });
    const limited = { ...options, limits: { bytes: 4 } };
    await expect(readAsset(asset, limited)).rejects.toThrow(
      new RegExp("asset/too-large[^]*5 bytes. The limit is 4 bytes"),
    );
    await expect(hashAsset(asset, limited)).resolves.toHaveProperty("hash");
  });

  test("a file that changes between the listing and the reading", async () => {
    await writeFile(join(base, "growing.txt"), "x");
    const [entry] = await archiveEntries(archiveOfMap({ a: assetOf({ path: "growing.txt" }) }), options);
    await writeFile(join(base, "growing.txt"), "xx");
    await expect(entry!.read()).rejects.toThrow("asset/file-changed");
    await writeFile(join(base, "growing.txt"), "");
    await expect(entry!.read()).rejects.toThrow("asset/file-changed");
  });

  test("anything, once cancelled", async () => {
    const cancelled = { ...options, signal: AbortSignal.abort(new Error("enough")) };
    await expect(readAsset(assetOf({ path: "hello.txt" }), cancelled)).rejects.toThrow("enough");
    await expect(hashArchive(archiveOf({ path: "folder.d" }), cancelled)).rejects.toThrow("enough");
  });
});
