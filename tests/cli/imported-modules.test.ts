import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "coconut-elsewhere-")));
afterAll(() => {
  rmSync(elsewhere, { recursive: true, force: true });
  projects.remove();
});

/** A provider that leaves a file behind when it is loaded, wherever from. */
const providerWith = (mark: string) => `
import { writeFileSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
writeFileSync(${JSON.stringify(mark)}, "ran");
export const safe = defineProvider({ package: "safe", version: "1.0.0" });
export const Thing = safe.resource("index:Thing", {
  inputs: {}, outputs: {},
  create: async () => ({ id: "1", outputs: {} }),
  read: async () => ({}), update: async () => ({}), delete: async () => {},
});
`;

/** A deployment whose one resource is managed by a module that the file chooses. */
const deploymentWith = (module: string, name = "safe") => {
  const urn = (type: string, resource: string) => `urn:pulumi:prod::shop::${type}::${resource}`;
  const stack = urn("pulumi:pulumi:Stack", "shop-prod");
  return JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "v3.200.0" },
      resources: [
        { type: "pulumi:pulumi:Stack", urn: stack, custom: false },
        {
          type: "safe:index:Thing",
          urn: urn("safe:index:Thing", "thing"),
          custom: true,
          id: "1",
          parent: stack,
          inputs: {},
          coconut: { package: { name, version: "1.0.0", module } },
        },
      ],
    },
  });
};

class Victim {
  readonly shop: CocoProject;
  readonly mark: string;
  readonly outside: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.shop = projects.project(`${imports} export const nothing = 1;`, files);
    const folder = mkdtempSync(join(elsewhere, "outside-"));
    this.mark = join(folder, "ran");
    this.outside = join(folder, "provider.mjs");
    // So that what is outside would work if it were loaded.
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(this.shop.files.path("node_modules/@coconut"), join(folder, "node_modules/@coconut"));
    writeFileSync(this.outside, providerWith(this.mark));
  }

  get hasRun(): boolean {
    return existsSync(this.mark);
  }

  /** The path of what is outside, from the project. */
  get way(): string {
    return relative(this.shop.files.folder, this.outside);
  }

  import(module: string, ...more: string[]) {
    this.shop.files.write({ "prod.json": deploymentWith(module) });
    return this.shop.coco("stack", "import", "prod.json", "-s", "prod", ...more);
  }
}

describe.concurrent("a module that an imported deployment names", { timeout: 120_000 }, () => {
  test.each<[what: string, module: (victim: Victim) => string]>([
    ["a path that leaves the project", ({ way }) => way],
    ["a path that leaves it on a detour", ({ way }) => `./node_modules/../${way}`],
    ["an absolute path", ({ outside }) => outside],
    ["a file URL", ({ outside }) => pathToFileURL(outside).href],
    ["a data URL", ({ mark }) => `data:text/javascript,${encodeURIComponent(providerWith(mark))}`],
    ["a module of Node", () => "node:child_process"],
    ["a package name that leaves node_modules", () => "@acme/.."],
    ["a package with a path that leaves it", ({ way }) => `@coconut/coconut/../../${way}`],
    ["a link that leaves the project", () => "./link.mjs"],
    ["a folder that is a link that leaves it", () => "./linked/provider.mjs"],
    ["a file of an installed package", () => "./node_modules/tool/index.mjs"],
  ])("is refused: %s", async (_, module) => {
    const victim = new Victim();
    const { files } = victim.shop;
    symlinkSync(victim.outside, files.path("link.mjs"));
    symlinkSync(join(victim.outside, ".."), files.path("linked"));
    files.write({
      "node_modules/tool/package.json": `{ "name": "tool", "type": "module" }`,
      "node_modules/tool/index.mjs": providerWith(victim.mark),
    });
    const refused = await victim.import(module(victim), "--allow-modules");
    expect(refused).toMatchObject({ status: 1, output: "" });
    expect(refused.errors).toContain("provider/module-outside-project");
    expect(existsSync(files.path(".coconut/prod.db"))).toBe(false);
    expect(victim.hasRun).toBe(false);
  });

  test("is listed, and taken only with --allow-modules", async () => {
    const victim = new Victim();
    const { shop, mark } = victim;
    shop.files.write({ "providers/safe.ts": providerWith(mark) });
    const refused = await victim.import("./providers/safe.ts");
    expect(refused).toMatchObject({ status: 1, output: "" });
    expect(refused.errors).toContain("engine/import-modules");
    expect(refused.errors).toContain("./providers/safe.ts");
    expect(refused.errors).toContain("--allow-modules");
    expect(existsSync(shop.files.path(".coconut/prod.db"))).toBe(false);

    const taken = await victim.import("./providers/safe.ts", "--allow-modules", "--json");
    expect(taken).toMatchObject({ status: 0, errors: "" });
    const file = shop.files.path("providers/safe.ts");
    const expected = { package: "safe", module: "./providers/safe.ts", file, namedBy: "file" };
    expect(JSON.parse(taken.output)).toMatchObject({ imported: { resources: 1, modules: [expected] } });
    expect(victim.hasRun).toBe(false);
    const again = await victim.import("./providers/safe.ts", "--allow-modules", "--force");
    expect(again.output).toContain("safe: ./providers/safe.ts");

    const destroyed = await shop.coco("destroy", "-y", "-s", "prod");
    expect(destroyed.output).toContain("deleted   safe:index:Thing thing");
    expect(victim.hasRun).toBe(true);
  });

  test("is an installed package, also one that is linked", async () => {
    const victim = new Victim();
    const { shop, outside } = victim;
    writeFileSync(
      join(outside, "../package.json"),
      JSON.stringify({ name: "safe-cloud", coconut: { package: "safe", provider: "./provider.mjs" } }),
    );
    const missing = await victim.import("safe-cloud", "--allow-modules");
    expect(missing.errors).toContain("provider/package-not-installed");
    symlinkSync(join(outside, ".."), shop.files.path("node_modules/safe-cloud"));
    const refused = await victim.import("safe-cloud");
    expect(refused.errors).toContain("engine/import-modules");
    expect(refused.errors).toContain(outside);
    expect((await victim.import("safe-cloud", "--allow-modules")).status).toBe(0);
    expect((await shop.coco("destroy", "-y", "-s", "prod")).status).toBe(0);
    expect(victim.hasRun).toBe(true);
  });

  test("needs no flag if the project says the same", async () => {
    const victim = new Victim({ "coconut.json": `{ "packages": { "safe": "./providers/safe.ts" } }` });
    victim.shop.files.write({ "providers/safe.ts": providerWith(victim.mark) });
    const taken = await victim.import("./providers/safe.ts", "--json");
    expect(JSON.parse(taken.output)).toMatchObject({
      exitCode: 0,
      imported: { modules: [{ package: "safe", module: "./providers/safe.ts", namedBy: "project" }] },
    });
    const other = await victim.import("./main.ts", "--force");
    expect(other.errors).toContain("engine/import-modules");
  });
});

describe.concurrent("a module that state names", { timeout: 120_000 }, () => {
  test("is not run once it leads outside of the project, by any command", async () => {
    const victim = new Victim();
    const { shop, outside } = victim;
    shop.files.write({ "inside.mjs": providerWith(shop.files.path("inside-ran")) });
    symlinkSync("inside.mjs", shop.files.path("link.mjs"));
    expect((await victim.import("./link.mjs", "--allow-modules")).status).toBe(0);
    rmSync(shop.files.path("link.mjs"));
    symlinkSync(outside, shop.files.path("link.mjs"));
    for (const command of ["plan", "apply -y", "refresh -y", "destroy -y"]) {
      const refused = await shop.coco(...command.split(" "), "-s", "prod");
      expect(`${refused.output}${refused.errors}`).toContain("provider/module-outside-project");
      expect(refused.status).not.toBe(0);
    }
    expect((await shop.coco("doctor", "-s", "prod")).output).toContain(outside);
    await shop.coco("logs", "-s", "prod");
    expect(victim.hasRun).toBe(false);

    shop.files.write({ "coconut.json": JSON.stringify({ packages: { safe: victim.way } }) });
    expect(await shop.coco("destroy", "-y", "-s", "prod")).toMatchObject({ status: 0, errors: "" });
    expect(victim.hasRun).toBe(true);
  });
});
