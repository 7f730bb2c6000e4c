import { expect, test } from "vitest";
import { projectChecks, type ProjectFacts } from "./project-checks.js";

const copy = { version: "1.0.0", folder: "/shop/node_modules/@coconut/coconut" };
const shop: ProjectFacts = {
  folder: "/shop",
  isFolder: true,
  hasSettings: false,
  hasState: false,
  project: {
    ok: true,
    result: { folder: "/shop", isAbove: false, name: "shop", main: "main.ts", usual: { file: "" } },
  },
  manifest: { ok: true, result: { type: "module" } },
  copies: { running: copy, imported: copy, further: [] },
};
const failed = (code: string) => ({ ok: false, faults: [{ code, detail: "No." }] }) as const;

test.each<[string, Partial<ProjectFacts>, readonly string[]]>([
  ["as it should be", {}, []],
  ["no folder", { isFolder: false }, ["problem folder"]],
  [
    "a project of another user above",
    { project: failed("cli/project-of-another-user") },
    ["problem program"],
  ],
  ["nothing of a project", { project: failed("cli/no-program") }, ["note program"]],
  ["a program that is gone", { project: failed("cli/no-program"), hasState: true }, ["problem program"]],
  [
    "settings that are none",
    { project: failed("cli/malformed-file"), hasSettings: true },
    ["problem coconut.json"],
  ],
  ["no manifest", { manifest: { ok: true, result: undefined } }, ["warning package.json"]],
  ["one that cannot be read", { manifest: failed("") }, ["problem package.json"]],
  ["files that are taken for CommonJS", { manifest: { ok: true, result: {} } }, ["note package.json"]],
  ["not installed", { copies: { running: copy, further: [] } }, ["problem @coconut/coconut"]],
  [
    "another copy of the same version",
    { copies: { running: { ...copy, folder: "/usr" }, imported: copy, further: [] } },
    [],
  ],
  [
    "another version",
    { copies: { running: { version: "1.1.0", folder: "/usr" }, imported: copy, further: [] } },
    ["warning @coconut/coconut"],
  ],
  ["further copies", { copies: { ...shop.copies, further: ["/shop/x"] } }, ["warning copies"]],
])("%s", (_, facts, found) => {
  const findings = projectChecks({ ...shop, ...facts }).filter(({ state }) => state !== "ok");
  expect(findings.map(({ state, name }) => `${state} ${name}`)).toEqual(found);
});

test.each([
  [{}, "npm install @coconut/coconut"],
  [{ devDependencies: { "@coconut/coconut": "1" } }, "npm install"],
])("what is missing is installed as the manifest says: %j", (manifest, command) => {
  const copies = { running: copy, further: [] };
  const found = projectChecks({ ...shop, copies, manifest: { ok: true, result: manifest } });
  expect(found.at(-1)!.hint!.split("\n    ")[1]).toBe(command);
});
