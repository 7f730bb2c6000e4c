import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, test } from "vitest";
import { ZipFile } from "yazl";
import { unpackPackage } from "./unpack-package.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "coco-unpack-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Part {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
}

async function archive(
  parts: readonly Part[],
  change: (bytes: Buffer) => Buffer = (same) => same,
): Promise<string> {
  const zip = new ZipFile();
  for (const { name, content = "content", mode = 0o100644 } of parts)
    zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  const file = join(folder, "archive.zip");
  writeFileSync(file, change(await buffer(zip.outputStream)));
  return file;
}

/** The library that writes archives refuses such names, so they are written into the bytes. */
function renamed(from: string, to: string): (bytes: Buffer) => Buffer {
  expect(from.length).toBe(to.length);
  return (bytes) => Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
}

function target(): string {
  const path = join(folder, "target");
  mkdirSync(path);
  return path;
}

it("writes the files and makes the program executable", async () => {
  const file = await archive([
    { name: "terraform-provider-cloud_v1.2.3" },
    { name: "docs/readme.md", content: "# Cloud" },
    { name: "bin/tool", mode: 0o100755 },
  ]);
  const to = target();
  await unpackPackage(file, to);
  expect(readFileSync(join(to, "docs/readme.md"), "utf8")).toBe("# Cloud");
  const isProgram = (name: string) => (statSync(join(to, name)).mode & 0o100) !== 0;
  expect(["terraform-provider-cloud_v1.2.3", "docs/readme.md", "bin/tool"].map(isProgram)).toEqual([
    true,
    false,
    true,
  ]);
});

const link = 0o120777;
const refused: Record<string, { parts: readonly Part[]; change?: (bytes: Buffer) => Buffer; says: string }> =
  {
    "a path out of the folder": {
      parts: [{ name: "aa/bb" }],
      change: renamed("aa/bb", "../bb"),
      says: "leads out of the folder",
    },
    "a path from the root": {
      parts: [{ name: "aa/bb" }],
      change: renamed("aa/bb", "/a/bb"),
      says: "leads out of the folder",
    },
    "a path with a drive": {
      parts: [{ name: "aa/bb" }],
      change: renamed("aa/bb", "c:/bb"),
      says: "a character in its name",
    },
    "a path with a backslash": {
      parts: [{ name: "aa/bb" }],
      change: renamed("aa/bb", "..\\bb"),
      says: "a character in its name",
    },
    "an empty part": {
      parts: [{ name: "aa/bb" }],
      change: renamed("aa/bb", "a//bb"),
      says: "has an empty part",
    },
    "a device of Windows": { parts: [{ name: "nul.txt" }], says: "reserved on Windows" },
    "a link": { parts: [{ name: "aa", mode: link }], says: "a symbolic link" },
    "a pipe": { parts: [{ name: "aa", mode: 0o010644 }], says: "a device, a pipe or a socket" },
    "the same file twice": { parts: [{ name: "aa" }, { name: "aa" }], says: "same path as another" },
    "two files that differ in case": {
      parts: [{ name: "aa" }, { name: "AA" }],
      says: "same path as another",
    },
    "a file where a folder is": { parts: [{ name: "aa/bb" }, { name: "AA" }], says: "same path as another" },
    "a folder where a file is": { parts: [{ name: "aa" }, { name: "aa/bb" }], says: "same path as another" },
    "an archive of bombs": {
      parts: [{ name: "aa", content: Buffer.alloc(70 * 2 ** 20) }],
      says: "would unpack to more than",
    },
    "other content than its checksum": {
      parts: [{ name: "aa", content: "0123456789abcdef" }],
      // One byte of the compressed content of an entry that starts at the front.
      change: (bytes) =>
        Buffer.concat([bytes.subarray(0, 35), Buffer.from([bytes[35]! ^ 1]), bytes.subarray(36)]),
      says: "is damaged",
    },
    "half an archive": {
      parts: [{ name: "aa" }],
      change: (bytes) => bytes.subarray(0, 40),
      says: "is damaged",
    },
    "no archive": { parts: [], change: () => Buffer.from("<html>Not found</html>"), says: "is damaged" },
  };

test.each(Object.entries(refused))("refuses %s", async (_, { parts, change, says }) => {
  const file = await archive(parts, change);
  const to = target();
  await expect(unpackPackage(file, to)).rejects.toMatchObject({
    diagnostics: [{ code: "provider/terraform-archive", detail: expect.stringContaining(says) as string }],
  });
  expect(readdirSync(folder).sort()).toEqual(["archive.zip", "target"]);
});

it("refuses more entries than the limit", async () => {
  const file = await archive([{ name: "a" }, { name: "b" }, { name: "c" }]);
  const limits = { entries: 2, bytes: 100, ratio: 100, freeBytes: 100 };
  await expect(unpackPackage(file, target(), { limits })).rejects.toThrow("3 entries");
  await expect(
    unpackPackage(file, join(folder, "target"), { limits: { ...limits, entries: 3, bytes: 10 } }),
  ).rejects.toThrow("would unpack to more than");
});

it("stops when it is aborted", async () => {
  const file = await archive([{ name: "a" }]);
  await expect(
    unpackPackage(file, target(), { signal: AbortSignal.abort(new Error("stopped")) }),
  ).rejects.toThrow("stopped");
});

it("reports an archive that does not exist as the error of the system", async () => {
  await expect(unpackPackage(join(folder, "none.zip"), target())).rejects.toMatchObject({ code: "ENOENT" });
});
