import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../src/cli/commands/index.js";
import { shellWord } from "../../src/std/shell-word.js";
import { hasShell, shellOutput, TypedShell } from "../support/shells.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
const home = mkdtempSync(join(tmpdir(), "coconut-completion-"));
const shells: TypedShell[] = [];
let shop: CocoProject;
let environment: Record<string, string>;

/** Everything that means something to a shell. */
const odd = `odd's $(touch pwned) "a" \`b\` c\\d`;

const moniker = (name: string) => `dev:shop:main:shelf:index:Box#${name}`;

beforeAll(async () => {
  shop = projects.project(
    `${imports}
      new Box("a-small-box", { label: "a" });
      new Box("my box", { label: "b" });
      new Box(${JSON.stringify(odd)}, { label: "c" });
      export const weight = 3;`,
    { "coconut.dev.json": `{ "title": "A shop" }`, "parts/one.txt": "", "release.plan": "" },
  );
  await shop.coco("apply", "-y");
  await shop.coco("stack", "new", "staging");
  symlinkSync(shop.files.folder, join(home, "shop"));
  const templates = join(projects.built.package, "templates");
  if (!existsSync(templates)) symlinkSync(new URL("../../templates", import.meta.url), templates);
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "coco"),
    `#!/bin/sh\nexec ${shellWord(process.execPath)} ${shellWord(projects.command)} "$@"\n`,
  );
  chmodSync(join(bin, "coco"), 0o755);
  environment = {
    HOME: home,
    PATH: `${bin}:${process.env["PATH"]}`,
    COCONUT_KEY_FILE: join(projects.built.folder, "key"),
  };
}, 120_000);

afterAll(async () => {
  await Promise.all(shells.map((shell) => shell.close()));
  // A shell whose terminal is gone may still put something away.
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  projects.remove();
});

/** What `coco` answers for a line whose last word is being typed. */
async function asked(...words: readonly string[]): Promise<readonly string[]> {
  const { status, output, errors } = await shop.files.node(
    projects.command,
    "__complete",
    String(words.length - 1),
    ...words,
  );
  expect({ status, errors }).toEqual({ status: 0, errors: "" });
  return output
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
}

describe("what a word could become", { timeout: 120_000 }, () => {
  test.each<[readonly string[], readonly string[]]>([
    [
      ["state", "show", ""],
      ["words", "a-small-box", "my box", odd],
    ],
    [
      ["state", "show", "dev:"],
      ["words", moniker("a-small-box"), moniker("my box"), moniker(odd)],
    ],
    [
      ["state", "show", "a-"],
      ["words", "a-small-box"],
    ],
    [
      ["explain", "urn:pulumi:dev::shop::shelf:index:Box::my"],
      ["words", "urn:pulumi:dev::shop::shelf:index:Box::my box"],
    ],
    [
      ["rename", "a", "b", "my"],
      ["words", "my box"],
    ],
    [
      ["plan", "-t", "dev:shop:main:shelf:index:Box#a"],
      ["words", moniker("a-small-box")],
    ],
    [
      ["plan", "-s", ""],
      ["words", "dev", "staging"],
    ],
    [["state", "show", "-s", "staging", ""], ["words"]],
    [
      ["stack", "rm", "st"],
      ["words", "staging"],
    ],
    [
      ["output", ""],
      ["words", "weight"],
    ],
    [
      ["config", "get", ""],
      ["words", "title"],
    ],
    [
      ["config", "get", "shop:"],
      ["words", "shop:title"],
    ],
    [
      ["new", "he"],
      ["words", "hello"],
    ],
    [
      ["provider", "check", "lo"],
      ["files", "local"],
    ],
    [["apply", ""], ["files"]],
    [["plan", "-C", ""], ["folders"]],
  ])("%j", async (words, candidates) => {
    expect(await asked(...words)).toEqual(candidates);
  });

  test("nothing is made, and nothing complained about, where there is nothing", async () => {
    const folder = mkdtempSync(join(home, "nothing-"));
    expect(await asked("state", "show", "-C", folder, "")).toEqual(["words"]);
    writeFileSync(join(folder, "main.ts"), `throw new Error("run");`);
    for (const words of [
      ["-s", ""],
      ["-t", ""],
      ["state", "show", ""],
      ["output", ""],
      ["config", "get", ""],
    ])
      expect(await asked("plan", "-C", folder, ...words)).toEqual(["words"]);
    expect(readdirSync(folder)).toEqual(["main.ts"]);
    writeFileSync(join(folder, "coconut.json"), "{");
    expect(await asked("state", "show", "-C", folder, "")).toEqual(["words"]);
    rmSync(join(folder, "coconut.json"));
    mkdirSync(join(folder, ".coconut"));
    for (const bytes of ["", "this is no database\n".repeat(300)]) {
      writeFileSync(join(folder, ".coconut/dev.db"), bytes);
      expect(await asked("state", "show", "-C", folder, "")).toEqual(["words"]);
      expect(await asked("plan", "-C", folder, "-s", "")).toEqual(["words", "dev"]);
    }
  });

  test("a script is printed for each shell, and other words are refused", async () => {
    const unknown = await shop.files.node(projects.command, "completion", "csh");
    expect(unknown).toMatchObject({ status: 64, output: "" });
    expect(unknown.errors).toContain(`Unknown shell "csh". Supported shells: bash, zsh, fish.`);
    const asJson = await shop.files.node(projects.command, "completion", "fish", "--json");
    expect((JSON.parse(asJson.output) as { script: string }).script).toContain("function __coco_complete");
    expect(commands.map(({ name }) => name).filter((name) => name.startsWith("_"))).toEqual([]);
  });
});

/** What every shell with a keyboard has to do. */
function typedTests(open: () => Promise<TypedShell>): void {
  let shell: TypedShell;
  beforeAll(async () => {
    shell = await open();
    shells.push(shell);
  }, 60_000);

  test.each<[string, readonly string[]]>([
    ["coco state sh", ["coco", "state", "show"]],
    ["coco state show dev:shop:main:shelf:index:Box#a", ["coco", "state", "show", moniker("a-small-box")]],
    ["coco state show dev:shop:main:shelf:index:Box#m", ["coco", "state", "show", moniker("my box")]],
    [
      "coco state show urn:pulumi:dev::shop::",
      ["coco", "state", "show", "urn:pulumi:dev::shop::shelf:index:Box::"],
    ],
    ["coco state show my", ["coco", "state", "show", "my box"]],
    ["coco state show 'my", ["coco", "state", "show", "my box"]],
    ["coco state show my\\ b", ["coco", "state", "show", "my box"]],
    ["coco state show odd", ["coco", "state", "show", odd]],
    ["coco state show 'odd", ["coco", "state", "show", odd]],
    [`coco state show "odd`, ["coco", "state", "show", odd]],
    ["coco plan --stack=st", ["coco", "plan", "--stack=staging"]],
    ["coco graph --format me", ["coco", "graph", "--format", "mermaid"]],
    ["coco down --ye", ["coco", "down", "--yes"]],
    ["coco plan --json --js", ["coco", "plan", "--json", "--js"]],
    ["coco output we", ["coco", "output", "weight"]],
    ["coco output -C ~/shop we", ["coco", "output", "-C", join(home, "shop"), "weight"]],
    ["coco apply rel", ["coco", "apply", "release.plan"]],
    ["coco graph --out=rel", ["coco", "graph", "--out=release.plan"]],
    ["coco plan -C par", ["coco", "plan", "-C", "parts"]],
    ["coco plan -C rel", ["coco", "plan", "-C", "rel"]],
    ["coco state show -C parts we", ["coco", "state", "show", "-C", "parts", "we"]],
  ])("%s", { timeout: 60_000 }, async (line, words) => {
    // Some shells take the slash back when something follows.
    expect((await shell.completed(line)).map((word) => word.replace(/\/$/, ""))).toEqual(words);
  });

  test("where the cursor is in the middle", { timeout: 60_000 }, async () => {
    const words = await shell.completed("coco state sh --json", " --json".length);
    expect(words).toEqual(["coco", "state", "show", "--json"]);
    const elsewhere = `coco state show a-s -C ${shop.files.folder}`;
    await shell.run("cd /");
    expect(await shell.completed(elsewhere, elsewhere.length - "coco state show a-s".length)).toEqual([
      ..."coco state show a-small-box -C".split(" "),
      shop.files.folder,
    ]);
    await shell.run(`cd ${shop.files.folder}`);
  });

  test("what there is to choose from", { timeout: 60_000 }, async () => {
    const offered = await shell.offered("coco sta");
    for (const word of ["stack", "state", "stats"])
      expect(offered).toMatch(new RegExp(`(^|\\s)${word}(\\s|$)`, "m"));
  });
}

describe.runIf(hasShell("bash"))("in Bash", () => {
  typedTests(async () => {
    const shell = new TypedShell(["bash", "--norc", "--noprofile", "-i"], {
      folder: shop.files.folder,
      environment: { ...environment, PS1: "> " },
    });
    await shell.run("bind 'set bell-style none'; source <(coco completion bash)");
    return shell;
  });
});

describe.runIf(hasShell("zsh"))("in Zsh", () => {
  const prepared = "autoload -Uz compinit && compinit -u -D";
  const zsh = async (...lines: readonly string[]) => {
    const shell = new TypedShell(["zsh", "-f", "-i"], {
      folder: shop.files.folder,
      environment: { ...environment, PS1: "> " },
    });
    await shell.run(["unsetopt beep", "bindkey -e", ...lines].join("; "));
    return shell;
  };
  typedTests(() => zsh(prepared, "source <(coco completion zsh)"));

  test("from a folder of functions, with what each is", { timeout: 60_000 }, async () => {
    const functions = join(home, "functions");
    const shell = await zsh(
      `mkdir -p ${functions}`,
      `coco completion zsh > ${functions}/_coco`,
      `fpath=(${functions} $fpath)`,
      prepared,
    );
    shells.push(shell);
    expect(await shell.completed("coco state sh")).toEqual(["coco", "state", "show"]);
    expect(await shell.offered("coco state ")).toMatch(
      /protect +-- Protect resources: refuse every plan that would delete/,
    );
  });
});

describe.runIf(hasShell("fish"))("in fish", { timeout: 60_000 }, () => {
  /** What fish would offer, as `candidate\tdescription`. */
  function offered(line: string): readonly string[] {
    const script = `coco completion fish | source; complete -C ${shellWord(line)}`;
    const place = { folder: shop.files.folder, environment };
    const { output, errors } = shellOutput("fish", script, place);
    expect(errors).toBe("");
    return output.trimEnd().split("\n");
  }

  test.each<[string, readonly string[]]>([
    ["coco state sh", ["show\tPrint everything that state records about a resource"]],
    ["coco state show dev:shop:main:shelf:index:Box#a", [`${moniker("a-small-box")}\tshelf:index:Box`]],
    ["coco state show my", ["my box\tshelf:index:Box"]],
    ["coco state show 'my b", ["my box\tshelf:index:Box"]],
    ["coco state show my\\ b", ["my box\tshelf:index:Box"]],
    ["coco state show odd", [`${odd}\tshelf:index:Box`]],
    ["coco plan --stack=st", ["--stack=staging"]],
    ["coco plan -s st", ["staging"]],
    ["coco graph --format me", ["mermaid"]],
    ["coco down --ye", ["--yes\tDo not ask for approval"]],
    ["coco plan --json --js", [""]],
    ["coco apply rel", ["release.plan"]],
    ["coco graph --out=rel", ["--out=release.plan"]],
    ["coco plan -C par", ["parts/"]],
    ["coco plan -C rel", [""]],
  ])("%s", (line, candidates) => {
    const found = offered(line);
    // What fish says of files and folders differs from version to version.
    const isFile = /parts|release/.test(candidates[0]!);
    expect(isFile ? found.map((each) => each.split("\t")[0]!) : found).toEqual(candidates);
  });

  test("the first word, all of them", () => {
    const words = offered("coco ").map((each) => each.split("\t")[0]!);
    expect([...words].sort()).toEqual([...new Set(commands.map(({ name }) => name.split(" ")[0]!))].sort());
    expect(existsSync(join(home, ".config/fish/fish_variables.lock"))).toBe(false);
  });
});
