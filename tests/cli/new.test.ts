import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { PseudoTerminal } from "../support/pseudo-terminal.js";
import { TemplateProjects, type TemplateProject } from "./template-projects.js";

const projects = new TemplateProjects();
afterAll(() => projects.remove());

const repository = new URL("../../", import.meta.url);
const templates = ["hello", "web", "component", "provider", "test"];

/** Where the template has a program, from the folder of the project. */
const programs: Readonly<Record<string, readonly string[]>> = {
  component: ["-C", "example"],
  provider: ["-C", "example"],
};

test("every template is one that is tested", () => {
  expect(readdirSync(new URL("templates", repository)).sort()).toEqual([...templates].sort());
});

describe.each(templates)("a project made from %s", { timeout: 180_000 }, (template) => {
  let project: TemplateProject;

  test("is written", async () => {
    project = projects.folder("My Shop");
    const made = await project.coco("new", template);
    expect(made).toMatchObject({ status: 0, errors: "" });
    expect(made.output).toContain("Next steps:\n    npm install\n");
    project.install();
    const usual = [".gitignore", "README.md", "package.json", "tsconfig.json"];
    expect(usual.filter((path) => !existsSync(project.path(path)))).toEqual([]);
    expect(project.text("README.md")).toMatch(/^# my-shop\n/);
    expect(JSON.stringify(project.json("package.json"))).not.toContain("my-project");
    expect(project.json("package.json")).toMatchObject({ name: "my-shop", private: true, type: "module" });
  });

  test("type-checks, and passes its own tests", async () => {
    expect(await project.script("types")).toMatchObject({ status: 0, output: "" });
    const tests = await project.script("test");
    expect(tests.output).toContain("# fail 0");
    expect(tests.output).not.toContain("# pass 0");
    expect(tests.status).toBe(0);
  });

  test("is applied, then has nothing to do, then is destroyed", async () => {
    const where = programs[template] ?? [];
    const applied = await project.coco("apply", "--yes", ...where);
    expect(applied).toMatchObject({ status: 0, errors: "" });
    try {
      const plan = await project.coco("plan", "--detailed-exitcode", ...where);
      expect(plan).toMatchObject({ status: 0, errors: "" });
      await visible[template]!(project);
    } finally {
      const destroyed = await project.coco("destroy", "--yes", ...where);
      expect(destroyed).toMatchObject({ status: 0, errors: "" });
    }
    expect((await project.coco("state", "ls", "--json", ...where)).output).toContain(`"resources": []`);
  });
});

/** What can be seen of each while it is there. */
const visible: Readonly<Record<string, (project: TemplateProject) => Promise<unknown>>> = {
  hello: async (project) => expect(project.text("greeting.txt")).toMatch(/^Hello, \w+-\w+\.\n$/),
  web: async (project) => {
    const url = (await project.coco("output", "url")).output.trim();
    const [page, style] = await Promise.all([fetch(url), fetch(`${url}/style.css`)]);
    expect(await page.text()).toContain("<h1>It works</h1>");
    expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
    // The page changes, and the server need not.
    await project.coco("config", "set", "title", "Welcome");
    const changed = await project.coco("apply", "--yes", "--json");
    const { run } = JSON.parse(changed.output) as { run: { summary: object } };
    expect(run.summary).toEqual({ update: 1 });
    expect(await (await fetch(url)).text()).toContain("<h1>Welcome</h1>");
  },
  component: async (project) =>
    expect(project.text("example/out/handbook/index.html")).toContain(`<a href="start.html">`),
  provider: async (project) =>
    expect(project.json("example/out/notes/todo.json")).toMatchObject({ title: "To do" }),
  test: async (project) => {
    const url = (await project.coco("output", "url")).output.trim();
    expect(await (await fetch(url)).text()).toBe("<h1>It works</h1>\n");
  },
};

describe("a library", { timeout: 180_000 }, () => {
  test.each([
    [
      "component",
      `import { Site } from "library";
       export const index = new Site("docs", { folder: "docs", title: "Docs", pages: { about: "…" } }).index;`,
      "docs/index.html",
    ],
    [
      "provider",
      `import { Note } from "library";
       export const words = new Note("todo", { name: "todo", text: "one two" }).words;`,
      "notes/todo.json",
    ],
  ])("made from %s is used by another program once it is built", async (template, main, file) => {
    const library = projects.folder("library");
    await library.coco("new", template);
    library.install();
    expect(await library.script("build")).toMatchObject({ status: 0, output: "" });
    const program = projects.folder("program");
    program.install();
    symlinkSync(library.folder, program.path("node_modules/library"));
    writeFileSync(program.path("main.ts"), main);
    writeFileSync(
      program.path("package.json"),
      JSON.stringify({ name: "program", type: "module", dependencies: { library: "*" } }),
    );
    expect(await program.coco("apply", "--yes")).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(program.path(file))).toBe(true);
    // State knows where its provider is, also when the program names it no more.
    writeFileSync(program.path("main.ts"), "export {};");
    expect(await program.coco("destroy", "--yes")).toMatchObject({ status: 0, errors: "" });
    expect(existsSync(program.path(file))).toBe(false);
  });
});

describe("coco new", { timeout: 60_000 }, () => {
  test("alone lists what there is, as text and as JSON", async () => {
    const project = projects.folder();
    const text = await project.coco("new");
    expect(text.status).toBe(0);
    expect(text.output).toMatch(/^hello +A minimal program .*\nweb +A local web site/);
    expect(text.output).toContain("coco new <template> <folder>");
    const listed = JSON.parse((await project.coco("init", "--json")).output) as {
      command: string;
      templates: readonly { name: string; description: string }[];
    };
    expect(listed.command).toBe("new");
    expect(listed.templates.map(({ name }) => name)).toEqual(templates);
    expect(readdirSync(project.folder)).toEqual([]);
  });

  test("asks where somebody can answer", async () => {
    const project = projects.folder("greetings");
    const terminal = new PseudoTerminal([process.execPath, projects.shipped.command, "new"], {
      folder: project.folder,
      environment: project.environment,
    });
    await terminal.says("Which template? hello / web / component / provider / test:");
    terminal.type("hello\r");
    await terminal.says("npx coco apply");
    expect(await terminal.ended).toBe(0);
    expect(existsSync(project.path("main.ts"))).toBe(true);
  });

  test("does not ask where no answer would do, and fits a narrow terminal", async () => {
    const project = projects.folder("taken");
    writeFileSync(project.path("main.ts"), "export {};\n");
    const terminal = new PseudoTerminal([process.execPath, projects.shipped.command, "new"], {
      folder: project.folder,
      environment: project.environment,
      columns: 40,
    });
    expect(await terminal.ended).toBe(0);
    expect(terminal.output).toContain("hello\r\n      A minimal program that writes a\r\n");
    expect(terminal.output).not.toContain("Which template?");
  });

  test("says what it wrote and what to do next, in a folder of that name", async () => {
    const project = projects.folder();
    const { output, status } = await project.cocoBy("pnpm/9.1.0 npm/? node/v20", "new", "component", "lib");
    expect(status).toBe(0);
    expect(output).toBe(`lib/
  .gitignore
  README.md
  example/
    coconut.json
    main.ts
  package.json
  src/
    index.ts
    site.test.ts
    site.ts
  tsconfig.build.json
  tsconfig.json

Next steps:
    cd lib
    pnpm install
    pnpm test
    pnpm exec coco apply -C example
`);
    expect(JSON.parse(project.text("lib/example/coconut.json"))).toEqual({ name: "lib-example" });
  });

  test("depends on the version that made it, and tells programs all of it", async () => {
    const project = projects.folder();
    project.install();
    const { version } = JSON.parse(readFileSync(new URL("package.json", repository), "utf8")) as {
      version: string;
    };
    const made = await project.coco("new", "hello", "--name", "@acme/greetings", "--json");
    expect(JSON.parse(made.output)).toMatchObject({
      command: "new",
      exitCode: 0,
      project: {
        template: "hello",
        folder: project.folder,
        name: "@acme/greetings",
        files: expect.arrayContaining([{ path: "main.ts", action: "create" }]),
        kept: [],
        // Everything is installed already.
        next: ["npx coco apply", "npm test"],
      },
    });
    expect(project.json("package.json")).toMatchObject({
      name: "@acme/greetings",
      dependencies: { "@coconut/coconut": `^${version}` },
    });
    const { output } = await project.coco("apply", "--yes", "--json");
    expect(output).toContain("urn:pulumi:dev::greetings::local:index:File::greeting");
  });

  test("gives a package.json that is there what it lacks, and takes nothing from it", async () => {
    const project = projects.folder();
    mkdirSync(project.path(".git"));
    writeFileSync(project.path("README.md"), "# Mine\n");
    writeFileSync(project.path(".gitignore"), "*.log\n");
    const mine = `{ "name": "mine", "type": "commonjs", "scripts": { "test": "true" }, "keywords": ["a"] }`;
    writeFileSync(project.path("package.json"), mine);
    const { status, output, errors } = await project.coco("new", "hello");
    expect(status).toBe(0);
    expect(errors).toContain("warning cli/package-json-differs");
    expect(errors).toContain("other values for type, scripts.test than the template");
    expect(errors).toContain("npm pkg set type=module");
    expect(output).toContain("README.md was kept unchanged.");
    expect(output).toContain("  package.json (extended)\n");
    expect(project.text("README.md")).toBe("# Mine\n");
    expect(project.text(".gitignore")).toBe("*.log\nnode_modules/\n.coconut/\ngreeting.txt\n");
    expect(project.json("package.json")).toMatchObject({
      name: "mine",
      type: "commonjs",
      scripts: { test: "true", types: "tsc" },
      keywords: ["a"],
      devDependencies: { typescript: expect.any(String) },
    });
    const again = await project.coco("new", "hello", ".");
    expect(again.output).toContain(". already has all files of the template hello.");
  });

  test("overwrites nothing: all that is in the way is named, and nothing is written", async () => {
    const project = projects.folder();
    writeFileSync(project.path("main.ts"), "mine\n");
    writeFileSync(project.path("package.json"), "{}\n");
    symlinkSync("nowhere", project.path("tsconfig.json"));
    const { status, errors } = await project.coco("new", "hello", ".");
    expect(status).toBe(1);
    expect(errors).toContain("error cli/files-exist");
    expect(errors).toContain("      main.ts\n      tsconfig.json\n");
    expect(project.text("main.ts")).toBe("mine\n");
    expect(project.text("package.json")).toBe("{}\n");
    expect(readdirSync(project.folder).sort()).toEqual(["main.ts", "package.json", "tsconfig.json"]);
  });

  test.each<[words: readonly string[], code: string, says: string]>([
    [["helo"], "cli/no-such-template", `There is no template "helo". Did you mean hello?`],
    [["../hello"], "cli/no-such-template", "The templates are hello, web, component, provider and test."],
    [["hello"], "cli/unusable-folder", "coco new hello <folder>"],
    [["hello", "main.ts"], "cli/unusable-folder", "is not a folder"],
    [["hello", "main.ts/deep"], "cli/unusable-folder", "is not a folder"],
    [["hello", "new", "--name", "My Shop"], "cli/invalid-project-name", "--name my-shop"],
    [["hello", "broken"], "cli/malformed-file", "coco new extends an existing package.json"],
    [["hello", "named", "--name", "other"], "cli/usage", `The existing package.json has the name "mine"`],
    [["hello", "new", "more"], "cli/usage", "coco new [template] [folder]"],
    [["hello", ""], "cli/usage", "The folder name is empty."],
  ])("%j is refused: %s", async (words, code, says) => {
    const project = projects.folder();
    for (const [path, text] of [
      ["main.ts", ""],
      ["broken/package.json", "{"],
      ["named/package.json", `{ "name": "mine" }`],
    ] as const) {
      mkdirSync(project.path(path, ".."), { recursive: true });
      writeFileSync(project.path(path), text);
    }
    const { status, errors } = await project.coco("new", ...words);
    expect(status).toBe(64);
    expect(errors).toContain(`error ${code}:`);
    expect(errors).toContain(says);
    expect(readdirSync(project.folder).sort()).toEqual(["broken", "main.ts", "named"]);
  });
});

test("templates are packed whole", () => {
  const packed = execFileSync("tar", ["-tzf", "-"], { input: projects.shipped.pack(), encoding: "utf8" });
  const files = packed.split("\n");
  const kept = readdirSync(new URL("templates", repository), { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(new URL(`templates/${path}`, repository)).isFile())
    .map((path) => `package/templates/${path}`);
  expect(kept.filter((path) => !files.includes(path))).toEqual([]);
  expect(kept.filter((path) => path.endsWith("/gitignore"))).toHaveLength(templates.length);
});

test("templates pin what this repository pins", () => {
  type Manifest = { readonly [list: string]: Readonly<Record<string, string>> | undefined };
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, repository), "utf8")) as Manifest;
  const own = read("package.json");
  for (const template of templates) {
    const { dependencies, devDependencies, peerDependencies } = read(
      `templates/${template}/package.template.json`,
    );
    const { "@coconut/coconut": ours, valibot, ...others } = { ...dependencies, ...devDependencies };
    expect([template, ours, peerDependencies?.["@coconut/coconut"] ?? "*"]).toEqual([template, "*", "*"]);
    expect(valibot ?? `^${own["dependencies"]!["valibot"]}`).toBe(`^${own["dependencies"]!["valibot"]}`);
    expect(others).toEqual({
      "@types/node": own["devDependencies"]!["@types/node"],
      typescript: own["devDependencies"]!["typescript"],
    });
  }
});
