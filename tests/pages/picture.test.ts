import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectGolden } from "../support/golden.js";
import { ShippedPackage } from "../support/shipped-package.js";
import { openPage, readPage } from "./pages.js";

test("the picture in README is what coco graph draws of examples/web-site", async () => {
  const shipped = new ShippedPackage();
  const place = openPage("examples/web-site/README.md", shipped);
  try {
    const drawn = join(place.folder, "drawn.svg");
    execFileSync(process.execPath, [shipped.command, "graph", "-C", place.folder, "--out", drawn]);
    await expectGolden(
      readFileSync(drawn, "utf8"),
      new URL("../../docs/public/web-site.svg", import.meta.url),
    );
    expect(readPage("README.md")).toContain("(docs/public/web-site.svg)");
  } finally {
    place.remove();
    shipped.remove();
  }
});
