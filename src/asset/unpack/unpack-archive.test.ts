import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  archiveBudget,
  defaultArchiveLimits,
  isDiagnosticError,
  tarEnd,
  tarHeader,
  tarPadding,
  type ArchiveFormat,
} from "../../model/index.js";
import { unpackArchive } from "./index.js";

const files: readonly (readonly [name: string, content: string])[] = [
  ["a.txt", "hello"],
  [`folder/${"n".repeat(120)}`, "long".repeat(300)],
  ["grüße", ""],
];
const tar = Buffer.concat([
  ...files.flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [tarHeader(name, content.length), content, tarPadding(content.length)];
  }),
  tarEnd,
]);
/** Made once with an ordinary tool: `a` holding `hello`, stored, and `b` holding a hundred `b`, deflated. */
const zip = Buffer.from(
  "UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAABAAAAYWhlbGxvUEsDBBQAAAAIAAAAIQDbYgElBgAAAGQAAAABAAAAYktKoj0A" +
    "AFBLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAABAAAAAAAAAAAAAACkgQAAAABhUEsBAhQDFAAAAAgAAAAhANtiASUGAAAA" +
    "ZAAAAAEAAAAAAAAAAAAAAKSBJAAAAGJQSwUGAAAAAAIAAgBeAAAASQAAAAAA",
  "base64",
);
const archives: readonly (readonly [ArchiveFormat, Buffer])[] = [
  ["tar", tar],
  ["tar.gz", gzipSync(tar)],
  ["zip", zip],
];

async function unpack(format: ArchiveFormat, bytes: Uint8Array) {
  const budget = archiveBudget(defaultArchiveLimits);
  const entries = await unpackArchive({ format, bytes, where: "it" }, defaultArchiveLimits, budget);
  return entries.map(({ name }) => name);
}

describe.each(archives)("%s", (format, bytes) => {
  const whole = format === "zip" ? ["a", "b"] : files.map(([name]) => name);

  test("whole, the files in their order", async () => {
    expect(await unpack(format, bytes)).toEqual(whole);
  });

  test("cut anywhere, a diagnostic or still all files", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        const names = await unpack(format, bytes.subarray(0, length)).catch(diagnosed);
        expect(names ?? whole).toEqual(whole);
      }),
    );
  });

  test("damaged anywhere, a diagnostic or files", async () => {
    const damage = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (places) => {
        const damaged = Buffer.from(bytes);
        for (const [at, bits] of places) damaged[at]! ^= bits;
        await unpack(format, damaged).catch(diagnosed);
      }),
    );
  });
});

/** Any other error is a bug in what unpacks. */
function diagnosed(error: unknown): undefined {
  if (!isDiagnosticError(error)) throw error;
}
