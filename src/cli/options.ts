/** Every option of every command; one name means the same everywhere. */
export const optionTable = {
  cwd: { type: "string", short: "C", takes: "<folder>", says: "the folder to start in (the current one)" },
  stack: {
    type: "string",
    short: "s",
    takes: "<name>",
    wants: "stack",
    says: "which instance of it (dev), or staging:acmecorp",
  },
  namespace: { type: "string", takes: "<name>", says: "sets instances of one environment apart" },
  help: { type: "boolean", short: "h", says: "say what a command does" },
  version: { type: "boolean", says: "print the version" },
  json: { type: "boolean", says: "print one JSON document instead of text" },
  events: { type: "boolean", says: "print a line of JSON for everything that happens" },
  verbose: { type: "boolean", short: "v", says: "say more: reasons, positions, what is usually folded away" },
  yes: { type: "boolean", short: "y", says: "do what is shown without asking again" },
  wait: {
    type: "boolean",
    inline: "<duration>",
    says: "wait while another run holds the lock, at most this long: 30s, 5m, 1h (without a limit)",
  },
  apply: { type: "boolean", says: "apply every plan; one that deletes something only with --yes" },
  target: {
    type: "string",
    short: "t",
    multiple: true,
    takes: "<resource>",
    says: "touch only this one, or all that a pattern with * describes; may be repeated",
  },
  exclude: {
    type: "string",
    multiple: true,
    takes: "<resource>",
    says: "do not touch this one; may be repeated",
  },
  dependents: { type: "boolean", says: "what depends on those that are named is meant too" },
  replace: { type: "string", multiple: true, takes: "<resource>", says: "replace this one; may be repeated" },
  "no-refresh": { type: "boolean", says: "do not look at what the world has" },
  "accept-gone": { type: "boolean", says: "go on although many resources are gone at once" },
  parallel: {
    type: "string",
    short: "p",
    takes: "<count>",
    says: "how many calls are made at the same time",
  },
  "continue-on-error": { type: "boolean", says: "go on with what does not depend on a failure" },
  rounds: {
    type: "string",
    takes: "<count>",
    says: "plan and apply what callbacks ask for meanwhile, so often",
  },
  out: {
    type: "string",
    takes: "<file>",
    says: "write it to a file: a plan for coco apply <file>, a picture, or state",
  },
  format: {
    type: "string",
    takes: "<format>",
    values: ["text", "dot", "mermaid", "json", "svg"],
    says: "text, dot, mermaid, json or svg; else as the file of --out is called, else text",
  },
  from: {
    type: "string",
    takes: "<what>",
    values: ["plan", "state"],
    says: "plan: what an apply would do; or state: what there is",
  },
  "detailed-exitcode": { type: "boolean", says: "end with 2 if there is something to do" },
  "refresh-only": { type: "boolean", says: "only let state take what the world has" },
  destroy: { type: "boolean", says: "plan what coco destroy would do" },
  adopt: { type: "string", takes: "<id>", says: "it made the object of this id" },
  absent: { type: "boolean", says: "it made nothing" },
  parent: { type: "string", takes: "<resource>", says: "what the resource is in" },
  provider: { type: "string", takes: "<resource>", says: "the provider resource that manages it" },
  since: { type: "string", takes: "<when>", says: "nothing older: 30s, 10m, 2h, 7d, or a time in ISO 8601" },
  follow: { type: "boolean", short: "f", says: "go on with what is logged from now on" },
  reveal: { type: "boolean", says: "show what is secret" },
  secret: { type: "boolean", says: "seal the value" },
  plain: { type: "boolean", says: "do not seal the value" },
  type: {
    type: "string",
    takes: "<type>",
    values: ["text", "number", "boolean", "json"],
    says: "what the value is: text (unless said), number, boolean or json",
  },
  by: {
    type: "string",
    takes: "<what>",
    values: ["key-file", "passphrase"],
    says: "key-file, or passphrase: that in COCONUT_NEW_PASSPHRASE, else in COCONUT_PASSPHRASE",
  },
  limit: { type: "string", short: "n", takes: "<count>", says: "the latest so many" },
  "keep-runs": { type: "string", takes: "<count>", says: "of how many runs the records stay (50)" },
  "accept-rollback": { type: "boolean", says: "take it for the latest, although a later one was seen here" },
  force: { type: "boolean", says: "although there are resources in state" },
  "allow-modules": {
    type: "boolean",
    says: "accept modules that the file names and the project does not; later runs load them",
  },
  "with-config": { type: "boolean", says: "with the configuration file of the stack" },
  "show-secrets": { type: "boolean", says: "write secrets in the open, for any tool to read" },
  "key-file": { type: "string", takes: "<file>", says: "where that key file is, or is made" },
  name: { type: "string", takes: "<name>", says: "what the project is called; as its folder unless said" },
} as const satisfies Readonly<Record<string, Option>>;

interface Option {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly multiple?: true;
  readonly takes?: string;
  /** The value that it may have, behind `=`; without one it is a flag. */
  readonly inline?: string;
  /** What its value is, where `takes` does not say it. */
  readonly wants?: ArgumentKind;
  /** All that it can be. */
  readonly values?: readonly string[];
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

/** One of the table, with what it may have. */
export function optionOf(name: CommandOptionName): Option {
  return optionTable[name];
}

/** What every command takes. */
export const commonOptions = ["json", "events", "verbose", "help"] as const;

/** What every command takes that looks at a stack. */
export const stackOptions = ["cwd", "stack", "namespace"] as const;

/** What every command takes that makes a plan. */
export const planningOptions = [
  "target",
  "exclude",
  "dependents",
  "no-refresh",
  "accept-gone",
  "parallel",
] as const;

/** What a word of a command line stands for, as far as that can be looked up. */
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

/** What `<resource>`, `[resource]...` and the like say themselves. */
export function argumentKindOf(name: string): ArgumentKind | undefined {
  return wordKinds.find((kind) => kind === name);
}
