import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { memoryStore } from "../../src/store/internal.js";
import { testStore, type StorePlace } from "../../src/testing/index.js";
import { preferredDriver, sqliteStore, type DriverName } from "../../src/store/sqlite/index.js";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function sqlitePlace(driver: DriverName): Promise<StorePlace> {
  const folder = await mkdtemp(join(tmpdir(), "coconut-store-"));
  folders.push(folder);
  return { open: async () => sqliteStore(join(folder, ".coconut"), { driver, isShared: true }) };
}

async function memoryPlace(): Promise<StorePlace> {
  const store = memoryStore();
  return { open: async () => store };
}

async function leasedPlace(): Promise<StorePlace> {
  let nowMs = 0;
  const store = memoryStore({ leases: { now: () => nowMs, timer: { after: () => () => {} } } });
  return { open: async () => store, expire: async () => void (nowMs += 3_600_000) };
}

const drivers = new Set<DriverName>(["libsql", preferredDriver()]);
const stores: Record<string, () => Promise<StorePlace>> = {
  memory: memoryPlace,
  "memory with leases": leasedPlace,
  ...Object.fromEntries([...drivers].map((driver) => [`sqlite by ${driver}`, () => sqlitePlace(driver)])),
};

describe.each(Object.entries(stores))("%s", async (_, makePlace) => {
  const tests = (await testStore(makePlace)).map(({ name, run }) => [name, run] as const);
  test.each(tests)("%s", (_, run) => run());
});
