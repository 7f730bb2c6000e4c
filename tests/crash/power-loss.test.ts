import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { preferredDriver, type DriverName } from "../../src/store/sqlite/index.js";
import { request, temporaryFolder } from "../store/temporary-folder.js";
import { isFullProof, proved } from "../support/proof.js";
import {
  openFound,
  recordDisk,
  type FoundDisk,
  type RecordedCommit,
  type RecordedDisk,
} from "./recorded-disk.js";

/**
 * What is simulated: bytes reach the disk in the order in which they were written, and the power goes between two of
 * them. What is not: sectors that overtake each other between two syncs, and disks that say they have synced when they
 * have not.
 */
const figures = { cuts: 0, checkpointCuts: 0, lost: 0, corrupt: 0 };

afterAll(() => proved("power-loss", figures));

const drivers = [...new Set<DriverName>(["libsql", preferredDriver()])];

describe.each(drivers)("the power goes, with SQLite by %s", (driver) => {
  test(
    "while the journal is written: a commit is there if all of its bytes are",
    { timeout: 900_000 },
    async () => {
      const folder = temporaryFolder();
      const disk = await recordDisk(driver, isFullProof ? 30 : 4);
      expect(disk.frameEnds.at(-1)).toBe(disk.log.length);
      expect(disk.olderLog.length).toBeGreaterThan(disk.log.length / 4);
      const cuts = disk.frameEnds.flatMap((end, index) =>
        cutsIn(index === 0 ? 0 : disk.frameEnds[index - 1]!, end),
      );
      const attempts = cuts.flatMap((cut) => foundAfter(disk, cut).map((found) => ({ cut, found })));
      const problems: string[] = [];
      for (const [index, { cut, found }] of attempts.entries()) {
        const expected = disk.commits.findLast(({ end }) => end <= cut) ?? disk.commits[0]!;
        const problem = await problemOf(disk, found, expected.snapshot, folder, index);
        if (problem !== undefined) problems.push(`cut at ${cut}: ${problem}`);
      }
      figures.cuts += attempts.length;
      expect(problems).toEqual([]);
      expect(attempts.length).toBeGreaterThan(isFullProof ? 3000 : 500);
    },
  );

  test("while the journal is moved into the database: nothing is missing", { timeout: 900_000 }, async () => {
    const folder = temporaryFolder();
    const disk = await recordDisk(driver, isFullProof ? 20 : 4);
    const { database, databaseAfter, log, pageSize } = disk;
    const problems: string[] = [];
    for (let cut = 0; cut <= databaseAfter.length; cut += pageSize / 4) {
      const found = {
        log,
        database: Buffer.concat([databaseAfter.subarray(0, cut), database.subarray(cut)]),
      };
      const problem = await problemOf(
        disk,
        found,
        disk.commits.at(-1)!.snapshot,
        folder,
        figures.checkpointCuts,
      );
      if (problem !== undefined) problems.push(`cut at ${cut}: ${problem}`);
      figures.checkpointCuts++;
    }
    expect(problems).toEqual([]);
  });
});

/** At the end of a frame and around it, behind the header of the frame and in its middle. */
function cutsIn(begin: number, end: number): readonly number[] {
  const places = [begin + 1, begin + 24, (begin + end) >> 1, end - 1, end];
  return [...new Set(begin === 0 ? [0, ...places] : places)];
}

/** What may lie behind a cut: nothing, anything, or what was there before. */
function foundAfter({ database, log, olderLog }: RecordedDisk, cut: number): readonly FoundDisk[] {
  const written = log.subarray(0, cut);
  const anything = noise(Math.max(log.length - cut, 5000), cut);
  return [
    { database, log: written },
    { database, log: Buffer.concat([written, anything]), index: noise(32_768, cut) },
    { database, log: Buffer.concat([written, olderLog.subarray(cut)]) },
  ];
}

function noise(length: number, seed: number): Buffer {
  return createHash("shake256", { outputLength: length }).update(String(seed)).digest();
}

/** What is wrong with a stack that was found, if anything is. */
async function problemOf(
  disk: RecordedDisk,
  found: FoundDisk,
  expected: RecordedCommit["snapshot"],
  folder: string,
  index: number,
): Promise<string | undefined> {
  const place = join(folder, String(index));
  try {
    const stack = await openFound(disk, place, found, 2);
    try {
      const { snapshot } = await stack.read();
      if (snapshot.head < expected.head) figures.lost++;
      assert.equal(snapshot.head, expected.head, "the last record");
      assert.deepEqual(snapshot, expected);
      assert.deepEqual(await stack.verify(), []);
      // It can be gone on with.
      if (index % 16 === 0) await (await stack.begin(request)).end("succeeded", {});
      return undefined;
    } finally {
      await stack.close();
    }
  } catch (error) {
    figures.corrupt++;
    return (error as Error).message;
  } finally {
    rmSync(place, { recursive: true });
  }
}
