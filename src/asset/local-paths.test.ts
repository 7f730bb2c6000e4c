import { describe, expect, test } from "vitest";
import { archiveOf, assetOf, type Archive, type Asset } from "../model/index.js";
import { localPaths } from "./local-paths.js";

describe("the files of this machine that an asset is made from", () => {
  const logo = assetOf({ path: "logo.png" });
  const table: readonly (readonly [string, Asset | Archive, readonly string[]])[] = [
    ["a path begins at the folder", logo, ["/shop/logo.png"]],
    ["or is absolute", assetOf({ path: "/art/logo.png" }), ["/art/logo.png"]],
    ["a URL of a file is a path", assetOf({ uri: "file:///art/logo.png" }), ["/art/logo.png"]],
    ["what is elsewhere is none", assetOf({ uri: "https://example.com/logo.png" }), []],
    ["nor is a text", assetOf({ text: "logo.png" }), []],
    ["what makes no sense is refused by others", assetOf({ uri: "logo.png" }), []],
    ["a folder is one", archiveOf({ path: "pages" }), ["/shop/pages"]],
    [
      "members count, each once",
      archiveOf({
        assets: { a: logo, b: archiveOf({ assets: { c: logo, d: archiveOf({ path: "x.zip" }) } }) },
      }),
      ["/shop/x.zip", "/shop/logo.png"],
    ],
  ];
  test("what is in many archives is looked at once", () => {
    let archive = archiveOf({ assets: { logo } });
    for (let depth = 0; depth < 40; depth++) archive = archiveOf({ assets: { a: archive, b: archive } });
    expect(localPaths(archive, "/shop")).toEqual(["/shop/logo.png"]);
  });

  test.each(table)("%s", (_, blob, paths) => {
    expect([...localPaths(blob, "/shop")].sort()).toEqual([...paths].sort());
  });
});
