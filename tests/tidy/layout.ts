/** What one top folder of `src` may do. */
export interface FolderRule {
  /** The other top folders that it imports, besides `std`. */
  readonly imports: readonly string[];
  /** Plain functions of their arguments: no time, chance, process, promise or package. */
  readonly pure?: true;
  /**
   * Where other top folders enter: the folder's own `index.ts` or that of a folder inside it (the default), also its
   * `internal.ts`, or any of its files. `packages` holds folders that stand for themselves and has no `index.ts`.
   */
  readonly door?: "internal" | "files" | "packages";
  readonly inside?: InnerTable;
  /** The folder that its diagnostic codes are named after, where that is another one: codes outlive moves. */
  readonly codes?: string;
}

/**
 * The imports inside one top folder. A row is a folder in it, or a file directly in it that one of these folders imports;
 * it lists the rows that it imports. The row `.` is every other file directly in it: these stand on top of the folders,
 * none of which imports them. Files directly in a top folder import each other freely; they list folders only.
 */
export type InnerTable = Readonly<Record<string, readonly string[]>>;

export type Layout = Readonly<Record<string, FolderRule>>;

/** The row of a table for the files directly in a folder that have none of their own. */
export const rest = ".";

/** May be imported from everywhere. */
export const shelf = "std";

/**
 * The architecture as data. A new edge needs a page in docs/decisions/. Every folder may import `std`, which
 * is entered file by file so that a pure folder reaches only the pieces it uses.
 */
export const layout: Layout = {
  std: { imports: [], door: "files" },
  model: {
    pure: true,
    imports: [],
    inside: {
      "source-position.ts": [],
      "diagnostic.ts": [],
      "text-fault.ts": [],
      value: ["diagnostic.ts"],
      name: ["diagnostic.ts", "text-fault.ts"],
      path: ["diagnostic.ts", "text-fault.ts", "value"],
      asset: ["diagnostic.ts", "value"],
      type: ["diagnostic.ts", "value"],
      "resource-handle.ts": ["value"],
      "resource-options.ts": ["value"],
      state: ["name", "resource-handle.ts", "resource-options.ts", "source-position.ts", "value"],
      plan: ["diagnostic.ts", "name", "path", "resource-handle.ts", "source-position.ts", "state", "value"],
      ".": ["asset", "name", "path", "plan", "state", "type", "value"],
    },
  },
  graph: { pure: true, imports: [] },
  render: {
    pure: true,
    imports: ["model"],
    inside: {
      "look.ts": [],
      "position-text.ts": [],
      layout: ["look.ts"],
      value: ["layout", "look.ts"],
      "diagnostic-text.ts": ["layout", "value"],
      plan: ["diagnostic-text.ts", "layout", "look.ts", "position-text.ts", "value"],
      graph: ["layout", "look.ts", "plan"],
      progress: ["look.ts", "value"],
      observe: ["layout", "look.ts", "progress"],
      ".": ["layout", "plan", "value"],
    },
  },
  state: {
    pure: true,
    imports: ["model", "graph"],
    inside: {
      "diagnostics.ts": [],
      "index-snapshot.ts": [],
      deployment: ["diagnostics.ts", "index-snapshot.ts"],
      ".": ["deployment"],
    },
  },
  plan: { pure: true, imports: ["model"] },
  // Values, schemas and changes of Terraform types. The processes and the protocol are in provider/terraform.
  terraform: {
    pure: true,
    imports: ["model"],
    door: "packages",
    inside: {
      cty: [],
      schema: ["cty"],
      change: ["cty", "schema"],
      typings: ["schema"],
      tfstate: ["cty"],
      hcl: [],
      source: ["hcl"],
    },
  },
  wire: { imports: [] },
  // Programs import its index.ts; the folders that run programs and make resource classes, internal.ts.
  sdk: {
    imports: ["model"],
    door: "internal",
    inside: {
      "diagnostics.ts": [],
      recording: ["diagnostics.ts"],
      output: ["diagnostics.ts", "recording"],
      resource: ["diagnostics.ts", "output", "recording"],
      function: ["diagnostics.ts", "output", "recording", "resource"],
      ".": ["function", "output", "recording", "resource"],
    },
  },
  asset: {
    imports: ["model"],
    inside: {
      "diagnostics.ts": [],
      "asset-options.ts": [],
      "content.ts": [],
      unpack: ["content.ts", "diagnostics.ts"],
      web: ["asset-options.ts", "diagnostics.ts"],
      ".": ["unpack", "web"],
    },
  },
  program: {
    imports: ["model", "sdk"],
    inside: {
      "about-thrown.ts": [],
      "changed-prototype.ts": [],
      "diagnostics.ts": [],
      "record-program.ts": [],
      "secret-texts.ts": [],
      compile: [],
      load: [
        "about-thrown.ts",
        "changed-prototype.ts",
        "compile",
        "diagnostics.ts",
        "record-program.ts",
        "secret-texts.ts",
      ],
      register: ["compile"],
    },
  },
  provider: {
    imports: ["model", "sdk", "terraform", "wire"],
    inside: {
      "constraint.ts": [],
      "decode-field.ts": [],
      "fields.ts": [],
      "hook-calls.ts": [],
      "may-have-happened.ts": [],
      "provider-brand.ts": [],
      "provider-component.ts": [],
      "provider-function.ts": [],
      "provider.ts": [],
      "resource-type.ts": [],
      "secret.ts": [],
      "write-only.ts": [],
      contract: ["hook-calls.ts"],
      decorator: ["contract"],
      child: ["contract"],
      terraform: ["child", "contract"],
      typed: [
        "constraint.ts",
        "contract",
        "decode-field.ts",
        "fields.ts",
        "hook-calls.ts",
        "may-have-happened.ts",
        "provider-component.ts",
        "provider-function.ts",
        "provider.ts",
        "resource-type.ts",
        "secret.ts",
        "write-only.ts",
      ],
      host: [
        "contract",
        "provider-brand.ts",
        "provider-component.ts",
        "provider-function.ts",
        "resource-type.ts",
        "terraform",
        "typed",
      ],
    },
  },
  // Who writes a store imports its index.ts; the folders that read and change stacks, internal.ts.
  store: {
    imports: ["model", "state"],
    door: "internal",
    inside: {
      "diagnostics.ts": [],
      "ports.ts": [],
      "lock.ts": [],
      "taken-away.ts": [],
      raw: [],
      seal: ["diagnostics.ts", "ports.ts"],
      rows: ["diagnostics.ts", "lock.ts", "raw", "seal"],
      memory: ["raw", "taken-away.ts"],
      sqlite: ["diagnostics.ts", "ports.ts", "raw", "taken-away.ts"],
      "store.ts": ["raw", "seal"],
      "open-store.ts": ["raw", "rows"],
      conformance: ["open-store.ts", "ports.ts", "raw", "store.ts"],
      ".": ["conformance", "memory", "raw", "rows", "seal", "sqlite"],
    },
  },
  apply: { imports: ["model", "graph", "provider"] },
  engine: {
    imports: "model graph state plan render sdk asset program provider store apply".split(" "),
    inside: {
      "diagnostics.ts": [],
      "stack-problem.ts": [],
      providers: ["diagnostics.ts"],
      facts: ["diagnostics.ts", "providers"],
      outside: ["diagnostics.ts", "facts", "providers"],
      targets: ["diagnostics.ts", "facts"],
      settling: ["diagnostics.ts", "providers"],
      planning: ["diagnostics.ts", "facts", "outside", "providers", "targets"],
      // Without planning: the plan decides, apply obeys.
      applying: ["diagnostics.ts", "facts", "outside", "providers"],
      "plan-file": ["diagnostics.ts", "facts", "planning", "stack-problem.ts"],
      ".": ["applying", "facts", "outside", "plan-file", "planning", "providers", "settling"],
    },
  },
  project: { imports: ["model", "state", "store"], codes: "engine" },
  operations: {
    imports: "model graph state plan render program provider store project engine".split(" "),
    codes: "engine",
    inside: {
      "diagnostics.ts": [],
      "config.ts": [],
      "keys.ts": [],
      "with-stack-store.ts": [],
      import: [],
      observe: [],
      packages: ["diagnostics.ts"],
      state: ["diagnostics.ts", "with-stack-store.ts"],
      stacks: ["config.ts", "diagnostics.ts", "state", "with-stack-store.ts"],
      inspect: ["config.ts", "stacks"],
      stack: ["import", "keys.ts", "observe", "packages", "stacks", "state"],
      ".": ["import", "inspect", "observe", "packages", "stack", "stacks", "state"],
    },
  },
  runner: { imports: ["model", "program", "engine", "operations"] },
  embed: { imports: ["sdk", "engine", "operations"] },
  cli: {
    imports: ["model", "render", "engine", "operations", "project", "runner"],
    inside: {
      "diagnostics.ts": [],
      "usage-problem.ts": [],
      "options.ts": [],
      "environment.ts": [],
      "project-folder.ts": [],
      "read-project.ts": [],
      "selected-stack.ts": [],
      "parse-time.ts": [],
      "named-file.ts": [],
      "diagnostic-help.ts": [],
      "stack-text.ts": [],
      "table-text.ts": [],
      terminal: [],
      face: ["terminal"],
      watch: ["face"],
      "command.ts": ["face", "watch"],
      "approval.ts": [],
      "help-text.ts": [],
      "on-program.ts": [],
      "request.ts": [],
      "show-plan.ts": ["face"],
      new: ["command.ts", "diagnostics.ts", "face", "help-text.ts", "usage-problem.ts"],
      completion: [
        "command.ts",
        "new",
        "options.ts",
        "project-folder.ts",
        "selected-stack.ts",
        "read-project.ts",
      ],
      doctor: ["environment.ts", "project-folder.ts", "read-project.ts", "terminal"],
      commands: [
        "completion",
        "doctor",
        "face",
        "new",
        "terminal",
        "watch",
        "approval.ts",
        "command.ts",
        "diagnostic-help.ts",
        "diagnostics.ts",
        "environment.ts",
        "help-text.ts",
        "parse-time.ts",
        "project-folder.ts",
        "named-file.ts",
        "on-program.ts",
        "options.ts",
        "selected-stack.ts",
        "read-project.ts",
        "request.ts",
        "show-plan.ts",
        "stack-text.ts",
        "table-text.ts",
        "usage-problem.ts",
      ],
      ".": ["commands", "completion", "doctor", "face", "watch"],
    },
  },
  providers: {
    imports: ["sdk", "provider", "asset"],
    door: "packages",
    inside: { command: [], local: [], process: [], random: [], terraform: [] },
  },
  testing: {
    imports: "model render plan sdk asset program provider store engine operations".split(" "),
  },
};
