import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finished } from "../support/built-package.js";
import { ShippedPackage } from "../support/shipped-package.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Projects that `coco new` makes with the package as it is shipped, each in a folder of its own. */
export class TemplateProjects {
  readonly shipped = new ShippedPackage({ types: true });
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-new-")));
  #count = 0;

  constructor() {
    chmodSync(this.shipped.command, 0o755);
  }

  /** A folder that is empty, and `coco` in it. */
  folder(name = "shop"): TemplateProject {
    const folder = join(this.#folder, `${++this.#count}`, name);
    mkdirSync(folder, { recursive: true });
    return new TemplateProject(this.shipped, folder, join(this.#folder, "key"));
  }

  remove(): void {
    this.shipped.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export class TemplateProject {
  readonly folder: string;
  readonly #shipped: ShippedPackage;
  readonly #keyFile: string;

  constructor(shipped: ShippedPackage, folder: string, keyFile: string) {
    this.folder = folder;
    this.#shipped = shipped;
    this.#keyFile = keyFile;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  text(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  json(path: string): { readonly [field: string]: unknown } {
    return JSON.parse(this.text(path)) as { readonly [field: string]: unknown };
  }

  coco(...words: readonly string[]): Promise<Finished> {
    return this.#run(process.execPath, [this.#shipped.command, ...words]);
  }

  /** As if a package manager had started it. */
  cocoBy(userAgent: string, ...words: readonly string[]): Promise<Finished> {
    return this.#run(process.execPath, [this.#shipped.command, ...words], {
      npm_config_user_agent: userAgent,
    });
  }

  /** Does what `npm install` would: links all that templates depend on. */
  install(): void {
    const link = (name: string, target: string) => {
      const path = this.path("node_modules", name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    };
    link("@coconut/coconut", this.#shipped.folder);
    link(".bin/coco", this.#shipped.command);
    link(".bin/tsc", join(root, "node_modules/typescript/bin/tsc"));
    for (const name of ["@types/node", "typescript", "valibot"]) link(name, join(root, "node_modules", name));
  }

  /** Runs the command of a script as npm does. */
  script(name: string): Promise<Finished> {
    const { scripts } = this.json("package.json") as { readonly scripts: Record<string, string> };
    return this.#run("/bin/sh", ["-c", scripts[name]!]);
  }

  get environment(): Record<string, string> {
    const { NODE_OPTIONS: _, npm_config_user_agent: _agent, CI: _ci, ...environment } = process.env;
    const path = [this.path("node_modules/.bin"), dirname(process.execPath), process.env["PATH"]];
    return {
      ...(environment as Record<string, string>),
      COCONUT_KEY_FILE: this.#keyFile,
      PATH: path.join(delimiter),
    };
  }

  #run(command: string, parameters: readonly string[], more: Record<string, string> = {}): Promise<Finished> {
    const child = spawn(command, parameters, {
      cwd: this.folder,
      env: { ...this.environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
      child.on("error", reject).on("close", (status) => resolve({ status, output, errors }));
    });
  }
}
