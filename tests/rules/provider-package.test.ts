import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { transformSync } from "esbuild";
import { BuiltPackage, type Project } from "../support/built-package.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

const valibot = fileURLToPath(new URL("../../node_modules/valibot", import.meta.url));

function npm(project: Project, ...parameters: string[]): void {
  const quiet = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", [...parameters, ...quiet], {
    cwd: project.folder,
    encoding: "utf8",
    env: { ...process.env, npm_config_cache: project.path(".npm") },
  });
  if (status !== 0) throw new Error(`npm ${parameters.join(" ")}: ${stdout}${stderr}`);
}

/** A provider as its author publishes it. */
function packed(): { readonly tarball: string } {
  const author = built.project({
    "package.json": JSON.stringify({
      name: "@acme/disk-provider",
      version: "1.4.0",
      type: "module",
      files: ["dist"],
      exports: "./dist/provider.js",
      coconut: { package: "disk", provider: "./dist/provider.js" },
      peerDependencies: { "@coconut/coconut": "*", valibot: "*" },
    }),
    "dist/provider.js": transformSync(provider, { loader: "ts", format: "esm" }).code,
  });
  npm(author, "pack");
  const tarball = readdirSync(author.folder).find((file) => file.endsWith(".tgz"));
  return { tarball: author.path(tarball!) };
}

test("a provider from npm: named by its token alone, outlives its code, and is asked for when it is missing", async () => {
  const { tarball } = packed();
  const user = built.project({
    "package.json": JSON.stringify({
      name: "shop",
      type: "module",
      dependencies: { "@coconut/coconut": `file:${built.package}`, valibot: `file:${valibot}` },
    }),
    "main.ts": `import { CustomResource, type Input, type Output } from "@coconut/coconut";
class File extends CustomResource {
  readonly size!: Output<number>;
  constructor(name: string, args: { content: Input<string> }) { super("disk:index:File", name, args); }
}
const a = new File("a", { content: "a text" });
new File("b", { content: a.size.apply((size) => "b " + size) });
export const { size } = a;
`,
  });
  npm(user, "install", tarball);
  expect(existsSync(user.path("node_modules/@acme/disk-provider/dist/provider.js"))).toBe(true);

  expect(await user.command({ command: "apply" })).toMatchObject({
    status: 0,
    diagnostics: [],
    outputs: { size: 6 },
    state: ["a", "b"],
  });
  expect(readFileSync(user.path("disk/b"), "utf8")).toBe("b 6");

  user.write({ "main.ts": `export const nothing = 1;` });
  const manifest = readFileSync(user.path("package.json"), "utf8");
  npm(user, "uninstall", "@acme/disk-provider");
  expect(existsSync(user.path("node_modules/@acme/disk-provider"))).toBe(false);
  for (const command of ["apply", "destroy"] as const) {
    const refused = await user.command({ command });
    expect(refused.status).toBe(1);
    expect(refused.diagnostics.map(({ code }) => code)).toContain("provider/package-not-installed");
    expect(refused.diagnostics[0]!.hint).toContain("npm install @acme/disk-provider");
    expect(readdirSync(user.path("disk")).sort()).toEqual(["a", "b"]);
  }

  writeFileSync(user.path("package.json"), manifest);
  npm(user, "install");
  expect(await user.command({ command: "destroy" })).toMatchObject({
    status: 0,
    diagnostics: [],
    state: [],
  });
  expect(readdirSync(user.path("disk"))).toEqual([]);
}, 60_000);
