import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { BuiltPackage, type Project } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const valibot = fileURLToPath(new URL("../../node_modules/valibot", import.meta.url));

/** Components made of the files of the package `disk`, which it depends on. */
const components = `
import { CustomResource, interpolate } from "@coconut/coconut";
import { defineProvider, reference, secret } from "@coconut/coconut/provider";
import { File } from "@acme/disk-provider";
import * as v from "valibot";

export const shop = defineProvider({ package: "shop", version: "2.1.0" });

export const Site = shop.component("web:Site", {
  inputs: {
    password: v.string(),
    title: v.pipe(v.string(), v.minLength(2)),
    logo: reference(CustomResource),
    footer: v.optional(v.string(), "the end"),
  },
  outputs: { size: v.number(), password: v.string(), token: secret(v.string()), page: reference(File), title: v.string() },
  construct: async ({ name, inputs }) => {
    const page = new File(name + "-page", { content: interpolate\`\${name}-page \${inputs.title} \${inputs.footer}\` });
    const logo = inputs.logo.apply(({ id }) => id);
    new File(name + "-vault", { content: interpolate\`\${name}-vault \${inputs.password} \${logo}\` });
    return { size: page.size, password: inputs.password, token: "t0ken", page, title: inputs.title };
  },
});
`;

function npm(project: Project, ...parameters: string[]): void {
  const quiet = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", [...parameters, ...quiet], {
    cwd: project.folder,
    encoding: "utf8",
    env: { ...process.env, npm_config_cache: project.path(".npm") },
  });
  if (status !== 0) throw new Error(`npm ${parameters.join(" ")}: ${stdout}${stderr}`);
}

/** A package as its author publishes it. */
function packed(name: string, packageName: string, version: string, source: string): string {
  const author = built.project({
    "package.json": JSON.stringify({
      name,
      version,
      type: "module",
      files: ["dist"],
      exports: "./dist/provider.js",
      coconut: { package: packageName, provider: "./dist/provider.js" },
      peerDependencies: { "@coconut/coconut": "*", valibot: "*" },
    }),
    "dist/provider.js": transformSync(source, { loader: "ts", format: "esm" }).code,
  });
  npm(author, "pack");
  return author.path(readdirSync(author.folder).find((file) => file.endsWith(".tgz"))!);
}

/** The disk provider with a setting, so that a component can be given a configuration of it. */
const configurable = provider.replace(
  `defineProvider({ package: "disk", version: "1.0.0" })`,
  `defineProvider({ package: "disk", version: "1.0.0", config: { owner: v.optional(v.string(), "nobody") },
    connect: ({ owner }) => { appendFileSync("owners", owner + "\\n"); } })`,
);

const program = `
import * as coconut from "@coconut/coconut";

class File extends coconut.CustomResource {
  readonly size!: coconut.Output<number>;
  readonly text!: coconut.Output<string>;
  constructor(name: string, args: { content: coconut.Input<string> }) { super("disk:index:File", name, args); }
}
class Disk extends coconut.ProviderResource {
  constructor(name: string, config: object) { super("disk", name, config); }
}
class Site extends coconut.RemoteComponent {
  readonly size!: coconut.Output<number>;
  readonly password!: coconut.Output<string>;
  readonly token!: coconut.Output<string>;
  readonly page!: coconut.Output<coconut.CustomResource>;
  readonly title!: coconut.Output<string>;
  constructor(name: string, args: object, options?: coconut.ResourceOptions) { super("shop:web:Site", name, args, options); }
}
const logo = new File("logo", { content: "logo picture" });
const site = new Site(
  "site",
  { password: coconut.secret("hunter2"), title: logo.text, logo },
  { providers: [new Disk("team", { owner: "team" })] },
);
new File("reader", { content: site.size.apply((size) => "reader " + size) });
export const { size, password, token, page, title } = site;
`;

test("a component of an installed package, named by its type alone", async () => {
  const disk = packed("@acme/disk-provider", "disk", "1.4.0", configurable);
  const shop = packed("@acme/shop", "shop", "2.1.0", components);
  const user = built.project({
    "package.json": JSON.stringify({
      name: "shop",
      type: "module",
      dependencies: { "@coconut/coconut": `file:${built.package}`, valibot: `file:${valibot}` },
    }),
    "main.ts": program,
  });
  npm(user, "install", disk, shop);
  expect(existsSync(user.path("node_modules/@acme/shop/dist/provider.js"))).toBe(true);

  const plan = await user.command({ command: "plan" });
  expect(plan).toMatchObject({ status: 0, diagnostics: [] });
  expect(plan.changes).toEqual([
    ["logo", "create"],
    ["team", "create"],
    ["site", "create"],
    ["site-page", "create"],
    ["site-vault", "create"],
    ["reader", "create"],
  ]);

  const applied = await user.command({ command: "apply" });
  expect(applied).toMatchObject({ status: 0, diagnostics: [] });
  expect(readFileSync(user.path("disk/site-page"), "utf8")).toBe("site-page logo picture the end");
  expect(readFileSync(user.path("disk/site-vault"), "utf8")).toBe("site-vault hunter2 logo");
  expect(readFileSync(user.path("disk/reader"), "utf8")).toBe("reader 30");
  expect(new Set(readFileSync(user.path("owners"), "utf8").trim().split("\n"))).toEqual(
    new Set(["nobody", "team"]),
  );
  expect(applied.outputs).toMatchObject({ size: 30, title: "logo picture" });
  expect(JSON.stringify(applied.outputs)).toContain("shop:web:Site$disk:index:File::site-page");
  expect(JSON.stringify(applied.outputs)).not.toMatch(/hunter2|t0ken/);

  user.write({ "main.ts": `export const nothing = 1;` });
  npm(user, "uninstall", "@acme/shop");
  expect(await user.command({ command: "destroy" })).toMatchObject({ status: 0, diagnostics: [], state: [] });
  expect(readdirSync(user.path("disk"))).toEqual([]);
}, 90_000);

test("a component of a package that is not installed, or fails, is told at the place of its new", async () => {
  const user = built.project({
    "shop.ts": `import { defineProvider } from "@coconut/coconut/provider";
export const shop = defineProvider({ package: "shop", version: "1.0.0" });
shop.component("web:Site", { inputs: {}, outputs: {}, construct: () => { throw new Error("no luck"); } });
`,
    "main.ts": `import { RemoteComponent } from "@coconut/coconut";
new RemoteComponent("shop:web:Site", "site");
`,
  });
  const [missing] = (await user.command({ command: "plan" })).diagnostics;
  expect(missing).toMatchObject({ code: "provider/package-not-found", position: "main.ts:2:1" });

  user.write({ "coconut.json": JSON.stringify({ packages: { shop: "./shop.ts" } }) });
  const [failed] = (await user.command({ command: "plan" })).diagnostics;
  expect(failed).toMatchObject({ code: "provider/hook-failed", position: "main.ts:2:1" });
  expect(failed!.detail).toContain("no luck");
}, 60_000);

test("a component that nobody awaits is complete, and one that nothing can finish is no program", async () => {
  const shop = (construct: string) => `import { defineProvider } from "@coconut/coconut/provider";
import { RemoteComponent } from "@coconut/coconut";
export const shop = defineProvider({ package: "shop", version: "1.0.0" });
shop.component("web:Empty", { inputs: {}, outputs: {}, construct: () => ({}) });
shop.component("web:Site", { inputs: {}, outputs: {}, construct: ${construct} });
`;
  const user = built.project({
    "coconut.json": JSON.stringify({ packages: { shop: "./shop.ts" } }),
    "shop.ts": shop(
      `async ({ name }) => { await new Promise((go) => setTimeout(go, 50)); new RemoteComponent("shop:web:Empty", name + "-in"); return {}; }`,
    ),
    "main.ts": `import { RemoteComponent } from "@coconut/coconut";
const main = async () => {
  await new Promise((go) => setTimeout(go, 50));
  new RemoteComponent("shop:web:Site", "site");
};
void main();
`,
  });
  expect((await user.command({ command: "apply" })).state).toEqual(["site", "site-in"]);

  user.write({ "shop.ts": shop("() => new Promise(() => {})") });
  const [never] = (await user.command({ command: "plan" })).diagnostics;
  expect(never).toMatchObject({ code: "program/never-settled" });
}, 60_000);
