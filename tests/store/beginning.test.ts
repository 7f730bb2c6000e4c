import { join } from "node:path";
import { expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore, type RawStack, type RawStore, type StorePorts } from "../../src/store/internal.js";
import { lockFile, sqliteStore } from "../../src/store/sqlite/index.js";
import { inGuise } from "../lock/guise.js";
import { address, databaseIn, openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

/** Ports to which a file seems to be held so many times before it is what it is. */
function heldAtFirst(ports: StorePorts, times: number): StorePorts {
  const { self, startTimeOf } = ports.processes;
  let left = times;
  const locks = async (path: string) => (left-- > 0 ? "held" : ports.processes.lockFile!(path));
  return { ...ports, processes: { self, startTimeOf, lockFile: locks } };
}

/** A store whose stacks have something put between them and who opens them. */
function between(folder: string, wrap: (stack: RawStack) => Partial<RawStack>): RawStore {
  const raw = sqliteStore(join(folder, "store"));
  return {
    ...raw,
    async open(name) {
      const stack = await raw.open(name);
      if (stack === undefined) return undefined;
      const { lockFile: path } = stack;
      return {
        read: (begin) => stack.read(begin),
        head: () => stack.head(),
        append: (batch) => stack.append(batch),
        journal: (after) => stack.journal(after),
        lastBefore: (epoch) => stack.lastBefore(epoch),
        runs: () => stack.runs(),
        settle: () => stack.settle(),
        close: () => stack.close(),
        ...(path !== undefined && { lockFile: path }),
        ...wrap(stack),
      };
    },
  };
}

test("a file that another one looks at for a moment is no sign of life", async () => {
  const folder = temporaryFolder();
  const dead = await openIn(folder, inGuise(portsIn(folder), { host: "c1", seen: "none" }));
  await dead.begin(request);
  await dead.close();
  const next = inGuise(portsIn(folder), { seen: "none" });
  expect((await (await openIn(folder, heldAtFirst(next, 3))).read()).holder).toBeUndefined();
  const store = await openStore(`sqlite:${join(folder, "store")}`, heldAtFirst(next, 3));
  expect((await store.glance(address))?.holder).toMatchObject({ isAlive: false });
  await (await openIn(folder, heldAtFirst(next, 3))).begin(request);
});

test("a file that stays held is one", async () => {
  const folder = temporaryFolder();
  const holder = await openIn(folder, inGuise(portsIn(folder), { host: "c1", seen: "none" }));
  const run = await holder.begin(request);
  const stack = await openIn(folder, inGuise(portsIn(folder), { seen: "none" }));
  expect((await stack.read()).holder?.runId).toBe(run.runId);
  await refusal(stack.begin(request), "store/locked");
});

test("whoever waits for the file reads the stack when it has it, and not before", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  let readings = 0;
  const raw = between(folder, (stack) => ({
    read: (begin) => {
      readings++;
      return stack.read(begin);
    },
  }));
  const store = await openStore(raw, heldAtFirst(portsIn(folder), 40));
  const stack = await store.open(address, { create: false });
  await (await stack.begin(request)).end("succeeded", {});
  expect(readings).toBe(1);
  await stack.close();
});

test("a stack that cannot be closed well still lets go of its lock", async () => {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  const raw = between(folder, (stack) => ({
    close: async () => {
      await stack.close();
      throw new Error("EIO");
    },
  }));
  const stack = await (await openStore(raw, portsIn(folder))).open(address, { create: false });
  await stack.begin(request);
  await expect(stack.close()).rejects.toThrow("EIO");
  const locked = await lockFile(`${databaseIn(folder)}-lock`);
  if (typeof locked === "string") expect.fail(`The file is ${locked}.`);
  locked.release();
});

test("a run that ends just when it was waited for long enough lets the next begin", async () => {
  const folder = temporaryFolder();
  const holder = await openIn(folder, inGuise(portsIn(folder), { host: "c1", seen: "none" }));
  const run = await holder.begin(request);
  let isEnded = false;
  const raw = between(folder, (stack) => ({
    read: async (begin) => {
      if (!isEnded) await run.end("succeeded", {});
      isEnded = true;
      return stack.read(begin);
    },
  }));
  const stack = await (
    await openStore(raw, inGuise(portsIn(folder), { seen: "none" }))
  ).open(address, {
    create: false,
  });
  await (await stack.begin(request)).end("succeeded", {});
  await stack.close();
});
