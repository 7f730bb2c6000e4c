import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { BuiltPackage, Project, type Finished } from "../support/built-package.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

/** Has the class of the type. */
const importing = `
  import { File } from "@coconut/coconut/local";
  new File("greeting", { path: "greeting.txt", content: "Hello" });`;
/** Says only which type it is. */
const naming = `
  import { CustomResource } from "@coconut/coconut";
  class File extends CustomResource {
    constructor(name, args) { super("local:index:File", name, args); }
  }
  new File("greeting", { path: "greeting.txt", content: "Hello" });`;
const nothing = "export {};";

const manifest = (dependencies: object) => JSON.stringify({ name: "shop", type: "module", dependencies });

/** A folder inside the package itself, as the examples are. */
function example(files: Readonly<Record<string, string>>): Project {
  const project = new Project(built, join(built.package, "examples", `example-${++examples}`));
  project.write(files);
  return project;
}
let examples = 0;

const places: [place: string, make: (main: string) => Project][] = [
  [
    "lists the package",
    (main) => built.project({ "main.ts": main, "package.json": manifest({ "@coconut/coconut": "*" }) }),
  ],
  ["does not list it", (main) => built.project({ "main.ts": main, "package.json": manifest({}) })],
  [
    "has no package.json",
    (main) => {
      const project = built.project({ "main.ts": main });
      rmSync(project.path("package.json"));
      return project;
    },
  ],
  ["is a folder of the package", (main) => example({ "main.ts": main })],
];

function coco(project: Project, ...parameters: readonly string[]): Promise<Finished> {
  return project.node(join(built.package, "dist/cli/main.js"), ...parameters, "-C", project.folder);
}

describe.each(places)("in a project that %s, a bundled package", (_, make) => {
  test.each([
    ["imports its class", importing],
    ["only names its type", naming],
  ])("is found where the program %s, and when the program is gone", async (_, main) => {
    const project = make(main);
    expect(await coco(project, "apply", "--yes")).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(project.path("greeting.txt"))).toBe(true);
    project.write({ "main.ts": nothing });
    expect(await coco(project, "destroy", "--yes")).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(project.path("greeting.txt"))).toBe(false);
  });
});

test("what was made with a bundled package is destroyed by the copy that runs, if no other is installed", async () => {
  const project = built.project({ "main.ts": naming });
  expect(await coco(project, "apply", "--yes")).toMatchObject({ status: 0, errors: "" });
  rmSync(project.path("node_modules"), { recursive: true });
  project.write({ "main.ts": nothing });
  expect(await coco(project, "destroy", "--yes")).toMatchObject({ status: 0, errors: "" });
  expect(existsSync(project.path("greeting.txt"))).toBe(false);
});
