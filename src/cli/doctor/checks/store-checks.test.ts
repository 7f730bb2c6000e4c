import { expect, test } from "vitest";
import { storeChecks, type FolderFacts } from "./store-checks.js";

const healthy: FolderFacts = { path: "/shop/.coconut", exists: true, isWritable: true, open: [] };

const seen = (facts: Partial<FolderFacts>) =>
  storeChecks({ folder: { ...healthy, ...facts }, stacks: { ok: true, result: ["dev", "staging"] } }).map(
    ({ name, state, detail }) => `${state} ${name}: ${detail}`,
  );

test.each<[string, Partial<FolderFacts>, readonly string[]]>([
  ["healthy", {}, ["ok folder: /shop/.coconut can be written, and is closed to others."]],
  ["not made yet", { exists: false }, ["ok folder: /shop/.coconut is made by the first apply."]],
  ["read-only", { isWritable: false }, ["problem folder: You may not write /shop/.coconut."]],
  [
    "not to be made",
    { exists: false, isWritable: false },
    ["problem folder: /shop/.coconut does not exist, and you may not make it."],
  ],
  [
    "open to others",
    { open: [{ path: "/shop/.coconut/dev.db", isFolder: false }] },
    [
      "warning rights: Others on this machine may read /shop/.coconut/dev.db. Secrets in it are sealed; names and settings are not.",
    ],
  ],
])("a folder that is %s", (_, facts, lines) => {
  expect(seen(facts)).toEqual([...lines, "ok stacks: dev, staging"]);
});

test("a path is quoted where a shell would take it apart", () => {
  const folder = { ...healthy, open: [{ path: "/my shop/.coconut", isFolder: true }] };
  const [found] = storeChecks({ folder, stacks: { ok: true, result: [] } });
  expect(found!.hint).toBe("Take their rights away:\n    chmod 700 '/my shop/.coconut'");
});

test("memory has no folder", () => {
  expect(storeChecks({ folder: undefined, stacks: { ok: true, result: [] } })).toEqual([
    { group: "Store", name: "stacks", state: "ok", detail: "There is none yet." },
  ]);
});
