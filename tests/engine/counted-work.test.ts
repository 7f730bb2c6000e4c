import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStack } from "../../src/operations/stack/index.js";
import type { Input } from "../../src/sdk/index.js";
import { openStore } from "../../src/store/internal.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { FakeCloud, fakeProvider } from "../../src/testing/index.js";
import { portsIn, temporaryFolder } from "../store/temporary-folder.js";

/** What was asked of the file of a stack. */
class Counted {
  commits = 0;
  queries = 0;
  /** How often all objects were read. */
  readings = 0;
  rowsWritten = 0;

  open(path: string): SqliteDatabase {
    const database = openDatabase(path);
    return {
      execute: (sql) => {
        if (sql === "commit") this.commits++;
        database.execute(sql);
      },
      run: (sql, parameters) => {
        if (!sql.startsWith("update stack")) this.rowsWritten++;
        database.run(sql, parameters);
      },
      all: (sql, parameters) => {
        this.queries++;
        if (sql.includes('from "object"')) this.readings++;
        return database.all(sql, parameters);
      },
      close: () => database.close(),
    };
  }

  /** Since it was last asked. */
  take() {
    const { commits, queries, readings, rowsWritten } = this;
    Object.assign(this, { commits: 0, queries: 0, readings: 0, rowsWritten: 0 });
    return { commits, queries, readings, rowsWritten };
  }
}

const wide = 10;

/** A stack of buckets, ten wide, each reading the one ten before it; the last one can be changed. */
async function stackOf(count: number) {
  const folder = temporaryFolder();
  const { types } = fakeProvider(new FakeCloud());
  const settings = { acl: "closed" };
  const counted = new Counted();
  const raw = sqliteStore(join(folder, "store"), { open: (path) => counted.open(path) });
  const stack = await openStack({
    project: "shop",
    name: "dev",
    store: await openStore(raw, portsIn(folder)),
    ports: portsIn(folder),
    program: () => {
      const buckets: { urn: Input<string> }[] = [];
      for (let index = 0; index < count; index++) {
        const near = buckets[index - wide]?.urn ?? "nothing";
        const acl = index === count - 1 ? settings.acl : "closed";
        buckets.push(new types.Bucket(`bucket-${index}`, { name: `bucket-${index}`, acl, tags: { near } }));
      }
    },
  });
  onTestFinished(() => stack.close());
  counted.take();
  return { stack, counted, settings };
}

test("an outcome is committed with the intents that it releases", { timeout: 60_000 }, async () => {
  for (const count of [100, 300]) {
    const { stack, counted } = await stackOf(count);
    const plan = await stack.plan();
    counted.take();
    expect((await plan.apply()).summary).toEqual({ create: count });
    const { commits } = counted.take();
    // Each ten, the first intents and the last outcomes, the begin and the end; the rest looks at the head.
    expect(commits - count / wide).toBeLessThanOrEqual(6);
    expect((await stack.destroy()).summary).toEqual({ delete: count });
    expect(counted.take().commits - count / wide).toBeLessThanOrEqual(8);
  }
});

test("what is asked and written for one change does not depend on the size of the stack", async () => {
  const work = async (count: number) => {
    const { stack, counted, settings } = await stackOf(count);
    await stack.apply();
    counted.take();
    await stack.plan();
    const planned = counted.take();
    settings.acl = "opened";
    const plan = await stack.plan();
    expect((await plan.apply()).summary).toEqual({ update: 1 });
    const changed = counted.take();
    expect((await stack.apply()).summary).toEqual({});
    return { planned, changed, nothing: counted.take() };
  };
  const small = await work(30);
  expect(await work(300)).toEqual(small);
  expect(small.planned).toMatchObject({ readings: 1, rowsWritten: 0 });
  // What was planned on is what is applied to: it is not read again.
  expect(small.changed.readings).toBe(1);
});
