import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Registration } from "../../model/index.js";
import { CustomResource, ProviderResource } from "../../sdk/index.js";
import { testProgram } from "../../testing/index.js";
import type { LoadedPackage, PackageHost, ProviderPackage, Rejected } from "../contract/index.js";
import { defineProvider } from "../index.js";
import { packageHost, providersOf, type PackageHostOptions, type PackageKind } from "./index.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "coconut-host-")));
let project = root;
let count = 0;

/** A second copy of the SDK: what packages are installed with, and recognised across. */
beforeAll(async () => {
  const sdk = join(root, "node_modules", "@coconut", "coconut");
  const entry = fileURLToPath(new URL("../index.ts", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile: join(sdk, "provider.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  writeFileSync(
    join(sdk, "package.json"),
    JSON.stringify({ name: "@coconut/coconut", type: "module", exports: { "./provider": "./provider.js" } }),
  );
});
beforeEach(() => {
  project = join(root, `project-${++count}`);
  mkdirSync(project);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | object): string {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const moduleWith = (name: string, version = "1.0.0") => `
  import { defineProvider } from "@coconut/coconut/provider";
  export const ${name} = defineProvider({ package: "${name}", version: "${version}" });
  export const Thing = ${name}.resource("Thing", {
    inputs: {}, outputs: {},
    create: async () => ({ id: "1", outputs: {} }),
    read: async () => null, update: async () => ({}), delete: async () => {},
  });
`;

/** An npm package in the project's node_modules. */
function install(npmName: string, coconut: object | undefined, module: string, under = "."): void {
  const folder = `${under}/node_modules/${npmName}`;
  write(`${folder}/package.json`, {
    name: npmName,
    version: "9.9.9",
    type: "module",
    ...(coconut && { coconut }),
  });
  write(`${folder}/dist/package.json`, { type: "module" });
  write(`${folder}/dist/provider.js`, module);
}

const provider = "./dist/provider.js";
const host = (options: Partial<PackageHostOptions> = {}) =>
  packageHost({ projectFolder: project, ...options });

class Token extends CustomResource {}
const tokenOf = (type: string) => registered(() => void new (Token as never as TokenClass)(type, "a", {}));
type TokenClass = new (type: string, name: string, args: object) => object;

async function registered(make: () => void): Promise<Registration> {
  return (await testProgram(make)).registrations[0] as Registration;
}

function outcomeOf(found: LoadedPackage | Rejected): object {
  if (found.kind === "loaded") return found.record;
  return {
    codes: found.diagnostics.map(({ code }) => code),
    text: found.diagnostics[0]!.detail,
    hint: found.diagnostics[0]!.hint,
  };
}

const find = async (host: PackageHost, type: string) =>
  outcomeOf(await host.forResource(await tokenOf(type)));

describe("a type that is only named", () => {
  test("is found among the direct dependencies, whatever they are called", async () => {
    install("@acme/cloud-provider", { package: "cloud", provider }, moduleWith("cloud", "2.0.0"));
    install("other", undefined, "");
    write("package.json", {
      name: "shop",
      dependencies: { other: "*" },
      devDependencies: { "@acme/cloud-provider": "*" },
    });
    const record = { name: "cloud", version: "2.0.0", module: "@acme/cloud-provider" };
    const loading = host();
    expect(await find(loading, "cloud:index:Thing")).toEqual(record);
    const first = await loading.forResource(await tokenOf("cloud:Thing"));
    const second = await loading.forResource(await tokenOf("cloud:index:Other"));
    expect(first).toBe(second);
    expect((first as LoadedPackage).package.implements("cloud:Thing")).toBe(true);
  });

  test("is found further up, as Node does", async () => {
    install("cloud", { package: "cloud", provider }, moduleWith("cloud"));
    write("apps/shop/package.json", { name: "shop", dependencies: { cloud: "*" } });
    const inner = packageHost({ projectFolder: join(project, "apps", "shop") });
    expect(await find(inner, "cloud:Thing")).toMatchObject({ module: "cloud" });
  });

  test("is found in a package that is linked", async () => {
    const linked = "elsewhere/cloud";
    write(`${linked}/package.json`, {
      name: "@acme/cloud",
      type: "module",
      coconut: { package: "cloud", provider: "./provider.js" },
    });
    write(`${linked}/provider.js`, moduleWith("cloud"));
    write("shop/package.json", { name: "shop", dependencies: { "@acme/cloud": "*" } });
    mkdirSync(join(project, "shop/node_modules/@acme"), { recursive: true });
    symlinkSync(join(project, linked), join(project, "shop/node_modules/@acme/cloud"));
    const shop = packageHost({ projectFolder: join(project, "shop") });
    expect(await find(shop, "cloud:Thing")).toMatchObject({ module: "@acme/cloud" });
  });

  test("is found in a dependency that has several, and by a project inside that", async () => {
    const packages = { cloud: provider, storm: "./dist/storm.js", ["__proto__"]: "./dist/nowhere.js" };
    install("@acme/sky", { packages, package: "rain", provider: "./dist/rain.js" }, moduleWith("cloud"));
    write("node_modules/@acme/sky/dist/storm.js", moduleWith("storm"));
    write("node_modules/@acme/sky/dist/rain.js", moduleWith("rain"));
    write("package.json", { name: "shop", dependencies: { "@acme/sky": "*" } });
    const projectFolder = join(project, "node_modules/@acme/sky/examples/first");
    mkdirSync(projectFolder, { recursive: true });
    for (const name of ["cloud", "storm", "rain"]) {
      const record = { name, version: "1.0.0", module: "@acme/sky" };
      expect(await find(host(), `${name}:Thing`)).toEqual(record);
      expect(outcomeOf(await host({ projectFolder }).forRecord(record))).toEqual(record);
    }
    expect(await find(host(), "packages:Thing")).toMatchObject({ codes: ["provider/package-not-found"] });
  });

  test("is found first where coconut.json says", async () => {
    install("cloud", { package: "cloud", provider }, moduleWith("cloud"));
    write("package.json", { name: "shop", type: "module", dependencies: { cloud: "*" } });
    write("coconut.json", { packages: { cloud: "./providers/cloud.js" } });
    write("providers/cloud.js", moduleWith("cloud", "0.1.0"));
    expect(await find(host(), "cloud:Thing")).toEqual({
      name: "cloud",
      version: "0.1.0",
      module: "./providers/cloud.js",
    });
    write("coconut.json", { packages: { cloud: "cloud" } });
    expect(await find(host(), "cloud:Thing")).toMatchObject({ version: "1.0.0", module: "cloud" });
  });

  test("is found before all else in what the program brought along", async () => {
    write("coconut.json", { packages: { cloud: "./nowhere.js" } });
    const cloud = defineProvider({ package: "cloud", version: "3.0.0" });
    expect(await find(host({ packages: [cloud] }), "cloud:Thing")).toMatchObject({ version: "3.0.0" });
  });

  test("may be the configuration of a provider", async () => {
    const cloud = defineProvider({ package: "cloud", version: "3.0.0" });
    class Cloud extends ProviderResource {}
    const configuration = await registered(() => void new (Cloud as never as CloudClass)("cloud", "main"));
    expect(configuration.type).toBe("pulumi:providers:cloud");
    expect(outcomeOf(await host({ packages: [cloud] }).forResource(configuration))).toMatchObject({
      name: "cloud",
    });
  });
  type CloudClass = new (packageName: string, name: string) => object;
});

describe("a class that a provider defined", () => {
  test("brings its provider, and with it the module that defined it", async () => {
    const file = write("providers/disk.mjs", moduleWith("disk"));
    const { Thing, disk } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Made;
    class Special extends Thing {}
    const program = await testProgram(() => [new Thing("a"), new Special("b")]);
    const loading = host();
    for (const registration of program.registrations) {
      expect(outcomeOf(await loading.forResource(registration))).toEqual({
        name: "disk",
        version: "1.0.0",
        module: "./providers/disk.mjs",
      });
    }
    expect(providersOf(program.registrations)).toEqual([disk]);
    expect(await find(loading, "disk:Thing")).toMatchObject({ module: "./providers/disk.mjs" });
  });

  interface Made {
    readonly Thing: new (name: string) => object;
    readonly disk: object;
  }
});

describe("what state remembers", () => {
  const recorded = async (module: string, options: Partial<PackageHostOptions> = {}, name = "cloud") =>
    outcomeOf(await host(options).forRecord({ name, version: "1.0.0", module }));

  test("is loaded from an npm package, which need not be a direct dependency any more", async () => {
    install("@acme/cloud", { package: "cloud", provider }, moduleWith("cloud"));
    expect(await recorded("@acme/cloud")).toEqual({ name: "cloud", version: "1.0.0", module: "@acme/cloud" });
  });

  test("is loaded from a module of the project, by whoever loads those", async () => {
    const asked: string[] = [];
    const file = write("providers/cloud.ts", moduleWith("cloud"));
    const compiled = write("cache/cloud.mjs", moduleWith("cloud"));
    const loadModule = (path: string): Promise<object> => {
      asked.push(path);
      return import(/* @vite-ignore */ pathToFileURL(compiled).href);
    };
    expect(await recorded("./providers/cloud.ts", { loadModule })).toMatchObject({ name: "cloud" });
    expect(asked).toEqual([file]);
  });

  test("is what the program has now, wherever that is", async () => {
    const cloud = defineProvider({ package: "cloud", version: "3.0.0" });
    expect(await recorded("./gone.ts", { packages: [cloud] })).toMatchObject({ version: "3.0.0" });
  });

  test.each<[name: string, module: string, prepare: () => void, expected: object]>([
    [
      "a package that was uninstalled",
      "@acme/cloud",
      () => {},
      {
        codes: ["provider/package-not-installed"],
        text: "The npm package @acme/cloud is not installed. State records it as the provider of package cloud.",
        hint: "Install it, then run the command again. State is unchanged:\n    npm install @acme/cloud",
      },
    ],
    [
      "a module that was deleted",
      "./cloud.ts",
      () => {},
      {
        codes: ["provider/module-not-found"],
        text: expect.stringContaining("The project has no file ./cloud.ts."),
      },
    ],
    [
      "a module without a provider",
      "./cloud.mjs",
      () => write("cloud.mjs", "export const cloud = 1;"),
      { codes: ["provider/no-provider"], text: expect.stringContaining("It exports no provider.") },
    ],
    [
      "a module with another provider",
      "./cloud.mjs",
      () => write("cloud.mjs", moduleWith("storm")),
      { codes: ["provider/no-provider"], text: expect.stringContaining("It exports storm.") },
    ],
    [
      "a module with two",
      "./cloud.mjs",
      () =>
        write(
          "cloud.mjs",
          `${moduleWith("cloud")}export const two = defineProvider({ package: "cloud", version: "1.0.0" });`,
        ),
      { codes: ["provider/ambiguous-package"] },
    ],
    [
      "a module that throws",
      "./cloud.mjs",
      () => write("cloud.mjs", `throw new Error("no good");`),
      { codes: ["provider/load-failed"], text: expect.stringContaining("failed: Error: no good") },
    ],
    [
      "a package that the project is part of, and that is not built",
      "cloud",
      () =>
        write("package.json", { name: "cloud", coconut: { package: "cloud", provider: "./dist/cloud.js" } }),
      { codes: ["provider/load-failed"], hint: expect.stringMatching(/^Build [^]+npm run build$/) },
    ],
    [
      "a package that does not say where its provider is",
      "cloud",
      () => install("cloud", { package: "cloud" }, ""),
      {
        codes: ["provider/malformed-manifest"],
        text: expect.stringContaining("node_modules/cloud/package.json"),
      },
    ],
    [
      "a package that has others",
      "cloud",
      () => install("cloud", { packages: { storm: provider } }, moduleWith("storm")),
      {
        codes: ["provider/malformed-manifest"],
        text: expect.stringContaining(
          'It does not declare where the provider of package cloud is: "coconut": { "packages": { "cloud": "./provider.js" } }',
        ),
      },
    ],
  ])("is refused: %s", async (_, module, prepare, expected) => {
    prepare();
    expect(await recorded(module)).toMatchObject(expected);
  });

  const outside = "provider/module-outside-project";

  test.each<[name: string, module: string, prepare: () => void]>([
    ["a path that leaves the project", "../outside.mjs", () => write("../outside.mjs", moduleWith("cloud"))],
    [
      "a link that leaves the project",
      "./link.mjs",
      () => symlinkSync(write("../outside.mjs", moduleWith("cloud")), join(project, "link.mjs")),
    ],
    ["a path that leaves it and is not there", "../nowhere.mjs", () => {}],
    ["an absolute path", join(root, "outside.mjs"), () => write("../outside.mjs", moduleWith("cloud"))],
    ["a URL", pathToFileURL(join(root, "outside.mjs")).href, () => {}],
    ["a module of Node", "node:fs", () => {}],
    ["a name that leaves node_modules", "@acme/..", () => {}],
    ["a name with a path that leaves the package", "cloud/../../outside.mjs", () => {}],
    ["no name at all", "", () => {}],
    [
      "a file of an installed package",
      "./node_modules/cloud/dist/provider.js",
      () => install("cloud", undefined, moduleWith("cloud")),
    ],
  ])("is never loaded: %s", async (_, module, prepare) => {
    prepare();
    expect(await recorded(module)).toMatchObject({ codes: [outside] });
  });

  test("is not loaded from a package that is installed above the project", async () => {
    install("sky", { package: "cloud", provider }, moduleWith("cloud"));
    write("shop/package.json", { name: "shop" });
    const shop = () => packageHost({ projectFolder: join(project, "shop") });
    const record = { name: "cloud", version: "1.0.0", module: "sky" };
    expect(outcomeOf(await shop().forRecord(record))).toMatchObject({
      codes: ["provider/package-not-installed"],
    });
    write("package.json", { name: "all", workspaces: ["shop"] });
    expect(outcomeOf(await shop().forRecord(record))).toEqual(record);
  });

  test("is loaded from the package around the project, and from its workspace", async () => {
    write("shared/cloud.mjs", moduleWith("cloud"));
    write("apps/shop/package.json", { name: "shop" });
    write("apps/shop/stacks/package.json", { type: "module" });
    write("apps/shop/cloud.mjs", moduleWith("cloud"));
    const projectFolder = join(project, "apps/shop/stacks");
    expect(await recorded("../cloud.mjs", { projectFolder })).toMatchObject({ module: "../cloud.mjs" });
    const shared = "../../../shared/cloud.mjs";
    expect(await recorded(shared, { projectFolder })).toMatchObject({ codes: [outside] });
    write("package.json", { name: "all", workspaces: ["apps/*"] });
    expect(await recorded(shared, { projectFolder })).toMatchObject({ module: shared });
  });

  test("is loaded from where coconut.json says, before what state says", async () => {
    write("../elsewhere.mjs", moduleWith("cloud", "7.0.0"));
    write("coconut.json", { packages: { cloud: "../elsewhere.mjs" } });
    expect(await recorded("../outside.mjs")).toMatchObject({ version: "7.0.0" });
  });
});

describe("nothing is guessed", () => {
  test("a package that nobody has is asked for", async () => {
    write("package.json", { name: "shop" });
    expect(await find(host(), "cloud:Thing")).toMatchObject({
      codes: ["provider/package-not-found"],
      text: expect.stringContaining("The type cloud:Thing belongs to package cloud."),
      hint: expect.stringContaining("\n    npm install cloud\n"),
    });
  });

  test("dependencies that are not installed are named", async () => {
    write("package.json", { name: "shop", dependencies: { "@acme/cloud": "*" } });
    expect(await find(host(), "cloud:Thing")).toMatchObject({
      codes: ["provider/package-not-found"],
      hint: expect.stringContaining("not installed: @acme/cloud. Install them:\n    npm install"),
    });
  });

  test("two dependencies of one name", async () => {
    install("a-cloud", { package: "cloud", provider }, moduleWith("cloud"));
    install("b-cloud", { package: "cloud", provider }, moduleWith("cloud"));
    write("package.json", { name: "shop", dependencies: { "a-cloud": "*", "b-cloud": "*" } });
    expect(await find(host(), "cloud:Thing")).toMatchObject({
      codes: ["provider/ambiguous-package"],
      text: expect.stringMatching(/^a-cloud and b-cloud each define/),
    });
  });

  test("two providers of one name in the program, also for their own classes", async () => {
    const first = defineProvider({ package: "cloud", version: "1.0.0" });
    const second = defineProvider({ package: "cloud", version: "1.0.0" });
    const Thing = second.resource("Thing", {
      inputs: {},
      outputs: {},
      create: async () => ({ id: "1", outputs: {} }),
      read: async () => null,
      update: async () => ({}),
      delete: async () => {},
    });
    const two = host({ packages: [first, second] });
    const thing = await registered(() => void new Thing("a"));
    for (const found of [await two.forResource(thing), await two.forResource(await tokenOf("cloud:Other"))]) {
      expect(outcomeOf(found)).toMatchObject({
        codes: ["provider/ambiguous-package"],
        text: expect.stringMatching(
          /package-host\.test\.ts:\d+:\d+\) and .*package-host\.test\.ts:\d+:\d+\) each/,
        ),
      });
    }
    expect(await two.forResource(thing)).toMatchObject({ diagnostics: [{ resource: thing.urn }] });
  });

  test("one module that was evaluated twice is one claim", async () => {
    const make = (version: string) => defineProvider({ package: "cloud", version });
    const twice = host({ packages: [make("1.0.0"), make("2.0.0")] });
    expect(await find(twice, "cloud:Thing")).toMatchObject({ version: "1.0.0" });
  });

  test.each<[coconut: object, fault: string]>([
    [{ packages: ["cloud"] }, '"coconut.packages" must be an object.'],
    [{ packages: { cloud: 5 } }, "coconut.packages.cloud must be the path of a module."],
    [{ packages: { cloud: "" } }, "coconut.packages.cloud must be the path of a module."],
  ])("a dependency that cannot be used: %j", async (coconut, fault) => {
    install("sky", coconut, "");
    write("package.json", { name: "shop", dependencies: { sky: "*" } });
    expect(await find(host(), "cloud:Thing")).toMatchObject({
      codes: ["provider/malformed-manifest"],
      text: expect.stringContaining(`node_modules/sky/package.json is invalid. ${fault}`),
      hint: expect.stringContaining('{ "coconut": { "packages": {'),
    });
  });

  test.each<[content: string | object, fault: string]>([
    ["{", "It is not valid JSON"],
    ["[]", "It must contain a JSON object."],
    [{ packages: [] }, '"packages" must be an object.'],
    [
      { packages: { cloud: 5 } },
      "packages.cloud must be the path of a module, the name of an npm package, or an object with the kind and the source of a plugin.",
    ],
  ])("a project file that cannot be used: %j", async (content, fault) => {
    write("coconut.json", content);
    expect(await find(host(), "cloud:Thing")).toMatchObject({
      codes: ["provider/malformed-manifest"],
      text: expect.stringContaining(fault),
    });
  });
});

describe("another kind of packages", () => {
  const known = (name: string, version: string): LoadedPackage => ({
    kind: "loaded",
    package: { name, version } as ProviderPackage,
    record: {
      name,
      version,
      module: `plug:${name}`,
      plugin: { kind: "plug", source: name, version },
    },
    choosesVersions: true,
  });
  class Owned extends CustomResource {}
  const plugs: PackageKind = {
    name: "plug",
    owns: (maker) => maker === Owned,
    find: async ({ name, version = "1.0.0" }) => (name === "sky" ? undefined : known(name, version)),
    findRecorded: async ({ name, plugin }) => known(name, plugin!.version),
  };
  const withPlugs = (options: Partial<PackageHostOptions> = {}) => host({ ...options, kinds: [plugs] });
  const cloud = defineProvider({ package: "cloud", version: "7.0.0" });
  const owned = registered(() => void new (Owned as never as TokenClass)("cloud:Thing", "a", {}));

  test("is asked for what no module has, in the version that is asked for", async () => {
    expect(await find(withPlugs(), "far:Thing")).toMatchObject({ module: "plug:far", version: "1.0.0" });
    const versions = await registered(
      () => void new (Token as never as VersionedClass)("far:Thing", "a", {}, { version: "3.0.0" }),
    );
    expect(await withPlugs().forResource(versions)).toMatchObject({ record: { version: "3.0.0" } });
    expect(await withPlugs().forFunction({ token: "far:sum" }, "4.0.0")).toMatchObject({
      record: { version: "4.0.0" },
    });
  });

  test("comes after modules where a type only names its package", async () => {
    const loading = withPlugs({ packages: [cloud] });
    expect(await find(loading, "cloud:Thing")).toMatchObject({ version: "7.0.0" });
    expect(await loading.forResource(await owned)).toMatchObject({ record: { module: "plug:cloud" } });
  });

  test("says nothing of what it does not have", async () => {
    expect(await find(withPlugs(), "sky:Thing")).toMatchObject({ codes: ["provider/package-not-found"] });
  });

  test("finds what a record names, whatever modules have the name", async () => {
    const loading = withPlugs({ packages: [cloud] });
    const { record } = known("cloud", "2.0.0");
    expect(outcomeOf(await loading.forRecord(record))).toEqual(record);
    const { plugin: _, ...module } = record;
    expect(outcomeOf(await loading.forRecord(module))).toMatchObject({ version: "7.0.0" });
  });

  test("is named in the message if it is not there", async () => {
    const { record } = known("cloud", "2.0.0");
    expect(outcomeOf(await host({ packages: [cloud] }).forRecord(record))).toMatchObject({
      codes: ["provider/unknown-kind"],
      text: expect.stringContaining(
        'State records package cloud as a plugin of kind "plug". This version of Coconut supports these kinds: module, terraform.',
      ),
      hint: expect.stringContaining("npm install @coconut/coconut@latest"),
    });
  });
});

type VersionedClass = new (type: string, name: string, args: object, options: object) => object;
