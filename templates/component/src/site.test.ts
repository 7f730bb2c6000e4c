import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { testStack } from "@coconut/coconut/testing";
import { Site } from "./index.js";

// Paths are relative to the current folder. coco changes to the project folder first; so does this test.
const folder = mkdtempSync(join(tmpdir(), "site-"));
process.chdir(folder);
after(() => {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true });
});

test("a site creates its pages, keeps them unchanged, and deletes them", async () => {
  let pages: Record<string, string> = { about: "Made of files." };
  const stack = await testStack(() => ({
    index: new Site("docs", { folder: "docs", title: "Docs", pages }).index,
  }));
  const text = (page: string) => readFileSync(join("docs", page), "utf8");

  const run = await stack.apply();
  assert.deepEqual(run.outputs, { index: "docs/index.html" });
  assert.match(text("about.html"), /<p>Made of files\.<\/p>/);
  assert.match(text("index.html"), /<a href="about\.html">about<\/a>/);

  const again = await stack.plan();
  assert.ok(again.changes.every(({ action }) => action === "same"));

  pages = { news: "There are two kinds of files." };
  assert.ok((await stack.apply()).ok);
  assert.ok(existsSync("docs/news.html"));
  assert.equal(existsSync("docs/about.html"), false);

  assert.ok((await stack.destroy()).ok);
  assert.equal(existsSync("docs/index.html"), false);
});
