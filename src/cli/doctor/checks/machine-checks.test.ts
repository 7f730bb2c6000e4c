import { expect, test } from "vitest";
import { machineChecks, terminalChecks, type MachineFacts } from "./machine-checks.js";

const mebibyte = 1024 * 1024;
const healthy: MachineFacts = {
  coco: { version: "1.2.0", file: "/opt/coco/main.js" },
  node: "20.20.0",
  oldestNode: "20.19",
  platform: "linux-x64",
  inspection: {
    sqlite: { ok: true, result: { driver: "libsql", version: "3.45.1" } },
    compiler: { ok: true, result: "0.28.0" },
  },
  disk: { folder: "/shop/.coconut", freeBytes: 5000 * mebibyte },
};

const seen = (facts: Partial<MachineFacts>) =>
  machineChecks({ ...healthy, ...facts }).map(({ name, state, detail }) => `${state} ${name}: ${detail}`);

test("a machine that has everything", () => {
  expect(seen({})).toEqual([
    "ok coco: 1.2.0, /opt/coco/main.js",
    "ok Node: 20.20.0 on linux-x64",
    "ok SQLite: 3.45.1, from libsql",
    "ok compiler: esbuild 0.28.0",
    "ok disk: 4 GiB free",
  ]);
  expect(seen({ disk: undefined })).toHaveLength(4);
});

test.each<[Partial<MachineFacts>, RegExp]>([
  [{ node: "18.20.0" }, /^problem Node: Node 18\.20\.0 is too old\. Coconut needs 20\.19 or newer\.$/],
  [
    {
      inspection: {
        ...healthy.inspection,
        sqlite: { ok: false, faults: [{ code: "store/no-driver", detail: "None loads." }] },
      },
    },
    /^problem SQLite: None loads\.$/,
  ],
  [
    {
      inspection: { ...healthy.inspection, compiler: { ok: false, faults: [{ detail: "It ends with 3." }] } },
    },
    /^problem compiler: It ends with 3\.$/,
  ],
  [
    { disk: { folder: "/d", freeBytes: 199 * mebibyte } },
    /^warning disk: Only 199 MiB free on the disk of \/d\./,
  ],
  [
    { disk: { folder: "/d", freeBytes: 15 * mebibyte } },
    /^problem disk: Only 15 MiB free on the disk of \/d\./,
  ],
])("one that has not: %j", (facts, pattern) => {
  const wrong = seen(facts).filter((line) => !line.startsWith("ok "));
  expect(wrong).toEqual([expect.stringMatching(pattern)]);
});

test("what does not work says what to do", () => {
  const compiler = { ok: false, faults: [{ detail: "It ends with 3." }] } as const;
  const found = machineChecks({ ...healthy, inspection: { ...healthy.inspection, compiler } });
  expect(found.find(({ name }) => name === "compiler")!.hint).toContain(
    "\n    npm install --include=optional",
  );
});

test.each([
  [
    { isInteractive: true, columns: 80, hasColour: true, isCi: false, annotates: false },
    ["Interactive: coco can ask questions.", "80 columns", "enabled"],
  ],
  [
    { isInteractive: false, columns: Infinity, hasColour: false, isCi: true, annotates: false },
    ["Not interactive: CI is set.", "unlimited", "disabled"],
  ],
])("%j", (terminal, told) => {
  expect(terminalChecks(terminal).map(({ detail }) => detail)).toEqual(told);
});
