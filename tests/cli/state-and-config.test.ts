import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const moniker = (name: string) => `dev:shop:main:shelf:index:Box#${name}`;
const urn = (name: string) => `urn:pulumi:dev::shop::shelf:index:Box::${name}`;

describe.concurrent("state", { timeout: 60_000 }, () => {
  test("is listed by monikers, shown, marked and let go", async () => {
    const shop = projects.project(`${imports}
      const a = new Box("a", { label: "a" });
      new Box("b", { label: coconut.secret("b") }, { dependsOn: [a] });`);
    const none = await shop.coco("state", "ls");
    expect(none).toMatchObject({ status: 64, output: "" });
    expect(none.errors).toContain("store/no-stack");
    expect(existsSync(shop.files.path(".coconut"))).toBe(false);
    await shop.coco("apply", "-y");

    const listed = await shop.coco("state", "ls");
    expect(listed).toMatchObject({ status: 0, errors: "" });
    expect(listed.output).toBe(`${moniker("a")}  ${urn("a")}  a\n${moniker("b")}  ${urn("b")}  b\n`);
    const shown = await shop.coco("state", "show", moniker("b"));
    expect(shown.output).toMatch(
      /^moniker: .*#b\nurn: .*::b\n[^]*id: b\n[^]*depends on:\n {2}.*::a\ninputs:\n {2}label: \[secret\]/,
    );
    expect((await shop.coco("state", "taint", moniker("a"))).output).toBe(`${urn("a")} is tainted\n`);
    expect((await shop.coco("state", "untaint", "a")).output).toBe(`${urn("a")} is no longer tainted\n`);
    expect((await shop.coco("state", "protect", "a", "b")).output.match(/is protected/g)).toHaveLength(2);
    expect((await shop.coco("state", "ls")).output.match(/\(protected\)/g)).toHaveLength(2);
    expect((await shop.coco("state", "unprotect", "*")).output.match(/is no longer protected/g)).toHaveLength(
      2,
    );
    expect((await shop.coco("state", "unprotect", "a")).output).toContain("No changes.");
    const unsaid = await shop.coco("state", "rm", "a");
    expect(unsaid).toMatchObject({ status: 4, errors: "" });
    expect(unsaid.output).toContain("coco state rm --yes a");
    const needed = await shop.coco("state", "rm", "a", "-y");
    expect(needed).toMatchObject({ status: 1, output: "" });
    expect(needed.errors).toContain("engine/still-needed");
    const forgotten = await shop.coco("state", "rm", "a", "--dependents", "-y");
    expect(forgotten.output.match(/is removed from state/g)).toHaveLength(2);
    expect(shop.shelf()).toEqual(["a", "b"]);
  });

  test("lets go of the records of old runs, and of nothing else", async () => {
    const shop = projects.project(`${imports} new Box("a", { label: "a" });`);
    for (let run = 0; run < 4; run++) await shop.coco("apply", "-y");
    const before = await shop.coco("stack", "history", "-v");
    expect(before.output).toContain(urn("a"));
    expect((await shop.coco("state", "prune")).output).toMatch(
      /^Nothing to delete: all records belong to the last 50 runs/,
    );
    expect((await shop.coco("state", "prune", "--keep-runs", "2", "--json")).output).toMatch(
      /"pruned":\s*{\s*"records": 10,\s*"keepRuns": 2/,
    );
    expect((await shop.coco("state", "prune", "--keep-runs", "1")).output).toBe(
      "Deleted 4 journal records. The records of the last run are kept.\n",
    );
    expect((await shop.coco("state", "verify")).output).toContain("2 journal records, starting at record 15");
    const after = await shop.coco("stack", "history", "-v");
    expect(after.output.trimEnd().split("\n")).toHaveLength(7);
    expect((await shop.coco("plan", "--detailed-exitcode")).status).toBe(0);
    const wrong = await shop.coco("state", "prune", "--keep-runs", "0");
    expect(wrong).toMatchObject({ status: 64, output: "" });
  });

  test("says when a resource was last seen, and what was found if that was something else", async () => {
    const shop = projects.project(`${imports} new Box("a", { label: "a" });`);
    await shop.coco("apply", "-y");
    const shown = async () => (await shop.coco("state", "show", "a")).output;
    const seen = (text: string) => /^last read: (.*)$/m.exec(text)?.[1] ?? "";
    const made = seen(await shown());
    await shop.coco("apply", "-y");
    expect(seen(await shown()) > made).toBe(true);
    expect(await shown()).not.toContain("drift when");
    const runs = JSON.parse((await shop.coco("stack", "history", "--json")).output) as { runs: object[] };
    expect(runs.runs[0]).toMatchObject({ drift: { read: 1, changed: 0, gone: 0 }, version: "0.1.0" });
  });

  test("outputs are printed, one as it is, and secrets only if that is asked for", async () => {
    const shop = projects.project(`${imports}
      export const url = "http://here";
      export const sizes = [1, 2];
      export const word = coconut.secret("hunter2");`);
    await shop.coco("apply", "-y");
    expect((await shop.coco("output")).output).toBe(
      `  sizes: [1, 2]\n  url:   "http://here"\n  word:  [secret]\n`,
    );
    expect((await shop.coco("output", "url")).output).toBe("http://here\n");
    expect((await shop.coco("output", "word")).output).toBe("[secret]\n");
    expect((await shop.coco("output", "word", "--reveal")).output).toBe("hunter2\n");
    const missing = await shop.coco("output", "urls");
    expect(missing).toMatchObject({ status: 1, output: "" });
    expect(missing.errors).toContain("cli/no-such-output");
    expect(missing.errors).toContain("Did you mean url?");
  });
});

describe.concurrent("config and secrets", { timeout: 60_000 }, () => {
  test("values are set, sealed, read and taken away", async () => {
    const shop = projects.project(`${imports}
      const config = new coconut.Config();
      export const count = config.requireNumber("count");
      export const word = config.requireSecret("word");`);
    expect((await shop.coco("config", "set", "count", "3", "--type", "number")).status).toBe(0);
    const sealed = await shop.cocoWith({ input: "hunter2\n" }, "config", "set", "word", "--secret");
    expect(sealed).toMatchObject({ status: 0, errors: "" });
    expect(sealed.output).toMatch(/Set shop:word in .*coconut\.dev\.json \(encrypted\)\./);
    expect(readFileSync(shop.files.path("coconut.dev.json"), "utf8")).not.toContain("hunter2");

    expect((await shop.coco("config", "ls")).output).toBe("shop:count: 3\nshop:word: [secret]\n");
    expect((await shop.coco("config", "ls", "--reveal")).output).toContain(`shop:word: "hunter2"`);
    expect((await shop.coco("config", "get", "word")).output).toBe("[secret]\n");
    expect((await shop.coco("config", "get", "word", "--reveal")).output).toBe("hunter2\n");
    expect((await shop.coco("apply", "-y")).output).toMatch(/count: 3\n[^]*word: {2}\[secret\]/);

    expect((await shop.coco("config", "rm", "count")).status).toBe(0);
    const missing = await shop.coco("config", "get", "count");
    expect(missing).toMatchObject({ status: 1, output: "" });
    expect(missing.errors).toContain("cli/no-such-config-key");
    const wrong = await shop.coco("config", "set", "count", "hunter3", "--type", "number");
    expect(wrong).toMatchObject({ status: 64, output: "" });
    expect(wrong.errors).toContain("engine/config-value");
    expect(wrong.errors).not.toContain("hunter3");
    const empty = await shop.coco("config", "set", "count");
    expect(empty.status).toBe(64);
    expect(empty.errors).toContain("The value is missing");
  });

  test("keys are rotated, and wrapped by a passphrase that no command line has", async () => {
    const shop = projects.project(`${imports}export const word = coconut.secret("hunter2");`);
    const none = await shop.coco("secrets", "rotate");
    expect(none.status).toBe(64);
    expect(none.errors).toContain("store/no-stack");
    await shop.coco("apply", "-y");
    expect((await shop.coco("secrets", "rotate")).output).toMatch(
      /encrypted with the key [0-9a-f]{8}\. Re-encrypted \d+ rows?/,
    );

    const rewrap = (environment: Record<string, string>, ...how: string[]) =>
      shop.cocoWith({ environment }, "secrets", "rewrap", "--by", ...how);
    const unsaid = await rewrap({}, "passphrase");
    expect(unsaid.status).toBe(64);
    expect(unsaid.errors).toContain("No new passphrase is set. Set it in COCONUT_NEW_PASSPHRASE.");
    const first = { COCONUT_PASSPHRASE: "correct horse battery" };
    expect(await rewrap(first, "passphrase")).toMatchObject({
      status: 0,
      errors: "",
      output: "The passphrase now unlocks the stack.\n",
    });
    const second = "another horse battery";
    expect((await rewrap({ ...first, COCONUT_NEW_PASSPHRASE: second }, "passphrase")).status).toBe(0);
    const file = join(projects.built.folder, "own.key");
    const back = await rewrap({ COCONUT_PASSPHRASE: second }, "key-file", "--key-file", file);
    expect(back).toMatchObject({ status: 0, errors: "" });
    expect(back.output).toContain(`COCONUT_KEY_FILE=${file}`);
    const environment = { COCONUT_KEY_FILE: file };
    expect((await shop.cocoWith({ environment }, "output", "word", "--reveal")).output).toBe("hunter2\n");
  });
});
