import fc from "fast-check";
import { expect, test } from "vitest";
import { formerStackFile, stackFile, stackOfFile } from "./stack-file.js";

test.each([
  ["dev", "dev.db"],
  ["staging:acmecorp", "staging%3aacmecorp.db"],
  ["Dev", "%44ev.db"],
  ["../x", "%2e%2e%2fx.db"],
  ["ü", "%c3%bc.db"],
  ["aux", "%61ux.db"],
  ["com1", "%63om1.db"],
  ["common", "common.db"],
])("%s is kept in %s", (name, file) => {
  expect(stackFile(name)).toBe(file);
  expect(stackOfFile(file)).toBe(name);
});

test.each(["dev.db-wal", "Dev.db", "%41%.db", "%64ev.db", ".db", "notes.txt"])(
  "%s is the file of no stack",
  (file) => {
    expect(stackOfFile(file)).toBeUndefined();
  },
);

test.each([
  ["aux", "aux.db"],
  ["dev", undefined],
])("what %s was kept in otherwise is %s", (name, file) => expect(formerStackFile(name)).toBe(file));

test("every name has one file, and no two names one, whatever the case of letters means", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }), (name) => {
      const file = stackFile(name);
      if (file === undefined) return;
      expect(stackOfFile(file)).toBe(name);
      expect(file).toBe(file.toLowerCase());
      expect(file).toMatch(/^[a-z0-9_%-]+\.db$/);
    }),
  );
});
