import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStack } from "../../src/operations/stack/index.js";
import type { Input } from "../../src/sdk/index.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { FakeCloud, fakeProvider } from "../../src/testing/index.js";
import { portsIn, temporaryFolder } from "../store/temporary-folder.js";

/** What the steps of a run wrote to the journal: bytes of each, in the order in which they began. */
interface Written {
  readonly create: readonly number[];
  readonly update: readonly number[];
  readonly delete: readonly number[];
}

/** Applies a program of this many buckets, which all need the first, changes all of them, and destroys them. */
async function lifeOf(count: number): Promise<Written> {
  const folder = temporaryFolder();
  const { types } = fakeProvider(new FakeCloud());
  let acl = "closed";
  const stack = await openStack({
    project: "shop",
    name: "dev",
    store: `sqlite:${join(folder, "store")}`,
    ports: portsIn(folder),
    program: () => {
      const bucket = (index: number, near: Input<string>) => {
        // Names of one length, so that the bytes can be compared.
        const name = `bucket-${String(index).padStart(6, "0")}`;
        return new types.Bucket(name, { name, acl, tags: { near } });
      };
      const first = bucket(1, "nothing");
      for (let index = 2; index <= count; index++) bucket(index, first.urn);
    },
  });
  onTestFinished(() => stack.close());
  const plan = await stack.plan();
  expect(plan.changes.filter(({ action }) => action === "create")).toHaveLength(count);
  expect((await plan.apply()).summary).toEqual({ create: count });
  acl = "opened";
  expect((await stack.apply()).summary).toEqual({ update: count });
  expect((await stack.apply()).summary).toEqual({});
  expect((await stack.destroy()).summary).toEqual({ delete: count });
  return bytesIn(join(folder, "store"));
}

/** Counted in what is stored: the whole of the records that belong to one operation. */
async function bytesIn(folder: string): Promise<Written> {
  const raw = (await sqliteStore(folder).open({ project: "shop", name: "dev" }))!;
  const steps = new Map<string, { action: string; bytes: number }>();
  for (const record of await raw.journal(0)) {
    if (record.op_id === null) continue;
    const step = steps.get(record.op_id) ?? { action: actionOf(record.body), bytes: 0 };
    step.bytes += Buffer.byteLength(JSON.stringify(record));
    steps.set(record.op_id, step);
  }
  await raw.close();
  const of = (action: string) =>
    [...steps.values()].flatMap((step) => (step.action === action ? [step.bytes] : []));
  return { create: of("create"), update: of("update"), delete: of("delete") };
}

function actionOf(body: string): string {
  return (JSON.parse(body) as { event: { action: string } }).event.action;
}

const mean = (bytes: readonly number[]) => bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
const apart = (one: number, other: number) => Math.abs(one - other) / Math.min(one, other);

describe("what a step writes does not depend on the size of the stack", () => {
  test(
    "stacks of 100 and 1,000 resources, and the 10th and the 1,000th step",
    { timeout: 60_000 },
    async () => {
      const small = await lifeOf(100);
      const large = await lifeOf(1000);
      for (const action of ["create", "update", "delete"] as const) {
        expect([small[action].length, large[action].length]).toEqual([100, 1000]);
        expect(apart(mean(small[action]), mean(large[action])), `${action}: 100 and 1,000`).toBeLessThan(
          0.02,
        );
        const tenth = large[action][9]!;
        const last = large[action][999]!;
        expect(apart(tenth, last), `${action}: 10th and 1,000th`).toBeLessThan(0.02);
      }
    },
  );
});
