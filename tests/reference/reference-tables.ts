import { DocumentedModule, type DocumentedField } from "./documented-fields.js";

/** A table of the reference, by the name that pages call it, with what its sources do not say. */
export interface ReferenceTable {
  readonly name: string;
  readonly text: string;
  readonly faults: readonly string[];
}

/** Every table that is made from code. `read` gives the text of a file of the repository. */
export function referenceTables(read: (path: string) => string): readonly ReferenceTable[] {
  const from = (path: string) => new DocumentedModule(path, read(path));
  const provider = from("src/provider/provider.ts");
  const request = from("src/engine/facts/request.ts");
  return [
    optionTable("ResourceOptions", from("src/sdk/resource/resource-options.ts").interface("ResourceOptions")),
    optionTable("ProviderDefinition", from("src/provider/define-provider.ts").parameter("defineProvider", 0)),
    optionTable("ResourceDefinition", [
      ...provider.parameter("resource", 1),
      ...from("src/provider/resource-hooks.ts").interface("ResourceHooks"),
    ]),
    optionTable("StackOptions", [
      ...from("src/store/open-stack-store.ts").interface("StackAddressed"),
      ...from("src/operations/stack/open-stack.ts").interface("StackOptions"),
      ...from("src/operations/stack/open-stack.ts").interface("StackPlace"),
    ]),
    optionTable("PlanOptions", request.interface("PlanOptions")),
    optionTable("RunOptions", [
      ...request.interface("ApplyOptions"),
      ...from("src/engine/run.ts").interface("RunOptions"),
    ]),
    settingTable(from("src/cli/read-project.ts").object("kinds")),
    exitCodeTable(from("src/runner/exit-code.ts").object("exitCodes")),
    eventTable(from("src/model/event.ts").union("RunEvent")),
  ];
}

/** The page with its tables as they are made now; each stands between `<!-- table: Name -->` and `<!-- end -->`. */
export function withTables(page: string, tables: readonly ReferenceTable[]): string {
  return page.replace(marked, (_, name: string) => {
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`There is no table ${name}.`);
    return `<!-- table: ${name} -->\n\n${table.text}\n\n<!-- end -->`;
  });
}

/** What is not said: a field without a comment, a table that is on no page, a table that is not as it is made. */
export function tableFaults(
  tables: readonly ReferenceTable[],
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  const shown = new Set(
    [...pages.values()].flatMap((page) => [...page.matchAll(marked)].map(([, name]) => name)),
  );
  return [
    ...tables.flatMap(({ faults }) => faults),
    ...tables.filter(({ name }) => !shown.has(name)).map(({ name }) => `no page has the table ${name}`),
    ...[...pages]
      .filter(([, page]) => withTables(page, tables) !== page)
      .map(([path]) => `${path} is not what the code says: npm run docs:reference`),
  ];
}

const marked = /<!-- table: (\w+) -->[^]*?<!-- end -->/g;

function optionTable(name: string, fields: readonly DocumentedField[]): ReferenceTable {
  const rows = fields.map(({ name, isOptional, is, says }) => [
    `\`${name}\`${isOptional ? "" : " (needed)"}`,
    takes(is),
    says,
  ]);
  return table(name, ["option", "takes", "what it does"], rows, fields);
}

/** Types of functions, and those with parameters of their own, say more to the compiler than to a reader. */
function takes(type: string): string {
  const plain = withoutInput(type.replaceAll("readonly ", ""));
  if (plain.includes("=>") && !plain.startsWith("{"))
    return plain.endsWith("[]") ? "functions" : "a function";
  const fields = /^\(?keyof (Inputs|Outputs) & string\)?(\[\])?$/.exec(plain);
  if (fields !== null) {
    const of = fields[1]!.toLowerCase();
    return fields[2] === undefined ? `the name of one of the ${of}` : `names of ${of}`;
  }
  if (/^(Inputs|Outputs|Config)$/.test(plain)) return "a schema for each field";
  if (plain.startsWith("Constraint<")) return "rules";
  if (plain.endsWith('["packages"]')) return "providers";
  if (plain.endsWith('["kinds"]')) return "kinds of packages";
  return plain.length > 60 || /\bInputs\b|^\{ \[/.test(plain) ? "an object" : `\`${plain}\``;
}

/** Where a value may stand its Output may too; a reader wants to know the value. */
function withoutInput(type: string): string {
  const inner = type.replace(/\bInput<([^<>]*)>/g, "$1");
  return inner === type ? type : withoutInput(inner);
}

function settingTable(fields: readonly DocumentedField[]): ReferenceTable {
  const rows = fields.map(({ name, is, says }) => [`\`${name}\``, is.replaceAll('"', ""), says]);
  return table("Settings", ["setting", "is", "what it does"], rows, fields);
}

function exitCodeTable(fields: readonly DocumentedField[]): ReferenceTable {
  return table(
    "ExitCodes",
    ["code", "means"],
    fields.map(({ is, says }) => [is, says]),
    fields,
  );
}

function eventTable(
  events: readonly (DocumentedField & { readonly fields: readonly DocumentedField[] })[],
): ReferenceTable {
  const rows = events.map(({ name, says, fields }) => [
    `\`${name}\``,
    says,
    fields.map((field) => `\`${field.name}\``).join(", "),
  ]);
  return table("RunEvents", ["event", "when", "fields"], rows, events);
}

function table(
  name: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly DocumentedField[],
): ReferenceTable {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return {
    name,
    text: [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n"),
    faults: fields.filter(({ says }) => says === "").map((field) => `${name}: ${field.name} has no comment`),
  };
}
