import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const provider = `
import { writeFileSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
import { word } from "sdk";
export const cloud = defineProvider({ package: "cloud", version: "1.0.0" });
export const Thing = cloud.resource("index:Thing", {
  inputs: {}, outputs: {},
  create: async () => {
    writeFileSync("created", word);
    return { id: "1", outputs: {} };
  },
  read: async () => ({}), update: async () => ({}), delete: async () => {},
});
`;

const packageJson = (name: string, version: string, more: object = {}) =>
  JSON.stringify({ name, version, type: "module", exports: { ".": "./index.js" }, ...more });

const cloudJson = packageJson("@acme/cloud", "2.0.0", {
  coconut: { package: "cloud", provider: "./index.js" },
  dependencies: { sdk: "^1.0.0" },
  peerDependencies: { "@coconut/coconut": "*" },
  optionalDependencies: { "not-there": "*" },
});

const lockWith = (integrities: Readonly<Record<string, string>>) =>
  JSON.stringify({
    name: "shop",
    lockfileVersion: 3,
    packages: Object.fromEntries(
      Object.entries(integrities).map(([key, integrity]) => {
        const [name, version] = key.split(" ");
        return [`node_modules/${name}`, { version, integrity }];
      }),
    ),
  });

const locked = {
  "@acme/cloud 2.0.0": "sha512-cloud",
  "sdk 1.0.0": "sha512-sdk",
  "deep 1.0.0": "sha512-deep",
  "other 1.0.0": "sha512-other",
};

const installed = {
  "package.json": JSON.stringify({
    name: "shop",
    type: "module",
    dependencies: { "@acme/cloud": "^2.0.0", other: "*" },
  }),
  "package-lock.json": lockWith(locked),
  "node_modules/@acme/cloud/package.json": cloudJson,
  "node_modules/@acme/cloud/index.js": provider,
  "node_modules/sdk/package.json": packageJson("sdk", "1.0.0", { dependencies: { deep: "*" } }),
  "node_modules/sdk/index.js": `export { word } from "deep";`,
  "node_modules/deep/package.json": packageJson("deep", "1.0.0", { dependencies: { sdk: "*" } }),
  "node_modules/deep/index.js": `export const word = "one";`,
  "node_modules/other/package.json": packageJson("other", "1.0.0"),
  "node_modules/other/index.js": `export const other = 1;`,
};

const program = `import { Thing } from "@acme/cloud";\nimport { other } from "other";\nnew Thing("a", {});\nexport const n = other;`;

/** A project with a saved plan that creates something. */
async function planned(
  files: Readonly<Record<string, string>> = installed,
  { main = program, prepare = () => {} }: { main?: string; prepare?: (shop: CocoProject) => void } = {},
): Promise<CocoProject> {
  const shop = projects.project(main, files);
  prepare(shop);
  expect(await shop.coco("plan", "--out", "it.plan")).toMatchObject({ status: 0, errors: "" });
  return shop;
}

async function expectRefused(shop: CocoProject, ...texts: readonly string[]): Promise<void> {
  const { status, errors } = await shop.coco("apply", "it.plan");
  expect(errors).toContain("engine/plan-file-other-code");
  for (const text of texts) expect(errors.replaceAll(/\s+/g, " ")).toContain(text);
  expect(status).toBe(8);
  expect(existsSync(shop.files.path("created"))).toBe(false);
}

async function expectApplied(shop: CocoProject): Promise<void> {
  expect(await shop.coco("apply", "it.plan")).toMatchObject({ status: 0, errors: "" });
  expect(existsSync(shop.files.path("created"))).toBe(true);
}

/** Moves the provider out of node_modules, as a workspace has it. */
function link(shop: CocoProject): void {
  shop.files.write({
    "packages/cloud/package.json": cloudJson,
    "packages/cloud/index.js": provider,
    "packages/cloud/lib/part.js": "export const part = 1;",
    "packages/cloud/README.md": "# Cloud",
    "packages/cloud/node_modules/tool/index.js": "",
  });
  rmSync(shop.files.path("node_modules/@acme"), { recursive: true });
  mkdirSync(shop.files.path("node_modules/@acme"));
  symlinkSync("../../packages/cloud", shop.files.path("node_modules/@acme/cloud"));
}

describe.concurrent("a plan file", { timeout: 120_000 }, () => {
  test("is applied where the provider loads what it loaded", async () => {
    await expectApplied(await planned());
  });

  test.each<[what: string, files: Readonly<Record<string, string>>, said: string]>([
    [
      "a dependency of a provider has another version",
      {
        "node_modules/sdk/package.json": packageJson("sdk", "1.1.0", { dependencies: { deep: "*" } }),
        "package-lock.json": lockWith({ ...locked, "sdk 1.1.0": "sha512-sdk" }),
      },
      "sdk: 1.0.0 -> 1.1.0",
    ],
    [
      "a dependency of a dependency has another version",
      { "node_modules/deep/package.json": packageJson("deep", "1.0.1", { dependencies: { sdk: "*" } }) },
      "deep: 1.0.0 -> 1.0.1",
    ],
    [
      "the lock file has another integrity for one",
      { "package-lock.json": lockWith({ ...locked, "deep 1.0.0": "sha512-changed" }) },
      "deep 1.0.0: integrity sha512-deep -> integrity sha512-changed",
    ],
    [
      "a provider finds another copy of a dependency",
      {
        "node_modules/sdk/node_modules/deep/package.json": packageJson("deep", "3.0.0"),
        "node_modules/sdk/node_modules/deep/index.js": `export const word = "three";`,
      },
      "deep: 1.0.0 -> 3.0.0",
    ],
    [
      "a dependency that was missing is there",
      {
        "node_modules/not-there/package.json": packageJson("not-there", "1.0.0"),
        "node_modules/not-there/index.js": "",
      },
      "not-there: none -> 1.0.0",
    ],
    [
      "the provider's package has another version",
      { "node_modules/@acme/cloud/package.json": cloudJson.replace("2.0.0", "2.0.1") },
      "@acme/cloud: 2.0.0 -> 2.0.1",
    ],
  ])("is refused when %s", async (_, files, said) => {
    const shop = await planned();
    shop.files.write(files);
    await expectRefused(shop, said, "cloud");
    shop.files.write(installed);
    for (const folder of ["node_modules/not-there", "node_modules/sdk/node_modules"])
      rmSync(shop.files.path(folder), { recursive: true, force: true });
    await expectApplied(shop);
  });

  test("is refused when a file of a linked package changes, whatever the program is made from", async () => {
    const shop = await planned(installed, { prepare: link });
    shop.files.write({ "packages/cloud/lib/part.js": "export const part = 2;" });
    await expectRefused(shop, "@acme/cloud 2.0.0: content");
    shop.files.write({ "packages/cloud/lib/part.js": "export const part = 1;" });
    await expectApplied(shop);
  });

  test("is applied when only packages changed that no provider loads", async () => {
    const shop = await planned(installed, { prepare: link });
    shop.files.write({
      "node_modules/other/package.json": packageJson("other", "2.0.0"),
      "package-lock.json": lockWith({ ...locked, "other 2.0.0": "sha512-new", "more 1.0.0": "sha512-more" }),
      "packages/cloud/README.md": "# The cloud",
      "packages/cloud/node_modules/tool/index.js": "1;",
      "node_modules/more/package.json": packageJson("more", "1.0.0"),
    });
    await expectApplied(shop);
  });

  test("covers a module that coconut.json names, and what it imports", async () => {
    const files = {
      ...installed,
      "coconut.json": `{ "packages": { "cloud": "./providers/cloud.ts" } }`,
      "providers/cloud.ts": provider.replace(`"sdk"`, `"./part.js"`),
      "providers/part.ts": `export { word } from "deep";`,
    };
    const main = `import { CustomResource } from "@coconut/coconut";
      class Thing extends CustomResource { constructor(name: string) { super("cloud:index:Thing", name, {}); } }
      new Thing("a");`;
    const shop = await planned(files, { main });
    const part = readFileSync(shop.files.path("providers/part.ts"), "utf8");
    shop.files.write({ "providers/part.ts": `${part}\nexport const more = 1;` });
    await expectRefused(shop, "./providers/cloud.ts: code");
    shop.files.write({ "providers/part.ts": part });
    shop.files.write({ "node_modules/deep/package.json": packageJson("deep", "1.0.1") });
    await expectRefused(shop, "deep: 1.0.0 -> 1.0.1");
    shop.files.write({ "node_modules/deep/package.json": files["node_modules/deep/package.json"] });
    shop.files.write({ "node_modules/other/package.json": packageJson("other", "9.0.0") });
    await expectApplied(shop);
  });

  test("of bundled packages is applied from the project that it was made in", async () => {
    const main = `import { Pet } from "@coconut/coconut/random";\nnew Pet("pet", {});`;
    const shop = await planned({}, { main });
    expect(await shop.coco("apply", "it.plan")).toMatchObject({ status: 0, errors: "" });
  });
});
