import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltPackage, Project, Started } from "../../support/built-package.js";
import { providerBinary } from "../providers/provider-binaries.js";
import { until } from "./probe-project.js";

/** The member `imported` of `coco import --from-tfstate --json`. */
export interface Imported {
  readonly resources: readonly {
    readonly address: string;
    readonly urn: string;
    readonly result: string;
    readonly changes: readonly string[];
    readonly reason?: string;
    readonly remedy?: string;
  }[];
  readonly omitted: readonly { readonly kind: string; readonly names: readonly string[] }[];
  readonly settings: readonly { readonly key: string; readonly type: string; readonly command: string }[];
  readonly code: string;
}

/** The document that `coco --json` prints. */
export type Answer = { readonly [member: string]: unknown } & { readonly status: number | null };

type Attributes = { readonly [name: string]: unknown };

/** A project that declares the released providers and the probes, with a state file of Terraform. */
export class StateProject {
  readonly files: Project;
  readonly #command: string;

  constructor(built: BuiltPackage) {
    const program = (name: Parameters<typeof providerBinary>[0]) => ({ terraform: providerBinary(name) });
    const packages = {
      tf_time: program("time"),
      tf_local: program("local"),
      tf_probe: program("framework"),
      tf_probesdk: program("sdk"),
    };
    this.#command = join(built.package, "dist/cli/main.js");
    this.files = built.project({
      "coconut.json": JSON.stringify({ name: "shop", main: "main.ts", packages }),
      "main.ts": "export {};\n",
    });
    mkdirSync(this.cloud);
    const settings = { "tf_probe:folder": this.cloud, "tf_probesdk:folder": this.cloud };
    this.files.write({ "coconut.dev.json": JSON.stringify(settings) });
  }

  /** The folder with the objects of the probes. */
  get cloud(): string {
    return this.files.path("cloud");
  }

  program(code: string): void {
    this.files.write({ "main.ts": code });
  }

  /** Writes the state file `terraform.tfstate`. */
  state(resources: readonly object[], more: object = {}): void {
    const state = { version: 4, terraform_version: "1.11.4", serial: 1, lineage: "l", outputs: {}, ...more };
    this.files.write({ "terraform.tfstate": JSON.stringify({ ...state, resources }) });
  }

  /** Creates an object of a probe. */
  make(type: string, attributes: Attributes): void {
    const content = { made: { marker: "", region: "" }, state: attributes };
    this.files.write({ [`cloud/${type}/${String(attributes["id"])}.json`]: JSON.stringify(content) });
  }

  objects(type: string): readonly string[] {
    return readdirSync(join(this.cloud, type));
  }

  calls(): readonly string[] {
    const log = join(this.cloud, "calls.log");
    return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
  }

  /** The changes of objects, without ids. */
  effects(): readonly string[] {
    return this.calls().flatMap((line) => /^(?:create|update|delete) \S+/.exec(line) ?? []);
  }

  /** Resolves when calls.log has a line that begins so. */
  called(start: string): Promise<void> {
    return until(() => this.calls().some((line) => line.startsWith(start)));
  }

  async coco(...words: readonly string[]): Promise<Answer> {
    return this.cocoWith({}, ...words);
  }

  async cocoWith(given: { readonly input?: string }, ...words: readonly string[]): Promise<Answer> {
    const all = [this.#command, ...words, "--json"];
    const { status, output, errors } = await this.files.nodeWith(given, ...all);
    try {
      return { ...(JSON.parse(output) as Answer), status };
    } catch {
      throw new Error(`coco ${words.join(" ")} ended with ${status}: ${output}${errors}`);
    }
  }

  start(...words: readonly string[]): Started {
    return this.files.startNode(this.#command, ...words);
  }

  /** Imports the state file. */
  async import(): Promise<Imported> {
    const run = await this.coco("import", "--from-tfstate", "terraform.tfstate", "--yes");
    if (run["imported"] === undefined) throw new Error(`Nothing was imported: ${JSON.stringify(run)}`);
    return run["imported"] as Imported;
  }

  /** The names of the resources in state, sorted. */
  async names(): Promise<readonly string[]> {
    const { resources } = await this.coco("state", "ls");
    const rows = resources as readonly { readonly name: string; readonly kind: string }[];
    return rows.map(({ name }) => name).toSorted();
  }
}

/** A managed resource of a state file. The provider is the one that its type begins with, at example.com. */
export function resourceOf(
  type: string,
  name: string,
  instances: readonly object[],
  more: object = {},
): object {
  const provider = `provider["example.com/acme/${type.split("_", 1)[0]}"]`;
  const usual = { schema_version: 0, sensitive_attributes: [], private: "eyJtYWRlIjoiZEhKMVpRPT0ifQ==" };
  return {
    mode: "managed",
    type,
    name,
    provider,
    instances: instances.map((each) => ({ ...usual, ...each })),
    ...more,
  };
}

/** The attributes of a `probe_thing`, whose name is its id. */
export function thing(id: string, more: Attributes = {}): Attributes {
  const usual = { created_at: "2026-11-18T12:00:00Z", labels: null, note: "none", old: null, revision: 1 };
  return { ...usual, id, name: id, secret: `secret-${id}`, size: null, tags: null, ...more };
}
