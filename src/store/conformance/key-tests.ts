import assert from "node:assert/strict";
import { secretOf } from "../../model/index.js";
import { openStore } from "../open-store.js";
import type { KeySource, StorePorts } from "../ports.js";
import { readAll } from "../raw/index.js";
import type { StackStore } from "../store.js";
import { sampleMachine } from "./sample-machine.js";
import { creation, sampleIntent, sampleObject } from "./sample-records.js";
import {
  openSample,
  refusal,
  request,
  sampleAddress,
  type PlaceTest,
  type StorePlace,
} from "./sample-stack.js";
import { JSON } from "../../std/plain-json.js";

export const keyTests: Record<string, PlaceTest> = {
  "seals everything with a new key, and says what it said before": async (place) => {
    const machine = sampleMachine();
    const stack = await openSample(place, machine.process(1));
    await fillWithSecrets(stack);
    const before = (await stack.read()).snapshot;
    const [old] = await keysInRows(place);
    const run = await stack.begin({ ...request, command: "rotate" });
    const { key, resumed, rows } = await run.rotateKey();
    await run.end("succeeded", {});
    assert.equal(resumed, false);
    assert.equal(rows, 6);
    assert.notEqual(key, old);
    assert.deepEqual(await keysInRows(place), [key]);
    const again = await openSample(place, machine.process(2));
    for (const each of [stack, again]) {
      assert.deepEqual({ ...(await each.read()).snapshot, head: before.head }, before);
      assert.deepEqual(await each.verify(), []);
      assert.equal((await each.history()).length, 2);
    }
    await stack.close();
    await again.close();
  },

  "reads on in a process that was there before the key was replaced": async (place) => {
    const machine = sampleMachine();
    const stack = await openSample(place, machine.process(1));
    const other = await openSample(place, machine.process(2));
    await fillWithSecrets(stack);
    const run = await stack.begin(request);
    await run.rotateKey(async () => {
      assert.deepEqual(await other.verify(), []);
      assert.equal((await other.read()).snapshot.objects.size, 2);
    });
    assert.deepEqual(await other.verify(), []);
    await run.end("succeeded", {});
    const next = await other.begin(request);
    await next.append(creation(3, { inputs: { password: secretOf("z") } })[0]);
    await next.end("interrupted", {});
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
    await other.close();
  },

  "continues an interrupted rotation": async (place) => {
    const machine = sampleMachine();
    const first = await openSample(place, machine.process(1));
    await fillWithSecrets(first);
    const dying = await first.begin(request);
    let made: string[] = [];
    const cut = dying.rotateKey(async () => {
      made = await keysInRows(place);
      throw new Error("interrupted");
    });
    await assert.rejects(cut, /interrupted/);
    machine.kill(1);
    const second = await openSample(place, machine.process(2));
    assert.deepEqual(await second.verify(), []);
    const run = await second.begin(request);
    const { key, resumed } = await run.rotateKey();
    assert.deepEqual([[key], resumed], [made, true]);
    const next = await run.rotateKey();
    assert.equal(next.resumed, false);
    assert.notEqual(next.key, key);
    await run.end("succeeded", {});
    assert.deepEqual(await second.verify(), []);
    await first.close();
    await second.close();
  },

  "opens by what its keys were last wrapped by, and by nothing else": async (place) => {
    const machine = sampleMachine();
    const ports = machine.process(1);
    const stack = await openSample(place, ports);
    await fillWithSecrets(stack);
    const rows = await rowsOf(place);
    const run = await stack.begin(request);
    await run.rewrapKey(sourceOf("another passphrase"));
    await run.end("succeeded", {});
    assert.deepEqual(await rowsOf(place), rows);
    assert.deepEqual(await stack.verify(), []);
    await stack.close();
    await refusal(openSample(place, ports), "store/key-wrong");
    const again = await openSample(place, { ...ports, keys: sourceOf("another passphrase") });
    assert.deepEqual(await again.verify(), []);
    await again.close();
  },

  "seals documents that only the same stack opens, also after its key was replaced": async (place) => {
    const machine = sampleMachine();
    const stack = await openSample(place, machine.process(1));
    const content = Buffer.from("open sesame");
    const sealed = stack.sealDocument(content, "beside");
    const digest = stack.keyedDigest("seed", "text");
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.equal(stack.keyedDigest("seed", "text"), digest);
    const others = [stack.keyedDigest("premise", "text"), stack.keyedDigest("seed", "other")];
    assert.ok(!others.includes(digest));
    const run = await stack.begin(request);
    await run.rotateKey();
    await run.end("succeeded", {});
    const anew = stack.sealDocument(content, "beside");
    assert.notDeepEqual(Buffer.from(anew), Buffer.from(sealed));
    for (const each of [sealed, anew]) {
      assert.equal(Buffer.from(stack.openDocument(each, "beside")!).toString(), "open sesame");
      assert.equal(stack.openDocument(each, "elsewhere"), undefined);
    }
    const store = await openStore(await place.open(), machine.process(2));
    const other = await store.open({ project: "shop", name: "other" }, { create: true });
    assert.equal(other.openDocument(anew, "beside"), undefined);
    assert.notEqual(stack.keyedDigest("seed", "text"), digest);
    assert.notEqual(other.keyedDigest("seed", "text"), stack.keyedDigest("seed", "text"));
    await stack.close();
    await other.close();
  },
};

/** Adds two resources, one with an update in progress: every column that can contain a secret contains one. */
async function fillWithSecrets(stack: StackStore): Promise<void> {
  const run = await stack.begin(request);
  const secrets = {
    inputs: { password: secretOf("x"), list: [{ deep: secretOf({ a: secretOf("y") }) }] },
    outputs: { token: secretOf(1) },
  };
  for (const entry of creation(1, secrets, { options: { replaceTrigger: secretOf("t") } })) {
    await run.append(entry);
  }
  const object = sampleObject(1, 1, "current", secrets);
  await run.append({
    event: { kind: "recorded", what: "opaque and outputs" },
    changes: [
      { put: "object", row: { ...object, stored: { ...object.stored, opaque: "AAEC" } } },
      { put: "outputs", outputs: { token: secretOf("o") } },
    ],
  });
  for (const entry of creation(2)) await run.append(entry);
  await run.append({ event: sampleIntent("update", 1, 1, { password: secretOf("i") }), changes: [] });
  await run.end("interrupted", {});
}

async function rowsOf(place: StorePlace): Promise<unknown> {
  const raw = (await (await place.open()).open(sampleAddress))!;
  const { rows } = await readAll(raw);
  await raw.close();
  return rows;
}

/** Returns the ids of the keys that encrypt something in the rows. */
async function keysInRows(place: StorePlace): Promise<string[]> {
  const text = JSON.stringify(await rowsOf(place)).replaceAll("\\", "");
  return [...new Set([...text.matchAll(/"key":"([0-9a-f]{8})"/g)].map(([, id]) => id!))];
}

function sourceOf(passphrase: string): KeySource {
  const { keys }: StorePorts = sampleMachine().process(1);
  return { ...keys, passphrase: async () => passphrase };
}
