import { expect, test } from "vitest";
import { isDiagnosticError } from "../diagnostic.js";
import { archiveOf, assetOf } from "../value/value.js";
import { archiveOfMap } from "./archive-map.js";

test("a plain string is a text asset; assets and archives stay what they are", () => {
  const file = assetOf({ path: "a.txt" });
  const folder = archiveOf({ path: "lib" });
  expect(archiveOfMap({ text: "hello", file, "lib/": folder, ".": folder })).toEqual(
    archiveOf({ assets: { text: assetOf({ text: "hello" }), file, "lib/": folder, ".": folder } }),
  );
});

test("names that objects have anyway are names like any other", () => {
  const archive = archiveOfMap(
    JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, string>,
  );
  const { assets } = archive.source as { assets: object };
  expect(Object.entries(assets)).toEqual([
    ["__proto__", assetOf({ text: "a" })],
    ["constructor", assetOf({ text: "b" })],
  ]);
});

test("all that is wrong is reported at once", () => {
  const map = {
    "../evil": "x",
    number: 1 as unknown as string,
    nothing: null as unknown as string,
    half: "\uDC00",
    good: "x",
    ".": "a file cannot be the root",
  };
  try {
    archiveOfMap(map);
    expect.unreachable();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    expect(error.diagnostics.map(({ code, detail }) => [code, detail])).toEqual([
      ["model/unsafe-entry-name", expect.stringContaining('"../evil"')],
      ["model/not-an-asset", 'The archive member "number" has the type number.'],
      ["model/not-an-asset", 'The archive member "nothing" has the type null.'],
      [
        "model/asset-text-not-unicode",
        expect.stringContaining('"half" contains half of a surrogate pair at index 0'),
      ],
      ["model/unsafe-entry-name", expect.stringContaining('"."')],
    ]);
  }
});
