import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const source = (file: string) =>
  readFileSync(fileURLToPath(new URL(`./files/${file}`, import.meta.url)), "utf8");

test("a program with a provider of its own lives a whole life with real files", async () => {
  const main = source("main.ts");
  const site = built.project({ "main.ts": main, "disk.ts": source("disk.ts") });
  const read = (file: string) => readFileSync(site.path(`site/${file}`), "utf8");

  const made = await site.command({ command: "apply" });
  expect(made).toMatchObject({ status: 0, diagnostics: [], unplanned: [] });
  expect(readdirSync(site.path("site")).sort()).toEqual([
    "about.html",
    "about.sha256",
    "index.html",
    "index.sha256",
  ]);
  expect(read("index.html")).toContain("has 32 bytes of print");
  const { bytes, pages } = made.outputs as { bytes: number; pages: string[] };
  expect(pages).toEqual(["site/index.html", "site/about.html"]);
  expect(bytes).toBe(read("index.html").length + read("about.html").length);

  const again = await site.command({ command: "apply" });
  expect(again).toMatchObject({ status: 0, steps: [], outputs: made.outputs });

  site.write({ "main.ts": main.replace("Made of files.", "Made of files and care.") });
  const edited = await site.command({ command: "apply" });
  expect(edited).toMatchObject({ status: 0, diagnostics: [] });
  // The index is planned to change, and then what it says about the other page turns out the same.
  expect(edited.steps!.filter(([action]) => action === "update")).toEqual([
    ["update", "about-html", "done"],
    ["update", "about-print", "done"],
    ["update", "index-html", "skipped"],
    ["update", "index-print", "skipped"],
  ]);
  expect(read("about.html")).toContain("files and care");

  writeFileSync(site.path("site/about.html"), "defaced");
  expect(await site.command({ command: "plan" })).toMatchObject({
    changes: expect.arrayContaining([["about-html", "update"]]) as unknown,
  });
  expect((await site.command({ command: "apply" })).status).toBe(0);
  expect(read("about.html")).toContain("files and care");
  expect((await site.command({ command: "apply" })).steps).toEqual([]);

  expect(await site.command({ command: "destroy" })).toMatchObject({ status: 0, state: [] });
  expect(existsSync(site.path("site/about.html"))).toBe(false);
});
