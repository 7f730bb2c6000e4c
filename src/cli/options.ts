/** Every option of every command. A name means the same everywhere; `Command.optionTexts` can say it more precisely. */
export const optionTable = {
  cwd: {
    type: "string",
    short: "C",
    takes: "<folder>",
    says: "Run as if coco was started in this folder (default: current folder)",
  },
  stack: {
    type: "string",
    short: "s",
    takes: "<name>",
    wants: "stack",
    says: "Stack name, or name:namespace (default: stack in coconut.json, or dev)",
  },
  namespace: {
    type: "string",
    takes: "<name>",
    says: "Namespace of the stack (default: namespace in coconut.json, or none)",
  },
  help: { type: "boolean", short: "h", says: "Show help for a command" },
  version: { type: "boolean", says: "Print the version" },
  json: { type: "boolean", says: "Print one JSON document instead of text" },
  events: { type: "boolean", says: "Print an event stream, one JSON object per line, instead of text" },
  verbose: {
    type: "boolean",
    short: "v",
    says: "Show more detail: reasons, source positions and collapsed values",
  },
  yes: { type: "boolean", short: "y", says: "Do not ask for approval" },
  "from-tfstate": {
    type: "string",
    takes: "<file>",
    wants: "file",
    says: "Import the resources of this Terraform or OpenTofu state file (version 4; - for standard input), and print the program for them",
  },
  wait: {
    type: "boolean",
    inline: "<duration>",
    says: "Wait for the lock if another run holds it, at most this long if given: 30s, 5m, 1h (without --wait: fail immediately)",
  },
  apply: { type: "boolean", says: "Apply every plan; a plan that deletes something also needs --yes" },
  target: {
    type: "string",
    short: "t",
    multiple: true,
    takes: "<resource>",
    says: "Only change this resource, or all that match a pattern such as 'web-*'; repeatable",
  },
  exclude: {
    type: "string",
    multiple: true,
    takes: "<resource>",
    says: "Do not change this resource; repeatable",
  },
  dependents: {
    type: "boolean",
    says: "Apply --target and --exclude also to everything that depends on these resources",
  },
  replace: {
    type: "string",
    multiple: true,
    takes: "<resource>",
    says: "Replace this resource even if it has no changes; repeatable",
  },
  "no-refresh": { type: "boolean", says: "Do not read the real objects; compare with state only" },
  "accept-gone": {
    type: "boolean",
    says: "Continue even if many objects are missing (at least 3, and more than 20% of those read)",
  },
  parallel: {
    type: "string",
    short: "p",
    takes: "<count>",
    says: "Maximum number of concurrent provider calls (default: 64 to plan, 16 to apply)",
  },
  "continue-on-error": {
    type: "boolean",
    says: "After a failure, continue with the steps that do not depend on it; also apply a plan that lacks resources that could not be planned",
  },
  rounds: {
    type: "string",
    takes: "<count>",
    says: "Maximum number of plan-and-apply rounds, for resources that callbacks create during the run (default: 1)",
  },
  out: { type: "string", takes: "<file>", says: "Write to this file instead of standard output" },
  format: {
    type: "string",
    takes: "<format>",
    values: ["text", "dot", "mermaid", "json", "svg"],
    says: "Output format: text, dot, mermaid, json or svg",
  },
  from: {
    type: "string",
    takes: "<source>",
    values: ["plan", "state"],
    says: "Source of the graph: plan, or state without planned changes (default: plan)",
  },
  "detailed-exitcode": {
    type: "boolean",
    says: "Exit with code 2 if the plan has changes, 0 if it has none",
  },
  "refresh-only": {
    type: "boolean",
    says: "Plan only updates to state, to match the real objects, as coco refresh would",
  },
  destroy: { type: "boolean", says: "Plan to delete everything, as coco destroy would" },
  adopt: { type: "string", takes: "<id>", says: "The create made the object with this ID; adopt it" },
  absent: { type: "boolean", says: "The create made no object; the next apply can create it" },
  parent: {
    type: "string",
    takes: "<resource>",
    says: "Component that contains the resource (default: none)",
  },
  provider: {
    type: "string",
    takes: "<resource>",
    says: "Provider resource that manages the object (default: the package's default provider)",
  },
  since: {
    type: "string",
    takes: "<when>",
    says: "Only print entries after this time: 30s, 10m, 2h, 7d ago, or an ISO 8601 time (default: all)",
  },
  follow: { type: "boolean", short: "f", says: "Keep printing new entries until interrupted" },
  reveal: { type: "boolean", says: "Print secret values instead of [secret]" },
  secret: { type: "boolean", says: "Encrypt the value (default: only if it was encrypted before)" },
  plain: { type: "boolean", says: "Store the value unencrypted" },
  type: {
    type: "string",
    takes: "<type>",
    values: ["text", "number", "boolean", "json"],
    says: "Type of the value: text, number, boolean or json (default: text)",
  },
  by: {
    type: "string",
    takes: "<method>",
    values: ["key-file", "passphrase"],
    says: "Required: key-file or passphrase. The passphrase is read from COCONUT_NEW_PASSPHRASE or, if that is not set, from COCONUT_PASSPHRASE",
  },
  limit: {
    type: "string",
    short: "n",
    takes: "<count>",
    says: "Show at most this many entries, newest first (default: all)",
  },
  "keep-runs": {
    type: "string",
    takes: "<count>",
    says: "Number of most recent runs whose records are kept (default: 50)",
  },
  "accept-rollback": {
    type: "boolean",
    says: "Accept this state although this machine has seen newer records, for example after restoring a backup",
  },
  force: { type: "boolean", says: "Continue even if state contains resources" },
  "allow-modules": {
    type: "boolean",
    says: "Accept provider modules from the file that the project does not list; later runs load and execute them",
  },
  "with-config": { type: "boolean", says: "Also delete the configuration file of the stack" },
  "show-secrets": { type: "boolean", says: "Write secrets as plain text instead of encrypted" },
  "key-file": {
    type: "string",
    takes: "<file>",
    says: "Path of the key file; created if it does not exist (default: in ~/.config/coconut/keys)",
  },
  as: {
    type: "string",
    takes: "<name>",
    says: "Name of the package after tf_, also used to import it (default: the name of the provider)",
  },
  offline: {
    type: "boolean",
    says: "Do not use the network: only the cache and filesystem mirrors (default: use all places)",
  },
  platform: {
    type: "string",
    multiple: true,
    takes: "<os_arch>",
    says: "Also for this platform, such as darwin_arm64; repeatable (default: only this machine's)",
  },
  name: {
    type: "string",
    takes: "<name>",
    says: "Project name (default: name in package.json, or the folder name)",
  },
} as const satisfies Readonly<Record<string, Option>>;

interface Option {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly multiple?: true;
  readonly takes?: string;
  /** Placeholder of an optional value, given as `--wait=5m`. Without a value the option is a flag. */
  readonly inline?: string;
  /** Kind of the value for completion, if the name in `takes` does not imply it. */
  readonly wants?: ArgumentKind;
  /** All allowed values. */
  readonly values?: readonly string[];
  /** Help text: the effect, with the default and the unit. No full stop. */
  readonly says: string;
}

export type CommandOptionName = keyof typeof optionTable;

export type CommandOptionValues = {
  readonly [Name in CommandOptionName]?: (typeof optionTable)[Name] extends { readonly inline: string }
    ? true | string
    : (typeof optionTable)[Name] extends { readonly type: "boolean" }
      ? boolean
      : (typeof optionTable)[Name] extends { readonly multiple: true }
        ? readonly string[]
        : string;
};

export const optionNames = Object.keys(optionTable) as readonly CommandOptionName[];

/** Returns an option with the wider type `Option`, so that optional fields can be read. */
export function optionOf(name: CommandOptionName): Option {
  return optionTable[name];
}

/** Options of every command. */
export const commonOptions = ["json", "events", "verbose", "help"] as const;

/** Options of every command that works on a stack. */
export const stackOptions = ["cwd", "stack", "namespace"] as const;

/** Options of every command that makes a plan. */
export const planningOptions = [
  "target",
  "exclude",
  "dependents",
  "no-refresh",
  "accept-gone",
  "parallel",
] as const;

/** Kinds of command-line words for which completion can look up candidates. */
export type ArgumentKind = (typeof wordKinds)[number];

const wordKinds = [
  "resource",
  "stack",
  "output",
  "key",
  "template",
  "package",
  "command",
  "file",
  "folder",
] as const;

/** Returns the kind that a placeholder such as `resource` names; undefined if it names none. */
export function argumentKindOf(name: string): ArgumentKind | undefined {
  return wordKinds.find((kind) => kind === name);
}
