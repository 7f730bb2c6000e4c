import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const two = `${imports}
  const a = new Box("a", { label: "a" });
  new Box("b", { label: coconut.secret("b"), size: 2 }, { dependsOn: [a] });
  export const word = coconut.secret("hunter2");`;

async function data(shop: CocoProject, ...parameters: string[]): Promise<Record<string, unknown>> {
  const { output, errors } = await shop.coco(...parameters, "--json");
  expect(errors).toBe("");
  return JSON.parse(output) as Record<string, unknown>;
}

describe.concurrent("stacks", { timeout: 120_000 }, () => {
  test("are made, listed, chosen and taken away", async () => {
    const shop = projects.project(two);
    expect((await shop.coco("stack", "ls")).output).toBe(
      "There are no stacks yet. The first apply creates one.\n",
    );
    expect(existsSync(shop.files.path(".coconut"))).toBe(false);
    const made = await shop.coco("stack", "new", "staging");
    expect(made).toMatchObject({ status: 0, errors: "" });
    expect(made.output).toContain("coco stack select staging");
    expect(existsSync(shop.files.path(".coconut/staging.db"))).toBe(true);
    const again = await shop.coco("stack", "new", "staging");
    expect(again).toMatchObject({ status: 1, output: "" });
    expect(again.errors).toContain("engine/stack-exists");

    const text = `{\n\t"name": "shop", // not JSON`;
    shop.files.write({ "coconut.json": text });
    expect((await shop.coco("stack", "select", "staging")).status).toBe(64);
    expect(readFileSync(shop.files.path("coconut.json"), "utf8")).toBe(text);
    shop.files.write({ "coconut.json": `{\n\t"name":   "shop",\n\t"packages": { }\n}` });
    expect((await shop.coco("stack", "select", "staging")).output).toMatch(
      /^staging is now the default stack/,
    );
    expect(readFileSync(shop.files.path("coconut.json"), "utf8")).toBe(
      `{\n\t"name":   "shop",\n\t"packages": { },\n\t"stack": "staging"\n}`,
    );

    await shop.coco("apply", "-y", "-s", "dev");
    await shop.coco("config", "set", "title", "x", "-s", "dev");
    const { stacks } = await data(shop, "stack", "ls");
    expect(stacks).toMatchObject([
      {
        stack: "dev",
        name: "dev",
        isUsual: false,
        resources: 2,
        lastRun: { command: "apply", result: "succeeded" },
      },
      { stack: "staging", isUsual: true, resources: 0 },
    ]);
    const listed = (await shop.coco("stack", "ls")).output.split("\n");
    expect(listed[1]).toMatch(/^ {3}dev +2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ +apply succeeded/);
    expect(listed[2]).toMatch(/^\* {2}staging +0 +never$/);

    const inUse = await shop.coco("stack", "rm", "dev", "-y");
    expect(inUse).toMatchObject({ status: 1, output: "" });
    expect(inUse.errors).toContain("engine/stack-in-use");
    const unsaid = await shop.coco("stack", "rm", "dev", "--force");
    expect(unsaid.status).toBe(4);
    expect(unsaid.output).toContain("coco stack rm --yes dev --force");
    expect(existsSync(shop.files.path(".coconut/dev.db"))).toBe(true);
    const removed = await shop.coco("stack", "rm", "dev", "-y", "--force", "--with-config");
    expect(removed).toMatchObject({ status: 0, errors: "" });
    expect(removed.output).toBe("Deleted stack dev. 2 resources are no longer managed.\n");
    const left = readdirSync(shop.files.folder).concat(readdirSync(shop.files.path(".coconut")));
    expect(left.filter((file) => file.includes("dev"))).toEqual([]);
    expect(shop.shelf()).toEqual(["a", "b"]);
  });

  test("one that is not there is said, with the nearest name, and not made", async () => {
    const shop = projects.project(two);
    await shop.coco("stack", "new", "staging");
    const commands = [
      ["state", "ls"],
      ["state", "verify"],
      ["output"],
      ["stack", "history"],
      ["stack", "export"],
      ["logs", "a"],
      ["stats", "a"],
      ["rename", "a", "b"],
    ];
    for (const command of commands) {
      const missing = await shop.coco(...command, "-s", "stagign");
      expect({ ...missing, command }).toMatchObject({ status: 64, output: "", command });
      expect(missing.errors).toContain("store/no-stack");
      expect(missing.errors).toContain("Did you mean staging?");
    }
    for (const command of ["select", "rm"])
      expect((await shop.coco("stack", command, "stagign")).errors).toContain("Did you mean staging?");
    expect(await data(shop, "stack", "ls")).toMatchObject({ stacks: [{ stack: "staging" }] });
    const odd = await shop.coco("stack", "new", "a\u0007b");
    expect(odd.status).toBe(64);
    expect(odd.errors).toContain("model/malformed-environment");
    expect((await shop.coco("stack", "new", "x".repeat(300))).errors).toContain("store/stack-name");
  });

  test("one that belongs to another project does not keep the others from being listed", async () => {
    const shop = projects.project(two);
    await shop.coco("stack", "new", "dev");
    shop.files.write({ "coconut.json": `{ "name": "other" }` });
    await shop.coco("stack", "new", "staging");
    expect(await data(shop, "stack", "ls")).toMatchObject({
      stacks: [
        { stack: "dev", problem: { code: "store/other-project" } },
        { stack: "staging", resources: 0 },
      ],
    });
  });

  test("with a namespace that the project has for all, the environment alone is chosen", async () => {
    const shop = projects.project(two, { "coconut.json": `{ "namespace": "acme" }` });
    await shop.coco("stack", "new", "staging");
    await shop.coco("stack", "new", "staging", "--namespace", "other");
    await shop.coco("stack", "select", "staging");
    expect(readFileSync(shop.files.path("coconut.json"), "utf8")).toBe(
      `{ "namespace": "acme", "stack": "staging" }`,
    );
    const refused = await shop.coco("stack", "select", "staging", "--namespace", "other");
    expect(refused.status).toBe(64);
    expect(refused.errors).toContain("engine/project-file");
    expect(await data(shop, "stack", "ls")).toMatchObject({
      stacks: [
        { stack: "staging:acme", namespace: "acme", isUsual: true },
        { stack: "staging:other", isUsual: false },
      ],
    });
  });
});

describe.concurrent("history", { timeout: 120_000 }, () => {
  test("says who did what, when, how it ended, and with -v to which resources", async () => {
    const shop = projects.project(two);
    await shop.coco("apply", "-y");
    shop.files.write({ "main.ts": `${imports} new Box("a", { label: "c", size: 3 });` });
    await shop.coco("apply", "-y");
    await shop.coco("state", "taint", "a");
    const { runs } = (await data(shop, "stack", "history", "-v")) as { runs: Record<string, unknown>[] };
    expect(runs.map(({ command, result, summary }) => [command, result, summary])).toEqual([
      ["state taint", "succeeded", {}],
      ["apply", "succeeded", { create: 1, delete: 2 }],
      ["apply", "succeeded", { create: 2 }],
    ]);
    expect(runs[1]!["durationMs"]).toBeGreaterThanOrEqual(0);
    expect(runs[0]!["actor"]).toBe(runs[2]!["actor"]);
    const urn = (name: string) => `urn:pulumi:dev::shop::shelf:index:Box::${name}`;
    expect(runs.map(({ changes }) => changes)).toEqual(
      [
        [{ urn: urn("a"), action: "tainted" }],
        [
          { urn: urn("b"), action: "delete", result: "ok" },
          { urn: urn("a"), action: "replace", result: "ok" },
        ],
        [
          { urn: urn("a"), action: "create", result: "ok" },
          { urn: urn("b"), action: "create", result: "ok" },
        ],
      ].map((changes) => expect.arrayContaining(changes) as unknown),
    );
    const short = await shop.coco("stack", "history", "--limit", "1");
    expect(short.output).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}state taint {2}\S+ {2}succeeded {2}\d+ ms\n$/,
    );
    const long = await shop.coco("stack", "history", "-v");
    expect(long.output).toContain(`    tainted  ${urn("a")}\n`);
    expect((await shop.coco("stack", "history", "--limit", "0")).status).toBe(64);
  });
});

describe.concurrent("export and import", { timeout: 120_000 }, () => {
  test("a copy of a stack under another name has nothing to do", async () => {
    const shop = projects.project(two);
    await shop.coco("apply", "-y");
    const exported = await shop.coco("stack", "export");
    expect(exported).toMatchObject({ status: 0, errors: "" });
    expect(exported.output).not.toContain("hunter2");
    expect(JSON.parse(exported.output)).toMatchObject({
      version: 3,
      deployment: {
        secrets_providers: { type: "coconut", state: { project: "shop", stack: "dev" } },
        resources: [
          { type: "pulumi:pulumi:Stack" },
          { type: "pulumi:providers:shelf" },
          { id: "a" },
          { id: "b" },
        ],
        pending_operations: [],
      },
    });
    const file = join(shop.files.folder, "dev.json");
    expect((await shop.coco("stack", "export", "--out", file)).output).toMatch(/^Exported 4 entries to /);
    const imported = await shop.coco("stack", "import", file, "--allow-modules", "-s", "copy");
    expect(imported).toMatchObject({ status: 0, errors: "" });
    expect(imported.output).toContain("Imported 2 resources into stack copy.");
    const plan = (await data(shop, "plan", "-s", "copy")) as {
      plan: { isEmpty: boolean; changes: { action: string }[] };
    };
    expect(plan.plan.isEmpty).toBe(true);
    expect(plan.plan.changes.map(({ action }) => action)).toEqual(["same", "same"]);
    expect((await shop.coco("output", "word", "--reveal", "-s", "copy")).output).toBe("hunter2\n");

    const full = await shop.coco("stack", "import", file, "--allow-modules", "-s", "copy");
    expect(full).toMatchObject({ status: 1, output: "" });
    expect(full.errors).toContain("engine/stack-not-empty");
    expect(
      (await shop.coco("stack", "import", file, "--allow-modules", "-s", "copy", "--force")).output,
    ).toContain("The 2 resources it had before are no longer managed.");
    expect((await shop.coco("stack", "export", "--show-secrets")).output).toContain(
      String.raw`"plaintext": "\"hunter2\""`,
    );
    expect((await shop.coco("stack", "import", "nowhere.json")).status).toBe(64);
    writeFileSync(file, "{}");
    expect((await shop.coco("stack", "import", file, "-s", "third")).errors).toContain(
      "state/deployment-malformed",
    );
    expect(existsSync(shop.files.path(".coconut/third.db"))).toBe(false);
  });
});

describe.concurrent("state", { timeout: 120_000 }, () => {
  test("is verified, and what was altered is found", async () => {
    const shop = projects.project(two);
    await shop.coco("apply", "-y");
    const sound = await shop.coco("state", "verify");
    expect(sound).toMatchObject({ status: 0, errors: "" });
    expect(sound.output).toMatch(
      /State is intact\. Verified:\n {2}\d+ journal records[^]*2 resources, 2 objects/,
    );
    expect(await data(shop, "state", "verify")).toMatchObject({
      verified: { ok: true, checked: { resources: 2, objects: 2, operations: 0, runs: 1 } },
    });
    const database = openDatabase(shop.files.path(".coconut/dev.db"));
    database.execute(`update journal set body = replace(body, '"label":"a"', '"label":"z"')`);
    database.close();
    const altered = await shop.coco("state", "verify");
    expect(altered).toMatchObject({ status: 7, output: "" });
    expect(altered.errors).toContain("store/integrity");
  });
});

describe.concurrent("packages", { timeout: 120_000 }, () => {
  test("that are used are listed, with where they are from", async () => {
    const shop = projects.project(two);
    await shop.coco("apply", "-y");
    const used = {
      name: "shelf",
      version: "1.0.0",
      module: "./shelf.ts",
      usedBy: "both",
      resources: 2,
      types: 1,
    };
    expect(await data(shop, "provider", "ls")).toMatchObject({ packages: [used] });
    expect((await shop.coco("provider", "ls")).output).toMatch(
      /\nshelf +1\.0\.0 +\.\/shelf\.ts +program, state +2 +1\n$/,
    );
    shop.files.write({ "main.ts": imports });
    expect(await data(shop, "provider", "ls")).toMatchObject({ packages: [{ ...used, usedBy: "state" }] });
  });

  test("are checked: what they offer, and why one cannot be loaded", async () => {
    const shop = projects.project(two, {
      "broken.ts": `import { defineProvider } from "@coconut/coconut/provider"; export const x = defineProvider({ package: "x", version: "one" });`,
      "empty.ts": "export const nothing = 1;",
      "bare.ts": `import { defineProvider } from "@coconut/coconut/provider"; export const bare = defineProvider({ package: "bare", version: "1.0.0" });`,
    });
    const checked = await shop.coco("provider", "check", "./shelf.ts");
    expect(checked.status).toBe(0);
    expect(checked.output).toMatch(/^shelf 1\.0\.0\n {2}configuration\n {4}owner\? {2}String\n/);
    expect(checked.output).toMatch(
      /\nshelf:index:Box\n {2}importable, not recoverable after a crash, logs, stats\n {2}replaced when label changes\n/,
    );
    expect(checked.output).toMatch(
      /inputs\n {4}label {2}String\n {4}size\? {2}Number\n {2}outputs\n {4}weight {2}Number\n/,
    );
    expect(checked.errors).toContain("engine/provider-gap");
    expect((await shop.coco("provider", "check", "./bare.ts")).errors).toContain("defines no resource type");
    const { providers } = (await data(shop, "provider", "check", "random")) as {
      providers: { types: object[] }[];
    };
    expect(providers[0]).toMatchObject({ name: "random" });
    for (const [asked, code] of [
      ["./broken.ts", "provider/load-failed"],
      ["./empty.ts", "provider/no-provider"],
      ["./none.ts", "provider/module-not-found"],
      ["randon", "provider/package-not-found"],
    ] as const) {
      const failed = await shop.coco("provider", "check", asked);
      expect({ ...failed, asked }).toMatchObject({ status: 1, output: "", asked });
      expect(failed.errors).toContain(code);
    }
    expect((await shop.coco("provider", "check", "randon")).errors).toContain("Did you mean random?");
  });
});
