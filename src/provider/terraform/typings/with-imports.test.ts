import { describe, expect, test } from "vitest";
import { withImports } from "./with-imports.js";

const entry = `"#tf/*": "./.coconut/tf/*.js"`;

describe("package.json with the imports of generated modules", () => {
  const changed: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "gets them at its end": [
      `{\n  "name": "shop",\n  "type": "module"\n}\n`,
      `{\n  "name": "shop",\n  "type": "module",\n  "imports": {\n    ${entry}\n  }\n}\n`,
    ],
    "keeps tabs, Windows line breaks, and the missing one at its end": [
      `{\r\n\t"name": "shop"\r\n}`,
      `{\r\n\t"name": "shop",\r\n\t"imports": {\r\n\t\t${entry}\r\n\t}\r\n}`,
    ],
    "keeps four spaces": [
      `{\n    "b": 1,\n    "a": {"x":1}\n}\n`,
      `{\n    "b": 1,\n    "a": {"x":1},\n    "imports": {\n        ${entry}\n    }\n}\n`,
    ],
    "stays on one line": [`{ "name": "shop" }\n`, `{ "name": "shop", "imports": { ${entry} } }\n`],
    "may be empty": [`{}`, `{\n  "imports": {\n    ${entry}\n  }\n}`],
    "keeps other imports": [
      `{\n  "imports": {\n    "#a": "./a.js"\n  },\n  "name": "shop"\n}\n`,
      `{\n  "imports": {\n    "#a": "./a.js",\n    ${entry}\n  },\n  "name": "shop"\n}\n`,
    ],
    "keeps other imports on one line": [
      `{\n  "imports": { "#a": "./a.js" }\n}\n`,
      `{\n  "imports": { "#a": "./a.js", ${entry} }\n}\n`,
    ],
    "may have no imports yet": [
      `{\n  "imports": {},\n  "name": "shop"\n}\n`,
      `{\n  "imports": {\n    ${entry}\n  },\n  "name": "shop"\n}\n`,
    ],
    "may begin with a byte order mark": [`\ufeff{ "a": 1 }`, `\ufeff{ "a": 1, "imports": { ${entry} } }`],
  };
  test.each(Object.entries(changed))("%s", (_, [before, after]) => {
    expect(withImports(before)).toEqual({ kind: "changed", text: after });
    expect(withImports(after)).toEqual({ kind: "unchanged" });
  });

  test.each([
    ["another target", `{ "imports": { "#tf/*": "./types/*.js" } }`, /to something else: ".\/types\/\*\.js"/],
    ["conditions", `{ "imports": { "#tf/*": { "node": "./x.js" } } }`, /to something else/],
    ["imports that are no object", `{ "imports": [] }`, /"imports" in package.json is not an object/],
    ["a text that is no JSON", `{ name: "shop" }`, /package.json is not a JSON object/],
    ["a list", `[]`, /package.json is not a JSON object/],
  ])("is left alone with %s", (_, text, reason) => {
    expect(withImports(text)).toEqual({
      kind: "refused",
      reason: expect.stringMatching(reason),
      hint: expect.stringContaining(`"imports": { ${entry} }`),
    });
  });
});
