import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What happens to a project: files change (`null` removes one), then its stack is asked for something. */
export interface ProjectStep {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly run: "plan" | "apply" | "destroy" | "rename";
  /** For `rename`: old names and new ones. */
  readonly pairs?: readonly { readonly from: string; readonly to: string }[];
  readonly entry?: string;
  readonly namespace?: string;
}

export interface StepReport {
  readonly ok: boolean;
  /** What is planned for each resource, by name. */
  readonly actions: Readonly<Record<string, string>>;
  /** The commands that would bridge names. */
  readonly suggestions: readonly string[];
  readonly outputs: unknown;
  /** Code and detail, with the position relative to the project before them. */
  readonly problems: readonly string[];
  readonly resources: readonly {
    readonly urn: string;
    readonly name: string;
    readonly type: string;
    readonly kind: string;
    readonly id?: string;
    readonly moniker?: string;
    /** `kind field name` of each. */
    readonly edges: readonly string[];
  }[];
  /** What the provider of boxes did in this step. */
  readonly calls: readonly string[];
}

/** Projects whose programs are modules, with the package as it is built from the sources, run as `coco` does. */
export class ModuleProjects {
  readonly #cache: string;
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-spec-")));
  #count = 0;

  constructor() {
    const cache = join(root, "node_modules", ".cache", "coconut");
    mkdirSync(cache, { recursive: true });
    this.#cache = mkdtempSync(join(cache, "spec-"));
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => join("src", path));
    const binary = join(root, "node_modules", "esbuild", "bin", "esbuild");
    const options = ["--format=esm", "--target=node20", "--outbase=src", "--log-level=warning"];
    spawnSync(binary, [...sources, ...options, `--outdir=${join(this.#cache, "package", "dist")}`], {
      cwd: root,
      stdio: "inherit",
    });
    cpSync(join(root, "package.json"), join(this.#cache, "package", "package.json"));
    writeFileSync(join(this.#cache, "drive.mjs"), driver);
  }

  /** Does all steps in one process. `box.ts` has the provider of boxes. */
  async run(steps: readonly ProjectStep[]): Promise<StepReport[]> {
    const folder = join(this.#folder, `project-${++this.#count}`);
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "@coconut"), { recursive: true });
    symlinkSync(join(this.#cache, "package"), join(modules, "@coconut", "coconut"));
    symlinkSync(join(root, "node_modules", "valibot"), join(modules, "valibot"));
    writeFileSync(join(folder, "package.json"), `{ "name": "shop", "type": "module" }`);
    writeFileSync(join(folder, "box.ts"), boxes);
    const output = await this.#node(folder, JSON.stringify(steps));
    return JSON.parse(output.slice(output.indexOf("@@") + 2)) as StepReport[];
  }

  remove(): void {
    for (const folder of [this.#cache, this.#folder]) rmSync(folder, { recursive: true, force: true });
  }

  #node(cwd: string, steps: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const child = spawn(process.execPath, [join(this.#cache, "drive.mjs"), steps], { cwd, env });
      let output = "";
      let errors = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
      child.on("error", reject);
      child.on("close", (status) =>
        output.includes("@@") ? resolve(output) : reject(new Error(`Status ${status}: ${output}${errors}`)),
      );
    });
  }
}

const boxes = `
import { appendFileSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
const log = (text: string) => appendFileSync("calls.log", text + "\\n");
export const box = defineProvider({ package: "box", version: "1.0.0" });
export const Box = box.resource("index:Box", {
  inputs: { size: v.optional(v.number(), 1), label: v.optional(v.string()), inner: v.optional(v.any()) },
  outputs: { arn: v.string() },
  create: async ({ inputs }) => {
    log("create " + (inputs.label ?? "") + inputs.size);
    return { id: "id-" + Math.random(), outputs: { arn: "arn:" + (inputs.label ?? inputs.size) } };
  },
  read: async ({ prior }) => prior.outputs,
  update: async ({ inputs, prior }) => {
    log("update " + (inputs.label ?? "") + inputs.size);
    return prior.outputs;
  },
  delete: async ({ prior: { inputs } }) => log("delete " + (inputs.label ?? "") + inputs.size),
});
`;

const driver = `
import { existsSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, relative } from "node:path";
const { openModuleStack } = await import("./package/dist/operations/index.js");
const { systemPorts } = await import("./package/dist/store/internal.js");
const { printMonikers } = await import("./package/dist/model/index.js");
const folder = process.cwd();
const keys = { passphrase: async () => "a passphrase", keyFile: () => "", weakPassphrases: true };
const place = (position) => (position ? [relative(folder, position.file), position.line, position.column].join(":") + " " : "");
const told = (list) => list.map(({ code, detail, hint, position, related = [] }) =>
  place(position) + code + " " + detail + " " + (hint ?? "") + related.map((each) => " " + each.message + " " + place(each.position)).join(""));
const monikersOf = ({ resources }) => printMonikers([...resources.values()].map((row) => ({ ...row, parent: resources.get(row.parent)?.urn })));
const rowsOf = ({ resources, objects }, monikers) => [...resources.values()].map((row) => {
  const object = [...objects.values()].find((each) => each.rid === row.rid && each.status === "current");
  return {
    urn: row.urn, name: row.name, type: row.type, kind: row.kind, id: object?.stored.id,
    moniker: monikers.get(row.urn)?.moniker,
    edges: (object?.edges ?? []).map(({ kind, field = "", to }) => kind + " " + field + " " + resources.get(to).name),
  };
});
const reports = [];
for (const { files = {}, run, pairs, entry = "main.ts", namespace } of JSON.parse(process.argv[2])) {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(path);
    else { mkdirSync(dirname(path), { recursive: true }); writeFileSync(path, text); }
  }
  rmSync("calls.log", { force: true });
  const report = { ok: false, actions: {}, suggestions: [], outputs: undefined, problems: [], resources: [], calls: [] };
  try {
    const stack = await openModuleStack({
      entry, project: "shop", name: "dev", projectFolder: folder, ports: { ...systemPorts(), keys },
      ...(namespace !== undefined && { namespace }),
    });
    try {
      const plan = run === "destroy" || run === "rename" ? undefined : await stack.plan();
      report.suggestions = (plan?.plan.suggestions ?? []).map(({ command }) => command);
      for (const { name, action } of plan?.changes ?? []) report.actions[name] = action;
      const done = run === "plan" ? { ok: true, diagnostics: [] } : await (run === "rename" ? stack.rename(pairs) : plan?.apply() ?? stack.destroy());
      Object.assign(report, { ok: done.ok, outputs: done.outputs, problems: told(done.diagnostics) });
    } finally {
      const snapshot = await stack.snapshot();
      report.resources = rowsOf(snapshot, monikersOf(snapshot));
      await stack.close();
    }
  } catch (error) {
    if (!error.diagnostics) throw error;
    report.problems = told(error.diagnostics);
  }
  if (existsSync("calls.log")) report.calls = readFileSync("calls.log", "utf8").trim().split("\\n");
  reports.push(report);
}
process.stdout.write("\\n@@" + JSON.stringify(reports), () => process.exit(0));
`;
