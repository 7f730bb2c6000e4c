import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const moniker = (name: string) => `dev:shop:main:shelf:index:Box#${name}`;
const urn = (name: string) => `urn:pulumi:dev::shop::shelf:index:Box::${name}`;

describe("state", () => {
  test("is listed by monikers, shown, marked and let go", async () => {
    const shop = projects.project(
      `${imports}const a = new Box("a", { label: coconut.secret("hidden") });\nnew Box("b", { label: "b" }, { dependsOn: [a] });`,
    );
    expect(await shop.coco("state", "ls")).toMatchObject({ status: 1, output: "" });
    expect(existsSync(shop.files.path(".coconut/dev.db"))).toBe(false);
    await shop.coco("apply", "-y");

    const listed = await shop.coco("state", "ls");
    expect(listed).toMatchObject({ status: 0, errors: "" });
    expect(listed.output).toBe(`${moniker("a")}  "a"  hidden\n${moniker("b")}  "b"  b\n`);
    const shown = await shop.coco("state", "show", moniker("b"));
    expect(shown.output).toMatch(
      /^moniker: .*#b\nurn: .*::b\n[^]*id: b\n[^]*needs:\n  .*::a\ninputs:\n  label: "b"/,
    );
    expect((await shop.coco("state", "show", "a")).output).toContain("label: [secret]");

    expect((await shop.coco("state", "taint", moniker("a"))).output).toBe(`${urn("a")} is tainted\n`);
    expect((await shop.coco("state", "taint", "a")).output).toContain("Nothing was changed");
    expect((await shop.coco("plan")).output).toContain("1 to replace");
    expect((await shop.coco("state", "untaint", "a")).status).toBe(0);
    expect((await shop.coco("state", "protect", "a", "b")).output.match(/is protected/g)).toHaveLength(2);
    expect((await shop.coco("state", "ls")).output.match(/\(protected\)/g)).toHaveLength(2);
    expect((await shop.coco("destroy", "-y")).errors).toContain("engine/protected");
    expect((await shop.coco("state", "unprotect", "*")).status).toBe(0);

    const needed = await shop.coco("state", "rm", "a");
    expect(needed.status).toBe(1);
    expect(needed.errors).toContain("engine/still-needed");
    expect((await shop.coco("state", "rm", "a", "--dependents")).output.match(/is forgotten/g)).toHaveLength(
      2,
    );
    expect(existsSync(shop.files.path("shelf/b.json"))).toBe(true);
    expect((await shop.coco("state", "ls")).output).toBe("");
    expect((await shop.coco("state", "show", "a")).errors).toContain("plan/no-such-resource");
  });

  test("outputs are printed, one as it is, and secrets only if that is asked for", async () => {
    const shop = projects.project(
      `${imports}export const url = "http://here";\nexport const sizes = [1, 2];\nexport const word = coconut.secret("hunter2");`,
    );
    await shop.coco("apply", "-y");
    expect((await shop.coco("output")).output).toBe(`sizes: [1, 2]\nurl: "http://here"\nword: [secret]\n`);
    expect((await shop.coco("output", "url")).output).toBe("http://here\n");
    expect((await shop.coco("output", "sizes")).output).toBe("[1, 2]\n");
    expect((await shop.coco("output", "word")).output).toBe("[secret]\n");
    expect((await shop.coco("output", "word", "--reveal")).output).toBe("hunter2\n");
    const missing = await shop.coco("output", "urls");
    expect(missing).toMatchObject({ status: 1, output: "" });
    expect(missing.errors).toMatch(/cli\/no-such-output[^]*It may be url\./);
  });
});

describe("config and secrets", () => {
  test("values are set, sealed, read and taken away", async () => {
    const shop = projects.project(
      `import * as coconut from "@coconut/coconut";\nconst config = new coconut.Config();\nexport const count = config.requireNumber("count");\nexport const word = config.requireSecret("word");`,
    );
    expect((await shop.coco("config", "set", "count", "3", "--type", "number")).status).toBe(0);
    const sealed = await shop.cocoWith({ input: "hunter2\n" }, "config", "set", "word", "--secret");
    expect(sealed).toMatchObject({ status: 0, errors: "" });
    expect(sealed.output).toMatch(/shop:word is set in .*coconut\.dev\.json, sealed\./);
    expect(readFileSync(shop.files.path("coconut.dev.json"), "utf8")).not.toContain("hunter2");

    expect((await shop.coco("config", "ls")).output).toBe("shop:count: 3\nshop:word: [secret]\n");
    expect((await shop.coco("config", "ls", "--reveal")).output).toContain(`shop:word: "hunter2"`);
    expect((await shop.coco("config", "get", "count")).output).toBe("3\n");
    expect((await shop.coco("config", "get", "word")).output).toBe("[secret]\n");
    expect((await shop.coco("config", "get", "word", "--reveal")).output).toBe("hunter2\n");
    expect((await shop.coco("apply", "-y")).output).toMatch(/count: 3\n[^]*word: \[secret\]/);

    expect((await shop.coco("config", "rm", "count")).status).toBe(0);
    for (const command of ["get", "rm"]) {
      const missing = await shop.coco("config", command, "count");
      expect(missing).toMatchObject({ status: 1, output: "" });
      expect(missing.errors).toContain("cli/no-such-setting");
    }
    const wrong = await shop.coco("config", "set", "count", "hunter3", "--type", "number");
    expect(wrong.status).toBe(1);
    expect(wrong.errors).toContain("engine/config-value");
    expect(wrong.errors).not.toContain("hunter3");
    const empty = await shop.coco("config", "set", "count");
    expect(empty.status).toBe(64);
    expect(empty.errors).toContain("There is no value");
  });

  test("keys are rotated, and wrapped by a passphrase that no command line has", async () => {
    const shop = projects.project(
      `import * as coconut from "@coconut/coconut";\nexport const word = coconut.secret("hunter2");`,
    );
    const none = await shop.coco("secrets", "rotate");
    expect(none.status).toBe(1);
    expect(none.errors).toContain("store/no-stack");
    await shop.coco("apply", "-y");
    expect((await shop.coco("secrets", "rotate")).output).toMatch(
      /sealed with the key [0-9a-f]{8} now\. \d+ rows/,
    );
    expect((await shop.coco("output", "word", "--reveal")).output).toBe("hunter2\n");

    const unsaid = await shop.coco("secrets", "rewrap", "--by", "passphrase");
    expect(unsaid.status).toBe(64);
    expect(unsaid.errors).toContain("COCONUT_PASSPHRASE is not set");
    const environment = { COCONUT_PASSPHRASE: "correct horse battery" };
    const rewrapped = await shop.cocoWith({ environment }, "secrets", "rewrap", "--by", "passphrase");
    expect(rewrapped).toMatchObject({
      status: 0,
      errors: "",
      output: "The passphrase opens the stack now.\n",
    });
    expect((await shop.coco("output", "word")).errors).toContain("store/key-missing");
    const next = { ...environment, COCONUT_NEW_PASSPHRASE: "another horse battery" };
    expect(
      (await shop.cocoWith({ environment: next }, "secrets", "rewrap", "--by", "passphrase")).status,
    ).toBe(0);
    expect((await shop.cocoWith({ environment }, "output", "word")).errors).toContain("store/key-wrong");

    const last = { COCONUT_PASSPHRASE: next.COCONUT_NEW_PASSPHRASE };
    const file = join(shop.files.folder, "own.key");
    const back = await shop.cocoWith(
      { environment: last },
      "secrets",
      "rewrap",
      "--by",
      "key-file",
      "--key-file",
      file,
    );
    expect(back).toMatchObject({ status: 0, errors: "" });
    expect(back.output).toContain(`COCONUT_KEY_FILE=${file}`);
    const opened = await shop.cocoWith(
      { environment: { COCONUT_KEY_FILE: file } },
      "output",
      "word",
      "--reveal",
    );
    expect(opened.output).toBe("hunter2\n");
  });
});

describe("the command line", () => {
  const anything = () => projects.project("");

  test("what is not understood is refused, and what was typed is not repeated", async () => {
    const shop = anything();
    const typed = await shop.coco("config", "set", "word", "hunter2", "hunter3");
    expect(typed.status).toBe(64);
    expect(typed.errors).not.toMatch(/hunter/);
    const passphrase = await shop.coco("secrets", "rewrap", "--by", "hunter2");
    expect(passphrase.errors).not.toMatch(/hunter/);
  });

  test("help says everything about a command, or about those that begin alike", async () => {
    const shop = anything();
    expect((await shop.coco("help", "plan")).output).toMatch(
      /^coco plan\n[^]*-t, --target <resource>[^]*--out <file>/,
    );
    expect((await shop.coco("plan", "--help")).output).toBe((await shop.coco("help", "plan")).output);
    expect((await shop.coco("help", "state")).output.match(/^coco state /gm)).toHaveLength(7);
    const all = (await shop.coco("help")).output;
    for (const command of ["plan", "logs <resource>", "state taint", "secrets rewrap"])
      expect(all).toContain(`coco ${command}`);
  });
});
