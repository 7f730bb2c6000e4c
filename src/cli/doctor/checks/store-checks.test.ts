import { expect, test } from "vitest";
import { storeChecks, type FolderFacts } from "./store-checks.js";

const healthy: FolderFacts = { path: "/shop/.coconut", exists: true, isWritable: true, open: [] };

const seen = (facts: Partial<FolderFacts>) =>
  storeChecks({ folder: { ...healthy, ...facts }, stacks: { ok: true, result: ["dev", "staging"] } }).map(
    ({ name, state, detail }) => `${state} ${name}: ${detail}`,
  );

test.each<[string, Partial<FolderFacts>, readonly string[]]>([
  ["healthy", {}, ["ok folder: /shop/.coconut is writable and private."]],
  ["not made yet", { exists: false }, ["ok folder: /shop/.coconut will be created by the first apply."]],
  [
    "read-only",
    { isWritable: false },
    ["problem folder: You have no permission to write to /shop/.coconut."],
  ],
  [
    "not to be made",
    { exists: false, isWritable: false },
    ["problem folder: /shop/.coconut does not exist, and you have no permission to create it."],
  ],
  [
    "open to others",
    { open: [{ path: "/shop/.coconut/dev.db", isFolder: false }] },
    [
      "warning permissions: Other users on this machine can read /shop/.coconut/dev.db. Secrets in it are encrypted; names and plain values are not.",
    ],
  ],
])("a folder that is %s", (_, facts, lines) => {
  expect(seen(facts)).toEqual([...lines, "ok stacks: dev, staging"]);
});

test("a path is quoted where a shell would take it apart", () => {
  const folder = { ...healthy, open: [{ path: "/my shop/.coconut", isFolder: true }] };
  const [found] = storeChecks({ folder, stacks: { ok: true, result: [] } });
  expect(found!.hint).toBe("Restrict the permissions:\n    chmod 700 '/my shop/.coconut'");
});

test("memory has no folder", () => {
  expect(storeChecks({ folder: undefined, stacks: { ok: true, result: [] } })).toEqual([
    { group: "Store", name: "stacks", state: "ok", detail: "none yet" },
  ]);
});
