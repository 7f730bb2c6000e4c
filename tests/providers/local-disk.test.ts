import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { archiveOf, assetOf } from "../../src/model/index.js";
import { LocalDisk, newFile, putInPlace } from "../../src/providers/local/disk/index.js";
import { archiveFiles, assetBytes } from "../../src/providers/local/source.js";
import type { asset } from "../../src/sdk/index.js";
import { temporaryFolder } from "./local-world.js";

const { signal } = new AbortController();

function placeIn(folder: string): LocalDisk {
  mkdirSync(join(folder, "root"));
  return new LocalDisk(folder, { root: "root", records: "records" });
}

describe("putting a file in its place", () => {
  test("what appears there in the last moment is not overwritten", async () => {
    const place = placeIn(temporaryFolder());
    const path = place.at("a");
    const make = async (beside: string) => {
      await newFile(Buffer.from("ours"), 0o644)(beside);
      writeFileSync(path, "theirs");
    };
    const put = putInPlace(place, make, { path, key: "k", remember: {}, replacing: false });
    await expect(put).rejects.toThrow("something else was created there in the meantime");
    expect(readFileSync(path, "utf8")).toBe("theirs");
    expect(readdirSync(place.root)).toEqual(["a"]);
    expect(await place.records.of(path)).toBeUndefined();
  });

  test("what another process has noted meanwhile of what it put there stays", async () => {
    const place = placeIn(temporaryFolder());
    const path = place.at("a");
    const make = async (beside: string) => {
      await newFile(Buffer.from("ours"), 0o644)(beside);
      await putInPlace(place, newFile(Buffer.from("theirs"), 0o644), {
        path,
        key: "theirs",
        remember: {},
        replacing: false,
      });
    };
    const put = putInPlace(place, make, { path, key: "ours", remember: {}, replacing: false });
    await expect(put).rejects.toThrow("something else was created there in the meantime");
    expect(await place.madeAt(path)).toMatchObject({ key: "theirs" });
  });

  test("what replaces something is made under one name, whatever its key: a killed one leaves no other", async () => {
    const place = placeIn(temporaryFolder());
    const path = place.at("a");
    const names = new Set<string>();
    for (const key of ["one", "two"]) {
      const make = async (beside: string) => {
        names.add(beside);
        await newFile(Buffer.from(key), 0o644)(beside);
      };
      await putInPlace(place, make, { path, key, replacing: true });
    }
    expect(names.size).toBe(1);
  });

  test("of what could not be made nothing is left", async () => {
    const place = placeIn(temporaryFolder());
    const path = place.at("deep/a");
    const make = async (beside: string) => {
      writeFileSync(beside, "half of");
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    const put = putInPlace(place, make, { path, key: "k", remember: {}, replacing: false });
    await expect(put).rejects.toThrow("the file system is full");
    expect(readdirSync(place.at("deep"))).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });
});

describe("a source whose bytes are not those of the plan is refused", () => {
  test("a file", async () => {
    const place = placeIn(temporaryFolder());
    writeFileSync(join(place.projectFolder, "a"), "meanwhile");
    const source = assetOf({ path: "a" }, "0".repeat(64)) as unknown as asset.Asset;
    await expect(assetBytes(place, source, { signal })).rejects.toThrow(
      "has changed since the plan was made",
    );
  });

  test("an archive", async () => {
    const place = placeIn(temporaryFolder());
    const source = archiveOf({ assets: {} }, "0".repeat(64)) as unknown as asset.Archive;
    await expect(archiveFiles(place, source, { signal })).rejects.toThrow(
      "has changed since the plan was made",
    );
  });
});
