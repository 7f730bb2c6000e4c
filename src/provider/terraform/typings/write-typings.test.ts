import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { areTypingsCurrent, removeTypings, writeTypings } from "./index.js";

const random = { name: "random", version: "3.6.0", identity: "h1:one" };
const small = (text: string) => [
  { path: "random/index.js", text },
  { path: "random/index.d.ts", text },
  { path: "random.js", text: "all\n" },
  { path: "random.d.ts", text: "all\n" },
];
const large = [
  { path: "random/provider.js", text: "provider\n" },
  { path: "random/data/id.js", text: "id\n" },
];

describe("the generated modules of a project", () => {
  let project = "";
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), "coconut-typings-"));
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  const files = () =>
    readdirSync(join(project, ".coconut"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.length + ".coconut/".length + 1))
      .toSorted();
  const read = (path: string) => readFileSync(join(project, ".coconut/tf", path), "utf8");

  test("are written with a stamp, and Git ignores them", () => {
    writeTypings(project, random, small("one\n"));
    expect(files()).toEqual([
      ".gitignore",
      "tf/package.json",
      "tf/random.d.ts",
      "tf/random.js",
      "tf/random/index.d.ts",
      "tf/random/index.js",
      "tf/random/stamp.json",
    ]);
    expect(readFileSync(join(project, ".coconut/.gitignore"), "utf8")).toBe("*\n");
    expect(JSON.parse(read("package.json"))).toEqual({ type: "module" });
    expect(JSON.parse(read("random/stamp.json"))).toMatchObject({ version: "3.6.0", identity: "h1:one" });
  });

  test("are current until the program or the generator changes", () => {
    const isCurrent = (identity: string) => areTypingsCurrent(project, "random", identity);
    expect(isCurrent("h1:one")).toBe(false);
    writeTypings(project, random, small("one\n"));
    expect([isCurrent("h1:one"), isCurrent("h1:two"), areTypingsCurrent(project, "time", "h1:one")]).toEqual([
      true,
      false,
      false,
    ]);
    const stamp = join(project, ".coconut/tf/random/stamp.json");
    for (const text of [read("random/stamp.json").replace(/"generator":\d+/, '"generator":0'), "", "null"]) {
      writeFileSync(stamp, text);
      expect(isCurrent("h1:one")).toBe(false);
    }
  });

  test("replace those of another version, also in the other layout", () => {
    writeTypings(project, random, small("one\n"));
    writeTypings(project, { ...random, identity: "h1:two" }, large);
    expect(files()).toEqual([
      ".gitignore",
      "tf/package.json",
      "tf/random/data/id.js",
      "tf/random/provider.js",
      "tf/random/stamp.json",
    ]);
    writeTypings(project, random, small("three\n"));
    expect([read("random/index.js"), read("random.js")]).toEqual(["three\n", "all\n"]);
  });

  test("leave those of other providers alone", () => {
    writeTypings(project, random, small("one\n"));
    writeTypings(project, { ...random, name: "random_2" }, [{ path: "random_2/index.js", text: "" }]);
    removeTypings(project, "random");
    removeTypings(project, "never");
    expect(files()).toEqual([
      ".gitignore",
      "tf/package.json",
      "tf/random_2/index.js",
      "tf/random_2/stamp.json",
    ]);
  });

  test("stay as they were if one cannot be generated", () => {
    writeTypings(project, random, small("one\n"));
    const before = files();
    function* failing() {
      yield* small("two\n");
      throw new Error("no schema");
    }
    expect(() => writeTypings(project, random, failing())).toThrow("no schema");
    expect(files()).toEqual(before);
    expect(read("random/index.js")).toBe("one\n");
  });

  test("remove what killed processes left, after an hour", () => {
    const left = join(project, ".coconut/tf/.random.0123456789ab.new");
    const recent = join(project, ".coconut/tf/.random.ba9876543210.new");
    for (const folder of [left, recent]) mkdirSync(folder, { recursive: true });
    utimesSync(left, new Date(0), new Date(0));
    writeTypings(project, random, small("one\n"));
    expect([existsSync(left), existsSync(recent)]).toEqual([false, true]);
  });

  test("are never outside of the folder of their provider", () => {
    for (const path of ["time/index.js", "random/../x.js", "x.js", "random//x.js", "/x.js", "random/.x"])
      expect(() => writeTypings(project, random, [{ path, text: "" }])).toThrow("This is a bug in Coconut.");
    expect(() => writeTypings(project, { ...random, name: "../x" }, [])).toThrow("This is a bug in Coconut.");
  });

  test("are reported if they cannot be written", () => {
    writeFileSync(join(project, ".coconut"), "");
    expect(() => writeTypings(project, random, small("one\n"))).toThrow(
      expect.objectContaining({
        diagnostics: [
          expect.objectContaining({
            code: "provider/terraform-typings",
            detail: expect.stringContaining(join(project, ".coconut", "tf")),
            hint: expect.stringContaining("coco provider install"),
          }),
        ],
      }),
    );
  });
});
