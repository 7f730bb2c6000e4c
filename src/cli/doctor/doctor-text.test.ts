import { expect, test } from "vitest";
import { plainLook, type Look } from "../../render/index.js";
import { doctorText } from "./doctor-text.js";
import type { Finding } from "./finding.js";

const findings: readonly Finding[] = [
  { group: "Machine", name: "Node", state: "ok", detail: "20.20.2 on linux-x64" },
  { group: "Machine", name: "disk", state: "note", detail: "It is \u001b[31mred." },
  {
    group: "Stack dev",
    name: "integrity",
    state: "problem",
    detail: "/srv/shop/.coconut/dev.db does not hold a stack: it is empty.",
    hint: "Look at it first, and then restore it from a backup that is older:\n    cp /srv/shop/backup.db /srv/shop/.coconut/dev.db\nor start anew.",
  },
  { group: "Stack dev", name: "lock", state: "warning", detail: "It is held." },
];

test("what was seen stands in columns, what to do below it", () => {
  expect(doctorText(findings, plainLook, "/srv/shop")).toBe(`Machine
  ✓ Node       20.20.2 on linux-x64
  · disk       It is \\u001b[31mred.

Stack dev
  ✗ integrity  .coconut/dev.db does not hold a stack: it is empty.
               Look at it first, and then restore it from a backup that is older:
                 cp backup.db .coconut/dev.db
               or start anew.
  ! lock       It is held.

1 problem, 1 warning.
`);
});

test("a path that only has the way from here in it stays whole", () => {
  const detail = "/old/srv/shop/a is not /srv/shop/b, nor '/srv/shop/c'.";
  const found = [{ group: "A", name: "b", state: "ok", detail } as const];
  expect(doctorText(found, plainLook, "/srv/shop")).toContain("/old/srv/shop/a is not b, nor 'c'.");
});

test("where there is little room, it stands below; what is to be pasted stays whole", () => {
  expect(doctorText(findings.slice(2, 3), { ...plainLook, width: 40 })).toBe(`Stack dev
  ✗ integrity
    /srv/shop/.coconut/dev.db does not
    hold a stack: it is empty.
    Look at it first, and then restore
    it from a backup that is older:
      cp /srv/shop/backup.db /srv/shop/.coconut/dev.db
    or start anew.

1 problem.
`);
});

test.each<[readonly Finding["state"][], string]>([
  [["ok"], "No problems found."],
  [["ok", "note"], "No problems found."],
  [["warning"], "1 warning."],
  [["problem", "problem", "warning", "note"], "2 problems, 1 warning."],
])("%j: %s", (states, line) => {
  const found = states.map((state) => ({ group: "A", name: "b", state, detail: "c" }));
  expect(doctorText(found, plainLook).split("\n").at(-2)).toBe(line);
});

test("a command is told as it has to be typed, and colours say how it is", () => {
  const look: Look = {
    ...plainLook,
    paint: (style, text) => `<${style} ${text}>`,
    command: (line) => `${line} -C there`,
  };
  const found: Finding = {
    group: "A",
    name: "b",
    state: "warning",
    detail: "c",
    hint: "Do:\n    coco apply",
  };
  expect(doctorText([found], look)).toBe(
    "<strong A>\n  <warning !> b  c\n       <faint Do:>\n         <strong coco apply -C there>\n\n<warning 1 warning.>\n",
  );
});
