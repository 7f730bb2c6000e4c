import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltPackage, Project } from "../../support/built-package.js";
import { providerBinary } from "../providers/provider-binaries.js";
import { columns, type Column, type ColumnName } from "./columns.js";

/** A project that uses the provider of a column, and `coco` to run on it. The objects of the probes are in its folder `cloud`. */
export class ProviderProject {
  readonly column: Column;
  readonly #built: BuiltPackage;
  readonly #files: Project;

  constructor(built: BuiltPackage, column: ColumnName) {
    this.column = columns[column];
    this.#built = built;
    const { provider, program } = this.column;
    const packages = { [`tf_${provider}`]: { terraform: providerBinary(program) } };
    this.#files = built.project({ "coconut.json": JSON.stringify({ name: "shop", main: "main.js", packages }) });
    mkdirSync(this.path("cloud"));
  }

  path(...names: readonly string[]): string {
    return join(this.#files.folder, ...names);
  }

  write(files: Readonly<Record<string, string>>): void {
    this.#files.write(files);
  }

  /**
   * Writes the program. `Type("thing")` is the class `probe_thing`, and `here` the options of a resource with the configuration of the
   * folder `cloud`.
   */
  program(body: string, head = this.#head()): void {
    this.write({ "main.js": `${imports}${head}${body}\n` });
  }

  /** Runs `coco` with `--json`, and returns the document. */
  async coco(...words: readonly string[]): Promise<Answer> {
    const { status, output, errors } = await this.#run([...words, "--json"]).finished;
    try {
      return { ...(JSON.parse(output) as Document), status, errors, output };
    } catch {
      throw new Error(`coco ${words.join(" ")} ended with ${status} and printed no document: ${output}${errors}`);
    }
  }

  /** Runs `coco` with `--events`. */
  start(...words: readonly string[]): StartedCommand {
    const { child, finished } = this.#run([...words, "--events"]);
    let output = "";
    child.stdout.on("data", (text: string) => (output += text));
    return {
      interrupt: () => void child.kill("SIGINT"),
      async printed(text) {
        const isOver = Promise.race([finished, Promise.resolve(undefined)]);
        while (!output.includes(text)) {
          if ((await isOver) !== undefined) throw new Error(`coco ended without printing ${text}: ${output}`);
          await soon();
        }
      },
      finished: finished.then(({ status }) => ({
        status,
        events: output.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as ShownEvent),
      })),
    };
  }

  #run(words: readonly string[]) {
    const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: _options, ...environment } = process.env;
    const command = join(this.#built.package, "dist/cli/main.js");
    const settings = { COCONUT_KEY_FILE: join(this.#built.folder, "key"), ...this.column.environment };
    const child = spawn(process.execPath, [command, ...words, "-C", this.#files.folder], {
      cwd: this.#files.folder,
      env: { ...environment, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const finished = new Promise<{ status: number | null; output: string; errors: string }>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, output, errors }));
    });
    return { child, finished };
  }

  /** The objects of a type of the probe, by their names. */
  objects(type: string, folder = "cloud"): readonly CloudObject[] {
    const place = this.path(folder, this.typeName(type));
    const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith(".json")) : [];
    const found = files.map((file) => {
      const text = readFileSync(join(place, file), "utf8");
      return { ...(JSON.parse(text) as CloudObject), text, id: decodeURIComponent(file.slice(0, -".json".length)) };
    });
    return found.toSorted((one, other) => textOf(one).localeCompare(textOf(other)));
  }

  /** Changes an object outside Coconut. */
  drift(type: string, id: string, change: Readonly<Record<string, unknown>>): void {
    const file = this.#file(type, id);
    const object = JSON.parse(readFileSync(file, "utf8")) as CloudObject;
    writeFileSync(file, JSON.stringify({ ...object, state: { ...object.state, ...change } }));
  }

  /** Deletes an object outside Coconut. */
  lose(type: string, id: string): void {
    rmSync(this.#file(type, id));
  }

  /** Creates an object outside Coconut. */
  make(type: string, id: string, state: Readonly<Record<string, unknown>>): void {
    const file = `cloud/${this.typeName(type)}/${encodeURIComponent(id)}.json`;
    this.write({ [file]: JSON.stringify({ made: { marker: "", region: "" }, state }) });
  }

  /** The effects of the provider: `create`, `update` and `delete` with the type, oldest first. Reads are left out. */
  effects(folder = "cloud"): readonly string[] {
    const changes = /^(?:create|update|delete) /;
    return this.calls(folder).filter((line) => changes.test(line)).map((line) => line.split(" ").slice(0, 2).join(" "));
  }

  /** The lines of calls.log. */
  calls(folder = "cloud"): readonly string[] {
    const log = this.path(folder, "calls.log");
    return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  }

  /** Starts a new calls.log. */
  forgetCalls(folder = "cloud"): void {
    rmSync(this.path(folder, "calls.log"), { force: true });
  }

  /** Resolves when calls.log has a line that begins so. */
  async called(start: string): Promise<void> {
    while (!this.calls().some((line) => line.startsWith(start))) await soon();
  }

  /** The type of the column's provider: `probe_thing` for `thing`. */
  typeName(type: string): string {
    return `${this.column.provider}_${type}`;
  }

  /** The resources in state. */
  async state(): Promise<readonly StateResource[]> {
    const { deployment } = await this.coco("stack", "export", "--show-secrets");
    return deployment!.deployment.resources.filter(({ type }) => type.startsWith(`tf_${this.column.provider}:`));
  }

  #file(type: string, id: string): string {
    return this.path("cloud", this.typeName(type), `${encodeURIComponent(id)}.json`);
  }

  #head(): string {
    const { provider } = this.column;
    return `const Type = (name) => terraform.resource("${provider}_" + name);
const Provider = terraform.provider("${provider}");
const here = { provider: new Provider("here", { folder: "cloud", marker: "here" }) };
`;
  }
}

const imports = `import * as coconut from "@coconut/coconut";
import * as terraform from "@coconut/coconut/terraform";
`;

function soon(): Promise<void> {
  return new Promise((later) => setTimeout(later, 20));
}

function textOf({ state, id }: CloudObject): string {
  return `${String(state["name"] ?? state["title"])} ${id}`;
}

/** An object of the probes. */
export interface CloudObject {
  readonly id: string;
  readonly made: Origin;
  readonly updated?: Origin;
  readonly state: Readonly<Record<string, unknown>>;
  readonly password?: string;
  /** The file. Its numbers are exact. */
  readonly text: string;
}

interface Origin {
  readonly marker: string;
  readonly region: string;
  readonly token?: string;
}

export interface StartedCommand {
  readonly finished: Promise<{ readonly status: number | null; readonly events: readonly ShownEvent[] }>;
  /** Sends SIGINT, as Ctrl-C does. */
  interrupt(): void;
  /** Resolves when it has printed the text. */
  printed(text: string): Promise<void>;
}

export interface ShownEvent {
  readonly event: string;
  readonly urn?: string;
  readonly action?: string;
  readonly result?: string;
  readonly level?: string;
  readonly text?: string;
}

/** The document of a command. */
export interface Answer extends Document {
  readonly status: number | null;
  readonly errors: string;
  readonly output: string;
}

interface Document {
  readonly exitCode: number;
  readonly diagnostics: readonly ShownDiagnostic[];
  readonly plan?: ShownPlan;
  readonly run?: {
    readonly ok: boolean;
    readonly summary: Readonly<Record<string, number>>;
    readonly steps: readonly { readonly action: string; readonly urn: string; readonly result: string }[];
    readonly outputs: Readonly<Record<string, unknown>>;
  };
  readonly deployment?: { readonly deployment: { readonly resources: readonly StateResource[] } };
  readonly imported?: { readonly code: string };
}

export interface ShownDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly detail: string;
  readonly hint?: string;
  readonly path?: string;
  readonly resource?: string;
}

export interface ShownPlan {
  readonly isEmpty: boolean;
  readonly changes: readonly ShownChange[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly held: readonly ShownDiagnostic[];
  readonly warnings: readonly ShownDiagnostic[];
}

export interface ShownChange {
  readonly name: string;
  readonly type: string;
  readonly action: string;
  readonly reasons: readonly { readonly kind: string; readonly why?: string }[];
  readonly details: readonly {
    readonly path: string;
    readonly kind: string;
    readonly of: string;
    readonly replaces?: boolean;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  readonly deferred?: unknown;
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}
