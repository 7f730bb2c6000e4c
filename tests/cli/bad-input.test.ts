import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.js";
import { commands } from "../../src/cli/commands/index.js";
import { isDiagnosticError } from "../../src/model/index.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const one = `${imports} new Box("a", { label: "a", size: 1 });`;

interface Case {
  readonly story: string;
  readonly main?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What happens before. */
  readonly given?: (shop: CocoProject) => Promise<unknown> | void;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly status: number;
  /** What the complaint names: its code, and what is to be found in it. */
  readonly says: readonly string[];
}

const applied = (shop: CocoProject) => shop.coco("apply", "-y");

const cases: readonly Case[] = [
  {
    story: "a stack that is not there",
    given: applied,
    command: ["output", "-s", "dve"],
    status: 64,
    says: ["store/no-stack", "dev"],
  },
  {
    story: "nothing is destroyed of a stack that is not there",
    given: applied,
    command: ["destroy", "-s", "dve", "--yes"],
    status: 64,
    says: ["store/no-stack", "dev"],
  },
  {
    story: "nothing is refreshed of it either",
    given: applied,
    command: ["refresh", "-s", "dve", "--yes"],
    status: 64,
    says: ["store/no-stack", "dev"],
  },
  {
    story: "a key that no setting can have",
    command: ["config", "set", "a b", "c"],
    status: 64,
    says: ["engine/config-key"],
  },
  {
    story: "a value that is not what it is said to be",
    command: ["config", "set", "size", "big", "--type", "number"],
    status: 64,
    says: ["engine/config-value"],
  },
  {
    story: "a secret that is missing is not to be typed into a command line",
    main: `import * as coconut from "@coconut/coconut"; new coconut.Config("shop").requireSecret("word");`,
    command: ["plan"],
    status: 64,
    says: ["coco config set shop:word --secret"],
  },
  {
    story: "a program that is gone, and what it made is not",
    given: async (shop) => {
      await applied(shop);
      rmSync(shop.files.path("main.ts"));
    },
    command: ["destroy", "--yes"],
    status: 64,
    says: ["cli/no-program", "create an empty main.ts", "coco destroy -C"],
  },
  {
    story: "a child that is protected leaves state: its URN is quoted for the shell",
    main: `${imports}
      class Shelf extends coconut.ComponentResource {
        constructor() { super("shop:index:Shelf", "s", {}); new Box("a", { label: "a" }, { parent: this, protect: true }); }
      }
      new Shelf();`,
    given: applied,
    command: ["state", "rm", "a", "--yes"],
    status: 1,
    says: ["engine/protected", "coco state unprotect 'urn:"],
  },
  {
    story: "a stack that cannot be called so",
    command: ["plan", "-s", "../up"],
    status: 64,
    says: ["cli/usage", "it is used in file names"],
  },
  {
    story: "a stack whose name would move the cursor",
    command: ["plan", "-s", "a\u001b[2Jb"],
    status: 64,
    says: ["model/malformed-environment"],
  },
  {
    story: "a setting of the project of the wrong type",
    files: { "coconut.json": '{\n  "name": "shop",\n  "stack": 3\n}' },
    command: ["plan"],
    status: 64,
    says: ["cli/malformed-file", '"stack" must be text', "coconut.json:3"],
  },
  {
    story: "several at once, and one that is not there",
    files: { "coconut.json": '{ "main": [], "packages": "no", "stak": "dev" }' },
    command: ["plan"],
    status: 64,
    says: ['"main" must be text', '"packages" must be an object', 'did you mean "stack"?'],
  },
  {
    story: "a project file that is empty",
    files: { "coconut.json": "" },
    command: ["plan"],
    status: 64,
    says: ["cli/malformed-file"],
  },
  {
    story: "a store in a place that is none",
    files: { "coconut.json": '{ "store": "ftp://elsewhere" }' },
    command: ["plan"],
    status: 64,
    says: ["store/unknown-location"],
  },
  {
    story: "a store that is something else",
    given: ({ files }) => {
      mkdirSync(files.path(".coconut"));
      writeFileSync(files.path(".coconut/dev.db"), "not a database ".repeat(1000));
    },
    command: ["plan"],
    status: 5,
    says: ["store/not-a-stack"],
  },
  {
    story: "a store that is a folder",
    given: ({ files }) => void mkdirSync(files.path(".coconut/dev.db"), { recursive: true }),
    command: ["apply", "-y"],
    status: 5,
    says: ["store/"],
  },
  {
    story: "a folder for the store that is a file",
    given: ({ files }) => files.write({ ".coconut": "" }),
    command: ["apply", "-y"],
    status: 5,
    says: ["store/unreadable", "not a directory"],
  },
  {
    story: "a key that is missing",
    given: applied,
    environment: { COCONUT_KEY_FILE: "gone.key" },
    command: ["plan"],
    status: 5,
    says: ["store/key-missing", "gone.key"],
  },
  {
    story: "a key that is another's",
    given: async (shop) => {
      await shop.coco("apply", "-y");
      await shop.cocoWith(
        { environment: { COCONUT_KEY_FILE: "../other.key" } },
        "apply",
        "-y",
        "-s",
        "other",
      );
    },
    environment: { COCONUT_KEY_FILE: "../other.key" },
    command: ["plan"],
    status: 5,
    says: ["store/key-wrong"],
  },
  {
    story: "a setting of the stack of the wrong type",
    main: `import * as coconut from "@coconut/coconut"; export const n = new coconut.Config().requireNumber("size");`,
    files: { "coconut.dev.json": '{ "size": "big" }' },
    command: ["plan"],
    status: 64,
    says: ["sdk/config-wrong-type", "main.ts:1"],
  },
  {
    story: "a setting that is not there",
    main: `import * as coconut from "@coconut/coconut"; new coconut.Config().require("title");`,
    command: ["plan"],
    status: 64,
    says: ["sdk/config-missing", "coco config set"],
  },
  {
    story: "settings that are no object",
    files: { "coconut.dev.json": "[]" },
    command: ["config", "ls"],
    status: 64,
    says: ["engine/config-malformed"],
  },
  {
    story: "a type whose package nobody has",
    main: `import * as coconut from "@coconut/coconut";
      class Lake extends coconut.CustomResource { constructor(name: string) { super("acme:index:Lake", name, {}); } }
      new Lake("l");`,
    command: ["plan"],
    status: 1,
    says: ["provider/package-not-found", "acme"],
  },
  {
    story: "a package that has no provider",
    main: `import * as coconut from "@coconut/coconut";
      class Lake extends coconut.CustomResource { constructor(name: string) { super("acme:index:Lake", name, {}); } }
      new Lake("l");`,
    files: {
      "coconut.json": '{ "packages": { "acme": "./acme.ts" } }',
      "acme.ts": "export const nothing = 1;",
    },
    command: ["plan"],
    status: 1,
    says: ["provider/no-provider", "./acme.ts"],
  },
  {
    story: "a name that would move the cursor",
    main: `${imports} new Box("a\\u001b[2Jb", { label: "a" });`,
    command: ["plan"],
    status: 1,
    says: ["main.ts:"],
  },
  {
    story: "a program that does not compile",
    main: "export const x = ;",
    command: ["plan"],
    status: 1,
    says: ["main.ts:1"],
  },
  {
    story: "a program that throws",
    main: 'throw new Error("no\\u001b[2Jway");',
    command: ["plan"],
    status: 1,
    says: ["main.ts:1", "way"],
  },
  {
    story: "an argument of 100 KB",
    given: applied,
    command: ["plan", "-t", "x".repeat(100_000)],
    status: 1,
    says: ["plan/no-such-resource"],
  },
  {
    story: "a plan file that is none",
    files: { "some.plan": "x" },
    command: ["apply", "some.plan"],
    status: 8,
    says: ["engine/plan-file"],
  },
  {
    story: "a plan file that is not there",
    command: ["apply", "no.plan"],
    status: 64,
    says: ["no.plan cannot be read: ENOENT: no such file or directory.\n"],
  },
];

describe.concurrent("bad input is told, and nothing is done", { timeout: 120_000 }, () => {
  test.each(cases)(
    "$story",
    async ({ main = one, files = {}, given, environment, command, status, says }) => {
      const shop = projects.project(main, files);
      await given?.(shop);
      const shelf = shop.shelf();
      const refused = await shop.cocoWith({ environment: environment ?? {} }, ...command);
      for (const text of says) expect(refused.errors).toContain(text);
      expect(refused.status).toBe(status);
      // oxlint-disable-next-line no-control-regex
      expect(refused.errors + refused.output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
      expect(refused.errors.length).toBeLessThan(20_000);
      expect(refused.errors).not.toMatch(/^ {4}at .*node_modules/m);
      expect(shop.shelf()).toEqual(shelf);

      const asJson = await shop.cocoWith({ environment: environment ?? {} }, ...command, "--json");
      const document = JSON.parse(asJson.output) as { exitCode: number; diagnostics: { code: string }[] };
      expect(asJson.status).toBe(status);
      expect(document.exitCode).toBe(status);
      expect(document.diagnostics.length).toBeGreaterThan(0);
    },
  );
});

test("an argument of 200 KB is neither repeated nor compared for ever", () => {
  const long = "y".repeat(200_000);
  for (const given of [[long], ["plan", `--${long}`], ["state", long], ["help", long], ["plan", long]]) {
    let found = "";
    try {
      const { command, words } = parseArguments(given, commands);
      expect(command.name).toBe("help");
      expect(words).toEqual([long]);
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      found = error.diagnostics[0]!.detail;
    }
    expect(found.length).toBeLessThan(400);
  }
});

test("a folder that is not there", async () => {
  const here = projects.project(one).files;
  const refused = await here.node(projects.command, "plan", "-C", "/nowhere/at/all");
  expect(refused.status).toBe(64);
  expect(refused.errors).toContain("The folder /nowhere/at/all does not exist.");
});

test("what a refusal leaves behind is nothing", async () => {
  const shop = projects.project(one, { "coconut.json": '{ "stack": 3 }' });
  await shop.coco("apply", "-y");
  expect(readdirSync(shop.files.folder).sort()).toEqual(
    ["coconut.json", "main.ts", "node_modules", "package.json", "shelf.ts"].sort(),
  );
});
