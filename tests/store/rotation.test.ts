import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretOf } from "../../src/model/index.js";
import { creation, refusal, sampleMachine } from "../../src/store/conformance/index.js";
import {
  memoryStore,
  openStore,
  type RawStack,
  type RawStore,
  type StackStore,
  type StorePorts,
} from "../../src/store/internal.js";
import { readAll } from "../../src/store/raw/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { address, databaseIn, openIn, request, temporaryFolder } from "./temporary-folder.js";

const rotation = { ...request, command: "rotate" };

/** A store whose commits are counted, and which answers no more once it was cut off. */
class CutStore {
  commits = 0;
  cutAt = Infinity;
  readonly #inner: RawStore;
  readonly #when: "before" | "after";
  readonly #onCommit: () => Promise<void>;

  constructor(inner: RawStore, when: "before" | "after", onCommit = async () => {}) {
    this.#inner = inner;
    this.#when = when;
    this.#onCommit = onCommit;
  }

  get store(): RawStore {
    return {
      ...this.#inner,
      open: async (name) => {
        const stack = await this.#inner.open(name);
        return stack && this.#cut(stack);
      },
    };
  }

  #cut(stack: RawStack): RawStack {
    return {
      read: (begin) => stack.read(begin),
      head: () => stack.head(),
      journal: (after) => stack.journal(after),
      lastBefore: (epoch) => stack.lastBefore(epoch),
      runs: () => stack.runs(),
      settle: () => stack.settle(),
      close: () => stack.close(),
      append: async (batch) => {
        this.commits++;
        if (this.commits > this.cutAt) throw new Error("cut off");
        if (this.commits === this.cutAt && this.#when === "before") throw new Error("cut off");
        const head = await stack.append(batch);
        await this.#onCommit();
        if (this.commits === this.cutAt) throw new Error("cut off");
        return head;
      },
    };
  }
}

/** Resources with secrets, more than fit into one batch of rows, after some runs. */
async function fill(stack: StackStore, count: number): Promise<void> {
  for (const part of [0, 1]) {
    const run = await stack.begin(request);
    const rids = Array.from({ length: count / 2 }, (_, index) => part * (count / 2) + index + 1);
    const entries = rids.flatMap((rid) =>
      creation(rid, { inputs: { password: secretOf(`secret of ${rid}`) } }),
    );
    await Promise.all(entries.map((each) => run.append(each)));
    await run.end("succeeded", {});
  }
}

const open = async (store: RawStore, ports: StorePorts) =>
  (await openStore(store, ports)).open(address, { create: true });

interface Place {
  /** What a process that comes now finds. */
  store(): RawStore;
}

interface Backend {
  readonly name: string;
  readonly resources: number;
  /** Filled stacks, each by itself. */
  prepare(ports: StorePorts): Promise<() => Promise<Place>>;
}

const backends: Backend[] = [
  {
    name: "memory",
    resources: 130,
    prepare: async (ports) => async () => {
      const store = memoryStore();
      await fill(await open(store, ports), 130);
      return { store: () => store };
    },
  },
  {
    name: "sqlite",
    resources: 130,
    prepare: async (ports) => {
      const folder = temporaryFolder();
      const stack = await open(sqliteStore(join(folder, "filled")), ports);
      await fill(stack, 130);
      await stack.close();
      let copies = 0;
      return async () => {
        const copy = join(folder, `copy ${++copies}`);
        cpSync(join(folder, "filled"), copy, { recursive: true });
        return { store: () => sqliteStore(copy) };
      };
    },
  },
];

describe.each(backends)("a rotation in $name", ({ prepare, resources }) => {
  test.each(["before", "after"] as const)(
    "killed %s each of its commits is finished by the next",
    { timeout: 120_000 },
    async (when) => {
      const machine = sampleMachine();
      const makePlace = await prepare(machine.process(1));
      let cutAt = 0;
      let pid = 10;
      for (let isCut = true; isCut;) {
        cutAt++;
        const place = await makePlace();
        const cut = new CutStore(place.store(), when);
        cut.cutAt = cutAt;
        const dying = await open(cut.store, machine.process(++pid));
        const before = (await dying.read()).snapshot;
        isCut = await dying
          .begin(rotation)
          .then(
            async (run) => {
              await run.rotateKey();
              await run.end("succeeded", {});
              return false;
            },
            () => true,
          )
          .catch(() => true);
        machine.kill(pid);
        const next = await open(place.store(), machine.process(++pid));
        expect(await next.verify(), `after the cut at ${cutAt}`).toEqual([]);
        expect({ ...(await next.read()).snapshot, head: 0 }).toEqual({ ...before, head: 0 });
        const run = await next.begin(rotation);
        const { key } = await run.rotateKey();
        await run.end("succeeded", {});
        expect(await next.verify()).toEqual([]);
        expect({ ...(await next.read()).snapshot, head: 0 }).toEqual({ ...before, head: 0 });
        const raw = (await place.store().open(address))!;
        const { rows, head } = await readAll(raw);
        const sealed = rows.object.map((row) => String(row["inputs"]));
        expect(sealed.filter((text) => text.includes(`"key":"${key}"`))).toHaveLength(resources);
        const ring = JSON.parse(head.wrapped_key) as { id: string; retired?: true }[];
        expect(ring.map(({ retired }) => retired ?? false)).toEqual([
          ...ring.slice(1).map(() => true),
          false,
        ]);
        expect(ring.at(-1)!.id).toBe(key);
        await Promise.all([raw.close(), dying.close(), next.close()]);
      }
      // The beginning, the key, two batches of rows, the runs, the retirement, the end.
      expect(cutAt - 1).toBe(7);
    },
  );

  test("can be read and verified after each of its commits, also by who was there before", async () => {
    const machine = sampleMachine();
    const place = await (await prepare(machine.process(1)))();
    const other = await open(place.store(), machine.process(2));
    await other.read();
    let read = 0;
    const watched = new CutStore(place.store(), "after", async () => {
      const newcomer = await open(place.store(), machine.process(3));
      for (const each of [other, newcomer]) {
        expect((await each.read()).snapshot.objects.size).toBe(resources);
        expect((await each.history()).length).toBe(3);
      }
      expect(await newcomer.verify()).toEqual([]);
      await newcomer.close();
      read++;
    });
    const stack = await open(watched.store, machine.process(4));
    const run = await stack.begin(rotation);
    expect(await run.rotateKey()).toMatchObject({ resumed: false, rows: 2 * resources });
    await run.end("succeeded", {});
    expect(read).toBe(7);
    await Promise.all([other.close(), stack.close()]);
  });
});

test("an apply between a rotation that was cut off and its end is no harm", async () => {
  const machine = sampleMachine();
  const store = memoryStore();
  await fill(await open(store, machine.process(1)), 300);
  const cut = new CutStore(store, "after");
  cut.cutAt = 3;
  const dying = await open(cut.store, machine.process(2));
  await expect((await dying.begin(rotation)).rotateKey()).rejects.toThrow("cut off");
  machine.kill(2);
  const stack = await open(store, machine.process(3));
  const apply = await stack.begin(request);
  for (const entry of creation(900, { inputs: { password: secretOf("new") } })) await apply.append(entry);
  await apply.end("succeeded", {});
  expect(await stack.verify()).toEqual([]);
  const run = await stack.begin(rotation);
  // One batch of rows was done before the cut; what was written after it needs nothing.
  expect(await run.rotateKey()).toMatchObject({ resumed: true, rows: 600 - 256 });
  await run.end("succeeded", {});
  expect(await stack.verify()).toEqual([]);
});

test("what a failing commit left half done is finished by the same process too", async () => {
  const machine = sampleMachine();
  const store = memoryStore();
  await fill(await open(store, machine.process(1)), 2);
  const cut = new CutStore(store, "before");
  const stack = await open(cut.store, machine.process(2));
  const run = await stack.begin(rotation);
  cut.cutAt = cut.commits + 2;
  await refusal(run.rotateKey(), "store/write-failed");
  cut.cutAt = Infinity;
  await run.end("failed", {});
  const again = await stack.begin(rotation);
  expect(await again.rotateKey()).toMatchObject({ resumed: true, rows: 4 });
  await again.end("succeeded", {});
  expect(await stack.verify()).toEqual([]);
});

test("a row that the old key vouches for is refused once that key has retired", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  await fill(stack, 2);
  const database = openDatabase(databaseIn(folder));
  database.execute("create table earlier as select * from run");
  const run = await stack.begin(rotation);
  await run.rotateKey();
  await run.end("succeeded", {});
  expect(await stack.verify()).toEqual([]);
  database.execute("insert or replace into run select * from earlier; drop table earlier");
  database.close();
  expect((await stack.verify()).map(({ code }) => code)).toEqual(["store/integrity"]);
});

test("what someone alters while the key is replaced is not vouched for by the new one", async () => {
  const machine = sampleMachine();
  const store = memoryStore();
  await fill(await open(store, machine.process(1)), 300);
  const raw = (await store.open(address))!;
  let commits = 0;
  const watched = new CutStore(store, "after", async () => {
    if (++commits !== 2) return;
    const { head, rows } = await readAll(raw);
    const put = { ...rows.object.at(-1)!, id: '"forged"' };
    const { epoch, head_hash } = head;
    await raw.append({
      expected: { epoch, head_hash },
      head,
      records: [],
      changes: [{ table: "object", put }],
      runs: [],
    });
  });
  const stack = await open(watched.store, machine.process(2));
  const run = await stack.begin(rotation);
  await refusal(run.rotateKey(), "store/integrity");
});

test("no secret is in the file or beside it after a rotation", async () => {
  const folder = temporaryFolder();
  const stack = await openIn(folder);
  const canary = "canary-rotated-7Q2f9LxV";
  const run = await stack.begin(request);
  for (const entry of creation(1, { inputs: { password: secretOf(canary) } })) await run.append(entry);
  await run.rotateKey();
  const leaks = () =>
    readdirSync(join(folder, "store")).filter((file) => {
      if (statSync(join(folder, "store", file)).isSocket()) return false;
      const bytes = readFileSync(join(folder, "store", file));
      const hex = Buffer.from(canary).toString("hex");
      return [canary, hex, Buffer.from(canary).toString("base64").slice(4, -4)].some((each) =>
        bytes.includes(each),
      );
    });
  expect(leaks()).toEqual([]);
  await run.end("succeeded", {});
  expect(leaks()).toEqual([]);
  const { snapshot } = await stack.read();
  expect(snapshot.objects.get("1.1")!.stored.inputs).toEqual({ password: secretOf(canary) });
});
