import { describe, expect, test } from "vitest";
import { mergeManifest, type ProjectManifest } from "./merge-manifest.js";

const template = {
  name: "shop",
  version: "0.0.0",
  private: true,
  type: "module",
  scripts: { test: "node --test", types: "tsc" },
  dependencies: { "@coconut/coconut": "^1.0.0" },
  devDependencies: { typescript: "7.0.2" },
};

describe("a package.json that is there gets what it lacks", () => {
  test.each<[what: string, existing: ProjectManifest, merged: ProjectManifest, kept: readonly string[]]>([
    ["nothing at all", {}, template, []],
    ["only a version", { version: "3.0.0" }, { ...without(template, "private"), version: "3.0.0" }, []],
    [
      "another name and version",
      { name: "other", version: "3.0.0" },
      { ...template, name: "other", version: "3.0.0", private: undefined },
      [],
    ],
    [
      "what npm install has written",
      { dependencies: { "@coconut/coconut": "^0.9.0" } },
      { ...template, dependencies: { "@coconut/coconut": "^0.9.0" } },
      [],
    ],
    [
      "it as a development dependency, which it stays",
      { ...template, dependencies: {}, devDependencies: { "@coconut/coconut": "*" } },
      { ...template, dependencies: {}, devDependencies: { "@coconut/coconut": "*", typescript: "7.0.2" } },
      [],
    ],
    [
      "another type and another test",
      { type: "commonjs", scripts: { test: "jest", lint: "x" } },
      {
        ...template,
        type: "commonjs",
        scripts: { test: "jest", lint: "x", types: "tsc" },
      },
      ["type", "scripts.test"],
    ],
    [
      "the test that npm init writes, which is none",
      { scripts: { test: 'echo "Error: no test specified" && exit 1' } },
      template,
      [],
    ],
    ["all of it", template, template, []],
    [
      "something else where a list should be",
      { ...template, scripts: 5 },
      { ...template, scripts: 5 },
      ["scripts"],
    ],
  ])("%s", (_, existing, merged, kept) => {
    const result = mergeManifest(existing, template);
    expect(result.manifest).toEqual(merged);
    expect(result.kept).toEqual(kept);
  });
});

test("a library that others bring along is a peer and a development dependency", () => {
  const library = { peerDependencies: { a: "1" }, devDependencies: { a: "1" } };
  expect(mergeManifest({}, library).manifest).toEqual(library);
  expect(mergeManifest({ devDependencies: { a: "2" } }, library).manifest).toEqual({
    devDependencies: { a: "2" },
    peerDependencies: { a: "1" },
  });
  const depending = { name: "shop", dependencies: { a: "2" } };
  expect(mergeManifest(depending, library).manifest).toEqual(depending);
  // Nobody but `npm install` has decided that it is one.
  const installed = { dependencies: { a: "2", b: "1" } };
  expect(mergeManifest(installed, library).manifest).toEqual({ ...library, dependencies: { b: "1" } });
  expect(mergeManifest({ dependencies: { a: "2" } }, library).manifest).toEqual(library);
});

test("what is there keeps its order, and strange keys are data", () => {
  const existing = JSON.parse(
    '{ "name": "x", "z": 1, "__proto__": { "a": 1 }, "scripts": { "z": "z" } }',
  ) as ProjectManifest;
  const merged = JSON.stringify(mergeManifest(existing, template).manifest);
  expect(merged).toMatch(
    /^\{"name":"x","z":1,"__proto__":\{"a":1\},"scripts":\{"z":"z","test":"node --test"/,
  );
});

test("what npm install has written begins with which package it is", () => {
  const { manifest } = mergeManifest({ dependencies: { a: "1" } }, template);
  expect(Object.keys(manifest)).toEqual([
    "name",
    "version",
    "private",
    "dependencies",
    "type",
    "scripts",
    "devDependencies",
  ]);
});

function without(manifest: ProjectManifest, ...fields: readonly string[]): ProjectManifest {
  return Object.fromEntries(Object.entries(manifest).filter(([field]) => !fields.includes(field)));
}
