import { expect, test } from "vitest";
import { idempotencyKey } from "./idempotency-key.js";

const intent = { action: "create", rid: 1, generation: 1 } as const;

test("the key of an intent is the same every time, short, and fit for names", () => {
  const key = idempotencyKey("lineage", intent, 7);
  expect(key).toBe(idempotencyKey("lineage", { ...intent }, 7));
  expect(key).toMatch(/^[a-z2-7]{32}$/);
});

test("no two intents have one key", () => {
  const keys = [
    idempotencyKey("lineage", intent, 7),
    idempotencyKey("other", intent, 7),
    idempotencyKey("lineage", { ...intent, rid: 2 }, 7),
    idempotencyKey("lineage", { ...intent, generation: 2 }, 7),
    idempotencyKey("lineage", { ...intent, action: "update" }, 7),
    idempotencyKey("lineage", intent, 8),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
