import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundledScript } from "../../support/bundled-script.js";

const script = bundledScript(fileURLToPath(new URL("write-many-times.ts", import.meta.url)));
const project = mkdtempSync(join(tmpdir(), "coconut-typings-"));
let remove = () => {};

beforeAll(async () => {
  remove = await script.build();
});
afterAll(() => {
  remove();
  rmSync(project, { recursive: true, force: true });
});

test("of processes that write the modules of a provider at once, one wins with all its files", async () => {
  const writers = ["one", "two", "three"].map(
    (text) =>
      new Promise<readonly [number | null, string]>((resolve, reject) => {
        const child = spawn(process.execPath, [script.path, project, text, "40"], {
          stdio: ["ignore", "ignore", "pipe"],
        });
        let errors = "";
        child.stderr.setEncoding("utf8").on("data", (more: string) => (errors += more));
        child.on("error", reject);
        child.on("close", (status) => resolve([status, errors]));
      }),
  );
  expect(await Promise.all(writers)).toEqual([
    [0, ""],
    [0, ""],
    [0, ""],
  ]);
  const folder = join(project, ".coconut/tf");
  const { identity } = JSON.parse(readFileSync(join(folder, "random/stamp.json"), "utf8")) as {
    readonly identity: string;
  };
  for (const file of ["index.js", "index.d.ts", "data/a.js", "data/b.js"])
    expect(readFileSync(join(folder, "random", file), "utf8")).toBe(identity);
  expect(readdirSync(folder).toSorted()).toEqual(["package.json", "random"]);
});
