import { expect, test } from "vitest";
import { onePerModule, packageChecks, type CheckedPackage } from "./package-checks.js";

const recorded = { name: "disk", version: "1.2.0", module: "@acme/disk/parts", types: { "disk:fs:File": 2 } };
const loaded = (version: string, schemaVersion: number): CheckedPackage["found"] => ({
  ok: true,
  result: { version, types: { "disk:fs:File": { schemaVersion, isFindable: true } } },
});

function seen(found: CheckedPackage["found"], module = recorded.module): readonly string[] {
  const inState = [{ recorded: { ...recorded, module }, found }];
  return packageChecks({
    project: { known: new Map(), plugins: new Map(), faults: [], kinds: ["module", "disc"] },
    inState,
  }).map(({ name, state, detail, hint = "" }) => `${state} ${name}: ${detail} ${hint}`.trim());
}

test.each<[string, CheckedPackage["found"], string | undefined, RegExp]>([
  ["as state has it", loaded("1.2.0", 2), undefined, /^ok disk: 1\.2\.0 from @acme\/disk\/parts$/],
  ["newer", loaded("1.3.0", 3), undefined, /^ok disk: 1\.3\.0/],
  [
    "older",
    loaded("1.1.9", 2),
    undefined,
    /^warning disk: State was written by version 1\.2\.0, and .*\n {4}npm install @acme\/disk@latest$/s,
  ],
  [
    "too old",
    loaded("1.1.0", 1),
    undefined,
    /^problem disk: State has disk:fs:File in the format of version 1\.2\.0/,
  ],
  ["of the program", "in-program", "./main.ts", /^ok disk: 1\.2\.0, defined by the program$/],
  ["older, of the project", loaded("1.0.0", 2), "./disk.ts", /Restore the newer module/],
  [
    "missing",
    { ok: false, faults: [{ code: "provider/package-not-installed", detail: "No." }] },
    undefined,
    /^problem disk: No\.$/,
  ],
  [
    "not to be loaded alone",
    { ok: false, faults: [{ code: "provider/load-failed", detail: "No." }] },
    "./disk.ts",
    /^warning disk: No\.$/,
  ],
  [
    "not to be loaded",
    { ok: false, faults: [{ code: "provider/load-failed", detail: "No." }] },
    undefined,
    /^problem disk: No\.$/,
  ],
])("a package that is %s", (_, found, module, line) => {
  expect(seen(found, module)).toEqual([expect.stringMatching(line)]);
});

test("where state names none, what the project knows is told", () => {
  const project = {
    known: new Map([["local", "@coconut/coconut"]]),
    plugins: new Map(),
    faults: [],
    kinds: ["module"],
  };
  expect(packageChecks({ project, inState: [] })).toEqual([
    {
      group: "Packages",
      name: "found",
      state: "ok",
      detail: "No readable stack uses a package. Packages of the project: local.",
    },
  ]);
});

const disk = (version: string, types: Record<string, number>, module = "@acme/disk") => ({
  name: "disk",
  module,
  version,
  types,
});

test("of several versions that wrote state the newest counts, and of each type the newest schema", () => {
  const recorded = [
    disk("1.2.0", { "disk:fs:File": 2 }),
    disk("1.10.0", { "disk:fs:File": 1, "disk:fs:Folder": 1 }),
    disk("1.9.0", { "disk:fs:Folder": 3 }),
  ];
  expect(onePerModule(recorded)).toEqual([disk("1.10.0", { "disk:fs:File": 2, "disk:fs:Folder": 3 })]);
});

test("a package from two modules is two, and packages stand by name", () => {
  const shelf = { name: "shelf", module: "./shelf.ts", version: "0.0.0", types: {} };
  const recorded = [shelf, disk("1.0.0", {}), disk("2.0.0", {}, "./disk.ts")];
  expect(onePerModule(recorded)).toEqual([disk("1.0.0", {}), disk("2.0.0", {}, "./disk.ts"), shelf]);
});

test.each([
  ["disc", /^ok disk: reg\.test\/disk 1\.2\.0, a plugin of kind disc; doctor does not start plugins$/],
  [
    "tape",
    /^problem disk: State refers to .* kind tape\. .* packages: module, disc\. Use the version of Coconut/,
  ],
])("a plugin of the kind %s", (kind, expected) => {
  const plugin = { kind, source: "reg.test/disk", version: "1.2.0" };
  const inState = [{ recorded: { ...recorded, plugin }, found: "plugin" as const }];
  const project = { known: new Map(), plugins: new Map(), faults: [], kinds: ["module", "disc"] };
  const [found] = packageChecks({ project, inState });
  expect(`${found!.state} ${found!.name}: ${found!.detail} ${found!.hint ?? ""}`.trim()).toMatch(expected);
});
