import { secretOf } from "../../src/model/index.js";
import { creation, sampleObject } from "../../src/store/conformance/index.js";
import type { StackStore } from "../../src/store/internal.js";

export const address = { project: "shop", name: "dev" };
const request = { command: "apply", actor: "ana@here" };

/**
 * Three runs: one succeeded, one changed outputs and renames and let go of the records of the first, one was left in the
 * middle of two creates. Every table has rows, some have secrets, and the journal stands before and behind its checkpoint.
 */
export async function writeSample(stack: StackStore): Promise<void> {
  const first = await stack.begin({ ...request, planDigest: "abc" });
  const kept = {
    inputs: { password: secretOf("x"), size: 1 },
    outputs: { size: 1, token: secretOf("y") },
    createdAt: "2030-01-01T00:00:00.000Z",
  };
  const found = {
    createKey: "a key",
    seenAt: "2030-01-02T00:00:00.000Z",
    observed: { outputs: { token: secretOf("w") } },
  };
  for (const rid of [1, 2]) for (const record of creation(rid, kept)) await first.append(record);
  await first.end("succeeded", { create: 2 });
  const second = await stack.begin(request);
  await second.append({
    event: { kind: "recorded", what: "outputs" },
    changes: [
      { put: "outputs", outputs: { a: 1, b: secretOf("z") } },
      { put: "moves", applied: ["one"] },
      { put: "object", row: sampleObject(2, 1, "current", { ...kept, ...found }) },
    ],
  });
  await second.prune(1);
  const seen = { at: found.seenAt, resources: [1] };
  await second.end("failed", { update: 1 }, { seen, drift: { read: 2, changed: 1, gone: 0 } });
  const third = await stack.begin(request);
  for (const rid of [3, 4]) await third.append(creation(rid, kept)[0]);
}
