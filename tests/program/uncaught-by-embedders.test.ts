import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ShippedPackage } from "../support/shipped-package.js";

const shipped = new ShippedPackage();
const work = realpathSync(mkdtempSync(join(tmpdir(), "coconut-embedder-")));
const folder = join(work, "project");
mkdirSync(join(folder, "node_modules/@coconut"), { recursive: true });
symlinkSync(shipped.folder, join(folder, "node_modules/@coconut/coconut"));
afterAll(() => {
  shipped.remove();
  rmSync(work, { recursive: true, force: true });
});

/** What Node prints of a script that embeds the package, and lets an error end it. */
function printed(script: string): string {
  const file = join(folder, "main.mjs");
  writeFileSync(file, `import * as coconut from "@coconut/coconut";\n${script}`);
  const env = { ...process.env, COCONUT_KEY_FILE: join(work, "key"), NO_COLOR: "1" };
  const { status, stderr } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8", env });
  expect({ status, stderr }).toMatchObject({ status: 1 });
  return stderr;
}

const open = (program: string) =>
  `const stack = await coconut.stack({ project: "p", name: "dev", program: ${program} });\n`;

describe("an error that an embedder lets end the process", () => {
  const failing = `() => {\n  throw new Error("no", { cause: new TypeError("deep") });\n}`;

  test.each<[string, string]>([
    ["a rejection that is awaited", `${open(failing)}await stack.plan();`],
    ["a rejection that nobody awaits", `${open(failing)}stack.apply();`],
    [
      "a stack that is not there",
      `coconut.stack({ project: "p", name: "x", mustExist: true, program: () => {} });`,
    ],
    ["what the SDK throws where it is used", `new coconut.ComponentResource("a:b:C", "c");`],
    ["what it throws in a timer", "setTimeout(() => `${coconut.output(1)}`, 1);"],
    ["what it throws in a class", `class C extends coconut.ComponentResource {}\nnew C("not a type", "c");`],
  ])("has no line of ours that cannot be read: %s", (_, script) => {
    const text = printed(script);
    expect(text).toContain("DiagnosticError: error ");
    // The place, the line itself, and a caret.
    const [, line = ""] = text.split("\n");
    expect(line.slice(120)).toBe("");
    expect(text).not.toContain("diagnostics: [");
  });

  test("shows the program's source, what the program threw, and why", () => {
    const text = printed(`${open(failing)}await stack.plan();`);
    expect(text).toContain(
      `  The program threw: Error: no\n  at ${folder}/main.mjs:3:9\n` +
        `      1 | import * as coconut from "@coconut/coconut";\n` +
        `      2 | const stack = await coconut.stack({ project: "p", name: "dev", program: () => {\n` +
        `    > 3 |   throw new Error("no", { cause: new TypeError("deep") });\n` +
        `        |         ^\n`,
    );
    expect(text).toContain("  Caused by TypeError: deep\n");
    expect(text).toContain("[cause]: Error: no\n");
    expect(text).toContain("[cause]: TypeError: deep\n");
  });

  test("and of a callback", () => {
    const text = printed(`${open(`() => ({ a: coconut.output(1).apply(${failing}) })`)}await stack.plan();`);
    expect(text).toContain("error program/callback-failed: ");
    expect(text).toContain(
      `    > 3 |   throw new Error("no", { cause: new TypeError("deep") });\n        |         ^\n`,
    );
    expect(text).toContain("  Caused by TypeError: deep\n");
  });
});
