import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveEntries, type AssetOptions } from "../../src/asset/index.js";
import { archiveOf, archiveOfMap } from "../../src/model/index.js";
import { craftedTar, paxRecord } from "./crafted-tar.js";
import { craftedZip } from "./crafted-zip.js";

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "coconut-malicious-"));
});
afterAll(() => rm(base, { recursive: true }));

async function unpack(name: string, bytes: Uint8Array, limits: AssetOptions["limits"] = {}) {
  await writeFile(join(base, name), bytes);
  return archiveEntries(archiveOf({ path: name }), { baseDirectory: base, limits });
}

const good = { name: "good", content: "x" };
const zeros = new Uint8Array(2 ** 20);

describe("tar", () => {
  const tars: readonly (readonly [what: string, bytes: Uint8Array, expected: string])[] = [
    [
      "a parent name",
      craftedTar([good, { name: "../evil", content: "x" }]),
      "model/unsafe-entry-name[^]*`\\.\\.`",
    ],
    ["a parent inside", craftedTar([{ name: "a/../../evil" }]), "model/unsafe-entry-name"],
    ["an absolute name", craftedTar([{ name: "/etc/evil" }]), "model/unsafe-entry-name[^]*absolute"],
    ["a drive letter", craftedTar([{ name: "C:/evil" }]), "model/unsafe-entry-name[^]*drive"],
    ["a backslash", craftedTar([{ name: "..\\evil" }]), "model/unsafe-entry-name"],
    ["a parent folder", craftedTar([{ name: "../evil/", type: "5" }]), "model/unsafe-entry-name"],
    [
      "a parent name in an extended header",
      craftedTar([{ name: "p", type: "x", content: paxRecord("path", "../evil") }, good]),
      "model/unsafe-entry-name",
    ],
    [
      "a NUL in an extended header",
      craftedTar([{ name: "p", type: "x", content: paxRecord("path", "a\0b") }, good]),
      "model/unsafe-entry-name[^]*NUL",
    ],
    [
      "a parent name in a long-name header",
      craftedTar([{ name: "l", type: "L", content: "../evil\0" }, good]),
      "model/unsafe-entry-name",
    ],
    ["bytes that are no UTF-8", craftedTar([{ name: "\xFF\xFE" }]), "model/unsafe-entry-name[^]*Unicode"],
    [
      "a symbolic link",
      craftedTar([{ name: "a", type: "2", link: "/etc/passwd" }]),
      "asset/unsafe-archive[^]*symbolic link",
    ],
    [
      "a link to its neighbour",
      craftedTar([good, { name: "a", type: "2", link: "good" }]),
      "asset/unsafe-archive",
    ],
    [
      "a hard link",
      craftedTar([{ name: "a", type: "1", link: "/etc/passwd" }]),
      "asset/unsafe-archive[^]*hard link",
    ],
    ["a character device", craftedTar([{ name: "a", type: "3" }]), "asset/unsafe-archive[^]*a device"],
    ["a block device", craftedTar([{ name: "a", type: "4" }]), "asset/unsafe-archive[^]*a device"],
    ["a pipe", craftedTar([{ name: "a", type: "6" }]), "asset/unsafe-archive[^]*a pipe"],
    ["a sparse file", craftedTar([{ name: "a", type: "S" }]), "asset/unsafe-archive"],
    [
      "a sparse file in disguise",
      craftedTar([{ name: "p", type: "x", content: paxRecord("GNU.sparse.major", "1") }, good]),
      "asset/unsafe-archive[^]*sparse",
    ],
    ["an unknown kind", craftedTar([{ name: "a", type: "Z" }]), "asset/unsafe-archive"],
    ["one name twice", craftedTar([good, good]), 'asset/duplicate-entry[^]*"good"'],
    ["one name in two spellings", craftedTar([good, { name: "./good" }]), "asset/duplicate-entry"],
    [
      "a link and a file through it",
      craftedTar([{ name: "d", type: "2", link: "/" }, { name: "d/x" }]),
      "asset/unsafe-archive",
    ],
    [
      "a content that breaks off",
      craftedTar([{ name: "a", content: "x", size: 5000 }], new Uint8Array()),
      "asset/damaged-archive",
    ],
    ["no end mark", craftedTar([good], new Uint8Array()), "asset/damaged-archive[^]*end mark"],
    ["half a header", craftedTar([good]).subarray(0, 300), "asset/damaged-archive[^]*shorter"],
    ["a header that breaks off", craftedTar([good, good]).subarray(0, 1300), "asset/damaged-archive"],
    ["a wrong checksum", craftedTar([good]).fill("y", 0, 1), "asset/damaged-archive[^]*checksum"],
    ["no bytes", new Uint8Array(), "asset/damaged-archive"],
    ["text", Buffer.from("no archive at all\n".repeat(100)), "asset/damaged-archive"],
    ["gzip under the name of tar", gzipSync(craftedTar([good])), "asset/damaged-archive"],
    ["a large file under the name of gzip", gzipSync(zeros), "asset/damaged-archive"],
    ["a size beyond all", craftedTar([{ name: "a", size: 2 ** 32 }]), "model/archive-too-large"],
  ];

  test.each(tars)("%s", async (_what, bytes, expected) => {
    await expect(unpack("a.tar", bytes)).rejects.toThrow(new RegExp(expected));
  });

  test("what legal archives hold besides files is passed over", async () => {
    const bytes = craftedTar([
      { name: "pax_global_header", type: "g", content: paxRecord("comment", "0123456789abcdef") },
      { name: "./", type: "5" },
      { name: "folder/", type: "5" },
      { name: "folder", type: "5" },
      { name: "x", type: "x", content: paxRecord("path", "folder/ü") },
      { name: "folder/-", content: "ü" },
      { name: "old", type: "\0", content: "old" },
    ]);
    const entries = await unpack("legal.tar", bytes);
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ["folder/ü", 2],
      ["old", 3],
    ]);
    expect(await unpack("empty.tar", craftedTar([]))).toEqual([]);
    expect(await unpack("padded.tar", new Uint8Array(10_240))).toEqual([]);
  });
});

describe("tar.gz", () => {
  // Does not compress, and is the same every time.
  const noise = createHash("shake256", { outputLength: 9000 }).digest();
  const packed = gzipSync(craftedTar([{ name: "a", content: noise }]));

  test("an archive that breaks off anywhere", async () => {
    for (const end of [0, 1, 10, 100, packed.length - 5]) {
      await expect(unpack("a.tar.gz", packed.subarray(0, end))).rejects.toThrow("asset/damaged-archive");
    }
  });

  test("a flipped bit", async () => {
    const flipped = Buffer.from(packed);
    flipped[flipped.length >> 1]! ^= 1;
    await expect(unpack("a.tgz", flipped)).rejects.toThrow("asset/damaged-archive");
  });

  test("a bomb, with the limits that hold by default", async () => {
    const bomb = gzipSync(craftedTar([{ name: "a", content: new Uint8Array(33 * 2 ** 20) }]));
    await expect(unpack("bomb.tar.gz", bomb)).rejects.toThrow(
      new RegExp("model/archive-too-large[^]*more than 100 times"),
    );
  });
});

describe("zip", () => {
  const zips: readonly (readonly [what: string, bytes: () => Promise<Uint8Array>, expected: string])[] = [
    [
      "a parent name",
      () => craftedZip([{ name: "xx/evil" }], { from: "xx/evil", to: "../evil" }),
      "model/unsafe-entry-name",
    ],
    [
      "an absolute name",
      () => craftedZip([{ name: "xetc" }], { from: "xetc", to: "/etc" }),
      "model/unsafe-entry-name[^]*absolute",
    ],
    [
      "a drive letter",
      () => craftedZip([{ name: "Cx/e" }], { from: "Cx/e", to: "C:/e" }),
      "model/unsafe-entry-name[^]*drive",
    ],
    [
      "a backslash",
      () => craftedZip([{ name: "..xe" }], { from: "..xe", to: "..\\e" }),
      "model/unsafe-entry-name[^]*backslash",
    ],
    [
      "a parent folder",
      () => craftedZip([{ name: "xx/e/" }], { from: "xx/e/", to: "../e/" }),
      "model/unsafe-entry-name",
    ],
    [
      "a NUL",
      () => craftedZip([{ name: "axb" }], { from: "axb", to: "a\0b" }),
      "model/unsafe-entry-name[^]*NUL",
    ],
    [
      "a symbolic link",
      () => craftedZip([{ name: "a", content: "/etc/passwd", mode: 0o120777 }]),
      "asset/unsafe-archive[^]*symbolic",
    ],
    ["a device", () => craftedZip([{ name: "a", mode: 0o020666 }]), "asset/unsafe-archive[^]*device"],
    ["one name twice", () => craftedZip([good, good]), "asset/duplicate-entry"],
    [
      "one name in two spellings",
      () => craftedZip([good, { name: "xxgood" }], { from: "xxgood", to: "./good" }),
      "asset/duplicate-entry",
    ],
    [
      "an archive that breaks off",
      async () => (await craftedZip([good])).subarray(0, -10),
      "asset/damaged-archive",
    ],
    [
      "an archive that begins late",
      async () => (await craftedZip([good])).subarray(20),
      "asset/damaged-archive",
    ],
    ["no bytes", async () => new Uint8Array(), "asset/damaged-archive"],
    ["text", async () => Buffer.from("no archive at all"), "asset/damaged-archive"],
    [
      "a content that does not match its checksum",
      async () => replaceStored(await craftedZip([{ name: "a", content: "xyz" }])),
      "asset/damaged-archive",
    ],
  ];

  test.each(zips)("%s", async (_what, bytes, expected) => {
    await expect(unpack("a.zip", await bytes())).rejects.toThrow(new RegExp(expected));
  });

  test("an encrypted entry", async () => {
    const zip = await craftedZip([good]);
    const directory = zip.indexOf("PK\x01\x02");
    zip[directory + 8]! |= 1;
    await expect(unpack("a.zip", zip)).rejects.toThrow(new RegExp("asset/unsafe-archive[^]*encrypted"));
  });

  test("a bomb, and one that lies about its size", async () => {
    const limits = { ratioFreeBytes: 1000 };
    const bomb = await craftedZip([{ name: "a", content: zeros }]);
    await expect(unpack("bomb.zip", bomb, limits)).rejects.toThrow(
      new RegExp("model/archive-too-large[^]*more than 100 times"),
    );
    const directory = bomb.indexOf("PK\x01\x02");
    bomb.writeUInt32LE(10, directory + 24);
    await expect(unpack("bomb.zip", bomb, limits)).rejects.toThrow("asset/damaged-archive");
  });

  test("many entries over one content", async () => {
    const content = new Uint8Array(400);
    const zip = await craftedZip(["a", "b", "c"].map((name) => ({ name, content })));
    await expect(unpack("a.zip", zip, { bytes: 1000 })).rejects.toThrow(
      new RegExp("model/archive-too-large[^]*1000 bytes"),
    );
  });

  test("an empty archive is legal", async () => {
    expect(await unpack("empty.zip", await craftedZip([]))).toEqual([]);
  });
});

describe("limits hold for every format, and over all that is nested", () => {
  const entries = ["a", "b", "c", "d"].map((name) => ({ name, content: "12345" }));
  const packed: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ["many.tar", async () => craftedTar(entries)],
    ["many.tar.gz", async () => gzipSync(craftedTar(entries))],
    ["many.zip", () => craftedZip(entries)],
  ];

  test.each(packed)("%s", async (name, bytes) => {
    const file = await bytes();
    await expect(unpack(name, file, { entries: 3 })).rejects.toThrow(
      new RegExp("model/archive-too-large[^]*more than 3 entries"),
    );
    await expect(unpack(name, file, { entries: 4 })).resolves.toHaveLength(4);
    const both = archiveOfMap({ x: archiveOf({ path: name }), y: archiveOf({ path: name }) });
    const read = (limit: number) => archiveEntries(both, { baseDirectory: base, limits: { entries: limit } });
    await expect(read(9)).rejects.toThrow(/more than 9 entries/);
    await expect(read(10)).resolves.toHaveLength(8);
  });

  test("a folder has entries too", async () => {
    await expect(
      archiveEntries(archiveOf({ path: "." }), { baseDirectory: base, limits: { entries: 1 } }),
    ).rejects.toThrow(/more than 1 entries/);
  });
});

/** Changes the stored checksum of the only entry. */
function replaceStored(zip: Buffer): Buffer {
  zip[zip.indexOf("PK\x01\x02") + 16]! ^= 1;
  return zip;
}
