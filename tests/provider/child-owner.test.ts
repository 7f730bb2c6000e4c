import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { childRecordsFolder, endLeftChildren, type ChildRecord } from "../../src/provider/child/index.js";
import { isGroupAlive, processGroupOf, signalGroup, type ProcessGroup } from "../../src/std/process-group.js";
import { temporaryFolder } from "../store/temporary-folder.js";
import { bundledScript } from "../support/bundled-script.js";

const script = bundledScript(fileURLToPath(new URL("child-owner.ts", import.meta.url)));
beforeAll(script.build);

const patience = { timeout: 50_000, interval: 20 };

interface Owner {
  readonly process: ChildProcess;
  readonly child: ProcessGroup;
  readonly exited: Promise<unknown[]>;
}

/** A process with a child that does not end with its stdin. */
async function owner(
  how: "waits" | "exits" | "throws" | "closes" | "idles",
  records?: string,
): Promise<Owner> {
  const words = records === undefined ? [how] : [how, records];
  const started = spawn(process.execPath, [script.path, ...words], { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(started, "exit");
  const [line] = (await once(createInterface({ input: started.stdout }), "line")) as [string];
  const child = processGroupOf(Number(line)) ?? { group: Number(line), startTime: "0", bootId: "gone" };
  onTestFinished(() => {
    started.kill("SIGKILL");
    signalGroup(child, "SIGKILL");
  });
  return { process: started, child, exited };
}

const ends = (child: ProcessGroup) => vi.waitFor(() => expect(isGroupAlive(child)).toBe(false), patience);

describe("a child ends with the process that started it", () => {
  test.each(["idles", "exits", "throws", "closes"] as const)("which %s", async (how) => {
    const { child, exited } = await owner(how);
    await exited;
    await ends(child);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("which is ended by %s", async (signal) => {
    const { process: started, child, exited } = await owner("waits");
    started.kill(signal);
    expect(await exited).toEqual([null, signal]);
    await ends(child);
  });
});

describe("the record of a child", () => {
  test("is among the settings of the user", () => {
    expect(childRecordsFolder({ XDG_CONFIG_HOME: "/settings" })).toBe("/settings/coconut/children");
  });

  const records = () => join(temporaryFolder(), "children");
  const files = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const recordIn = (folder: string) => join(folder, files(folder)[0]!);
  const read = (folder: string) => JSON.parse(readFileSync(recordIn(folder), "utf8")) as ChildRecord;

  test("is for its user alone, and goes with the child", async () => {
    const folder = records();
    const { process: started, child, exited } = await owner("waits", folder);
    expect(files(folder)).toHaveLength(1);
    expect(read(folder)).toMatchObject({ version: 1, title: "the provider test", group: child });
    expect(statSync(recordIn(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    started.kill("SIGTERM");
    await exited;
    expect(files(folder)).toEqual([]);
  });

  test("lets the next process end what a killed one has left", async () => {
    const folder = records();
    const { process: started, child, exited } = await owner("waits", folder);
    started.kill("SIGKILL");
    await exited;
    expect(isGroupAlive(child)).toBe(true);
    const next = await owner("closes", folder);
    expect(isGroupAlive(child)).toBe(false);
    await next.exited;
    expect(files(folder)).toEqual([]);
  });

  test("is left alone while its owner lives", async () => {
    const folder = records();
    const { child } = await owner("waits", folder);
    expect(await endLeftChildren(folder)).toEqual([]);
    expect(isGroupAlive(child)).toBe(true);
    expect(files(folder)).toHaveLength(1);
  });

  test("ends nothing that is not certainly the recorded child", async () => {
    const folder = records();
    const { process: started, child, exited } = await owner("waits", folder);
    started.kill("SIGKILL");
    await exited;
    const record = read(folder);
    const others: readonly ChildRecord[] = [
      { ...record, group: { ...child, startTime: "1" } },
      { ...record, group: { ...child, bootId: "another" } },
      { ...record, host: "another machine" },
      { ...record, group: { ...child, group: 1 } },
      { ...record, version: 2 as never },
    ];
    for (const other of others) {
      writeFileSync(recordIn(folder), JSON.stringify(other));
      expect(await endLeftChildren(folder)).toEqual([]);
      expect(isGroupAlive(child)).toBe(true);
      if (files(folder).length === 0) writeFileSync(join(folder, `${child.group}-${name}`), "");
    }
    writeFileSync(recordIn(folder), JSON.stringify(record));
    expect(await endLeftChildren(folder)).toEqual([record]);
    expect(isGroupAlive(child)).toBe(false);
    expect(files(folder)).toEqual([]);
  });

  const name = "00000000-0000-0000-0000-000000000000.json";

  test("is not believed in a folder that others can write to", async () => {
    const folder = records();
    const { process: started, child, exited } = await owner("waits", folder);
    started.kill("SIGKILL");
    await exited;
    const open = join(temporaryFolder(), "open");
    mkdirSync(open, { mode: 0o777 });
    chmodSync(open, 0o777);
    writeFileSync(join(open, `${child.group}-${name}`), JSON.stringify(read(folder)));
    expect(await endLeftChildren(open)).toEqual([]);
    expect(isGroupAlive(child)).toBe(true);
  });
});
