import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { declaredDiagnostics } from "./declared-diagnostics.js";
import { diagnosticsFaults, diagnosticsPages, type EndingDiagnostic } from "./diagnostics-pages.js";
import { environmentFaults } from "./environment-names.js";
import { Reference } from "./reference.js";
import { referenceTables, tableFaults, withTables } from "./reference-tables.js";

const reference = new Reference(fileURLToPath(new URL("../..", import.meta.url)));

describe("the reference says what the code does (npm run docs:reference)", () => {
  test("every diagnostic has its section, with prose, and no other has", async () => {
    const declared = await reference.diagnostics();
    expect(declared.length).toBeGreaterThan(200);
    expect(declared.filter(({ severities }) => severities.length === 0)).toEqual([]);
    const written = reference.diagnosticsPages();
    expect(diagnosticsFaults(declared, written)).toEqual([]);
    expect(written).toEqual(diagnosticsPages(declared, written));
  });

  test("every option, setting, event and exit code has its line", () => {
    expect(tableFaults(reference.tables(), reference.pages())).toEqual([]);
  });

  test("every environment variable has its line", () => {
    const page = reference.pages().get("docs/reference/project-files.md")!;
    expect(environmentFaults(reference.sources(), page)).toEqual([]);
  });

  test("every event that only --events prints has its line", () => {
    const face = reference.sources().get("src/cli/face/json-face.ts")!;
    const printed = [...face.matchAll(/event: "(\w+)"/g)].map(([, name]) => name!);
    const page = reference.pages().get("docs/reference/events.md")!;
    const documented = new Set([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!));
    expect(printed.length).toBeGreaterThan(3);
    expect(printed.filter((name) => !documented.has(name))).toEqual([]);
  });
});

describe("each of these can fail", () => {
  const code = (summaries: Record<string, string>, raised = "") =>
    declaredDiagnostics(
      new Map([
        ["src/a/diagnostics.ts", `const problem = diagnosticCatalogue(${JSON.stringify(summaries)});`],
        ["src/a/raise.ts", `${raised}; "a/x";`],
        ["src/a/raise.test.ts", `problem("a/two", { severity: "note" })`],
      ]),
    ).map((each): EndingDiagnostic => ({ ...each, exitCode: 1 }));

  test("diagnostics are read with their severities", () => {
    const raised = `problem("a/one", { detail: "x" }); problem("a/one", { ...about, severity: "warning" })`;
    expect(code({ "a/two": "Two", "a/one": "One" }, raised)).toEqual([
      { code: "a/one", summary: "One", severities: ["error", "warning"], exitCode: 1 },
      { code: "a/two", summary: "Two", severities: [], exitCode: 1 },
    ]);
  });

  test("a diagnostic without section, prose or its summary, and a section without diagnostic", () => {
    const summaries = { "a/one": "One", "a/two": "Two", "a/three": "Three", "b/four": "Four" };
    const declared = code(summaries, `problem("a/two", {})`);
    const page = `# a/…\n\nAbout a.\n\n## a/one\n\n*Uno* — \n\nProse.\n\n## a/two\n\n*Two* — error, exit code [1](../exit-codes.md)\n\n## a/gone\n\nProse.\n`;
    expect(diagnosticsFaults(declared, new Map([["a", page]]))).toEqual([
      "a.md has a section a/gone, and there is no such diagnostic",
      "a/one has another summary in the code",
      "a/three has no section",
      "a/two has no prose",
      "b/four has no section",
      "b.md does not say what it is about",
    ]);
  });

  test("writing the pages again keeps the prose, and leaves what is new empty", () => {
    const declared = code({ "a/one": "One", "a/new": "New" }, `problem("a/one", {})`);
    const page = `# a/…\n\nAbout a.\n\n## a/one\n\n*Uno* — error\n\nProse.\n\nMore.\n\n## a/gone\n\nProse.\n`;
    expect(diagnosticsPages(declared, new Map([["a", page]])).get("a")).toBe(
      "# a/…\n\nAbout a.\n\n## a/new\n\n*New* — \n\n" +
        "## a/one\n\n*One* — error, exit code [1](../exit-codes.md)\n\nProse.\n\nMore.\n",
    );
  });

  test("an option without comment, a table that is nowhere, and one that is out of date", () => {
    const path = "src/sdk/resource/resource-options.ts";
    const root = reference.sources();
    const tables = referenceTables((file) =>
      file === path
        ? "interface ResourceOptions {\n  /** Says it. */\n  readonly said?: boolean | string;\n  readonly bare?: string;\n}"
        : root.get(file)!,
    );
    const [options] = tables;
    expect(options!.text).toBe(
      "| option | takes | what it does |\n|---|---|---|\n" +
        "| `said` | `boolean \\| string` | Says it. |\n| `bare` | `string` |  |",
    );
    const faults = tableFaults(
      tables,
      new Map([["page.md", "<!-- table: ResourceOptions -->\nold\n<!-- end -->"]]),
    );
    expect(faults).toContain("ResourceOptions: bare has no comment");
    expect(faults).toContain("no page has the table ExitCodes");
    expect(faults).toContain("page.md is not what the code says: npm run docs:reference");
    expect(() => withTables("<!-- table: Other -->\n<!-- end -->", tables)).toThrow(
      "There is no table Other",
    );
  });

  test("an environment variable that is read and not documented, and one that nobody reads", () => {
    const tree = new Map([
      ["src/a.ts", `environment["A_ONE"]; process.env.A_TWO; process.env["A_THREE"]; "COCONUT_FOUR=1"`],
      ["src/a.test.ts", `process.env["A_FIVE"]`],
    ]);
    expect(environmentFaults(tree, "| `A_ONE`, `A_TWO` | … |\n| `GONE` | … |\n")).toEqual([
      "A_THREE is not documented",
      "COCONUT_FOUR is not documented",
      "GONE is read by nobody",
    ]);
  });
});
