import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ShippedPackage, type PackageServer } from "../support/shipped-package.js";
import { blockPurpose } from "./block-purpose.js";
import { markdownBlocks } from "./markdown-blocks.js";
import { PageFolder } from "./page-folder.js";
import { expectFollowed, installedPages, readPage, root } from "./pages.js";

describe("in an empty folder, with nothing but Node and npm", () => {
  let shipped: ShippedPackage;
  let server: PackageServer;
  beforeAll(async () => {
    shipped = new ShippedPackage({ types: true });
    server = await shipped.serve();
  });
  afterAll(async () => {
    await server.stop();
    shipped.remove();
  });

  test.each(installedPages)("%s is followed line by line", { timeout: 300_000 }, async (path) => {
    // Wide enough for what they print about the longest name that chance may give.
    const wide = { COLUMNS: "100", npm_config_prefer_offline: "true" };
    const place = new PageFolder("shop", { ...server.environment, ...wide });
    try {
      await expectFollowed(path, place);
    } finally {
      place.remove();
    }
  });
});

test("what README says about a clone is what .ci/run does", () => {
  const script = readFileSync(join(root, ".ci/run"), "utf8");
  const commands = markdownBlocks(readPage("README.md"))
    .filter((block) => blockPurpose(block).kind === "in-a-clone")
    .flatMap(({ text }) => text.trim().split(/\n|&&/))
    .map((command) => command.trim());
  expect(commands).toEqual(expect.arrayContaining(["npm ci", "npm test"]));
  for (const command of commands) expect(script).toContain(command);
});
