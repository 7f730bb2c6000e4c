import { expect, test } from "vitest";
import type { StorePorts } from "./ports.js";
import type { RawHead } from "./raw/index.js";
import { glanceAt } from "./stack-glance.js";

const self = { user: "ana", host: "here", pid: 1, startTime: "one", bootId: "boot" };
const ports: Pick<StorePorts, "processes" | "keys"> = {
  processes: { self, startTimeOf: (pid) => (pid === 1 ? "one" : undefined) },
  keys: { passphrase: async () => undefined, keyFile: (id) => `/keys/${id}` },
};
const key = [{ by: "key-file", file: "0a", id: "i", sealed: "" }];
const byPassphrase = [{ by: "passphrase", cost: "c", salt: "s", id: "i", sealed: "" }];
const glance = (head: Partial<RawHead>) => {
  const whole = {
    project: "shop",
    name: "dev",
    format: 1,
    head_seq: 3,
    holder: null,
    wrapped_key: JSON.stringify(key),
  };
  return glanceAt({ ...whole, ...head } as RawHead, 2, ports as StorePorts, { file: "none" });
};
const held = (by: object) =>
  glance({ holder: JSON.stringify({ ...self, runId: "r", since: "", command: "apply", ...by }) }).holder;

test("a stack says in the open what opens it, and who has it", () => {
  const told = { project: "shop", name: "dev", format: 1, newestFormat: 2 };
  expect(glance({})).toEqual({ ...told, key: { by: "key-file", path: "/keys/0a" } });
  expect(glance({ wrapped_key: JSON.stringify(byPassphrase) }).key).toEqual({ by: "passphrase" });
});

test.each([
  ["lives", {}, { isAlive: true, isHere: true }],
  ["died", { pid: 2 }, { isAlive: false, isHere: true }],
  ["is elsewhere, and may live", { host: "there", pid: 2 }, { isAlive: true, isHere: false }],
])("who has it %s", (_, by, seen) => {
  expect(held(by)).toMatchObject(seen);
});

test.each([
  { wrapped_key: "{" },
  { wrapped_key: "[]" },
  { wrapped_key: "[null]" },
  { wrapped_key: "[{}]" },
  { wrapped_key: JSON.stringify([{ ...key[0], file: "../../etc/passwd" }]) },
  { wrapped_key: JSON.stringify([{ ...byPassphrase[0], salt: 7 }]) },
  { holder: "{" },
  { holder: "null" },
  { holder: '{ "pid": 1 }' },
])("%j is no row of ours", (head) => {
  expect(() => glance(head)).toThrow("store/integrity");
});
