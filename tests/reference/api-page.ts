import { isNode, nameOf, parseSyntax, stringOf, type Syntax, type SyntaxNode } from "../support/syntax.js";

/** An exported name, with its declarations (a function may have several) and the module that has them. */
interface ApiEntry {
  readonly name: string;
  readonly kind: "function" | "class" | "type" | "constant";
  readonly declarations: readonly SyntaxNode[];
  readonly module: DeclaredModule;
}

/** A page of the API reference, made from the exports of an entry point of the package. */
export interface ApiPageSource {
  readonly title: string;
  readonly intro: string;
  /** A declaration file by its path from the folder of declarations: `sdk/index.d.ts`. */
  readonly entry: string;
}

/** Returns the page, and the exports that have no comment. `read` returns the text of a declaration file by its path. */
export function apiPage(
  page: ApiPageSource,
  read: (path: string) => string,
): { readonly text: string; readonly faults: readonly string[] } {
  const modules = new Modules(read);
  const entries = [...exportsOf(modules, page.entry)].sort((a, b) => a.name.localeCompare(b.name, "en"));
  const groups = [
    ["Functions", "function"],
    ["Classes", "class"],
    ["Constants", "constant"],
    ["Types", "type"],
  ] as const;
  const text = groups.flatMap(([heading, kind]) => {
    const members = entries.filter((entry) => entry.kind === kind);
    return members.length === 0 ? [] : [`## ${heading}`, ...members.map(entryText)];
  });
  const faults = entries
    .filter(({ declarations, module }) => module.commentBefore(declarations[0]!) === "")
    .map(({ name }) => `${page.entry}: ${name} has no comment`);
  return { text: `${[`# ${page.title}`, page.intro, ...text].join("\n\n")}\n`, faults };
}

class Modules {
  readonly #read: (path: string) => string;
  readonly #known = new Map<string, DeclaredModule>();

  constructor(read: (path: string) => string) {
    this.#read = read;
  }

  get(path: string): DeclaredModule {
    let found = this.#known.get(path);
    if (found === undefined) this.#known.set(path, (found = new DeclaredModule(path, this.#read(path))));
    return found;
  }
}

class DeclaredModule {
  readonly path: string;
  readonly text: string;
  readonly syntax: Syntax;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.syntax = parseSyntax(path, text);
  }

  get body(): readonly SyntaxNode[] {
    return this.syntax.program["body"] as SyntaxNode[];
  }

  /** The path of a module that this one imports from. */
  resolve(specifier: string): string {
    return new URL(specifier.replace(/\.js$/, ".d.ts"), `file:///${this.path}`).pathname.slice(1);
  }

  /** The text of the documentation comment right before a node; empty if there is none. */
  commentBefore(node: SyntaxNode): string {
    const before = this.syntax.comments.findLast(({ start }) => start < node.start);
    if (before === undefined || !before.value.startsWith("*")) return "";
    const between = this.text.slice(before.start + before.value.length + 4, node.start);
    if (between.trim() !== "" && !/^\s*export\s+(?:declare\s+)?(?:abstract\s+)?$/.test(between)) return "";
    return before.value
      .slice(1)
      .split("\n")
      .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
      .join("\n")
      .trim();
  }

  /** The source of a node without the comments inside it. */
  source(node: SyntaxNode): string {
    const inside = this.syntax.comments.filter(({ start }) => start >= node.start && start < node.end);
    let text = "";
    let from = node.start;
    for (const { start, value } of inside) {
      text += this.text.slice(from, start);
      from = start + value.length + 4;
    }
    return (text + this.text.slice(from, node.end)).replace(/\n\s*(?=\n)/g, "");
  }
}

function* exportsOf(
  modules: Modules,
  path: string,
  prefix = "",
  only?: ReadonlyMap<string, string>,
): Iterable<ApiEntry> {
  const module = modules.get(path);
  const declared = new Map<string, ApiEntry>();
  for (const node of module.body) {
    if (node.type === "ExportAllDeclaration") {
      const from = module.resolve(stringOf(node["source"])!);
      const as = nameOf(node["exported"]);
      if (as !== undefined && only !== undefined && !only.has(as)) continue;
      yield* exportsOf(
        modules,
        from,
        as === undefined ? prefix : `${prefix}${as}.`,
        as === undefined ? only : undefined,
      );
    } else if (node.type === "ExportNamedDeclaration" && isNode(node["source"])) {
      const names = namesIn(node, only);
      if (names.size > 0) yield* exportsOf(modules, module.resolve(stringOf(node["source"])!), prefix, names);
    } else if (node.type === "ExportNamedDeclaration" && isNode(node["declaration"])) {
      for (const found of declaredIn(node["declaration"])) {
        const called = only === undefined ? found.name : only.get(found.name);
        if (called === undefined) continue;
        const former = declared.get(found.name);
        const declarations = [...(former?.declarations ?? []), node];
        declared.set(found.name, { ...found, name: prefix + called, declarations, module });
      }
    }
  }
  yield* declared.values();
}

/** The exported names of a re-export, by their names in the module that they come from. */
function namesIn(node: SyntaxNode, only: ReadonlyMap<string, string> | undefined): Map<string, string> {
  const names = new Map<string, string>();
  for (const { local, exported } of node["specifiers"] as { local: unknown; exported: unknown }[]) {
    const called = only === undefined ? nameOf(exported) : only.get(nameOf(exported)!);
    if (called !== undefined) names.set(nameOf(local)!, called);
  }
  return names;
}

function declaredIn(node: SyntaxNode): readonly Pick<ApiEntry, "name" | "kind">[] {
  const name = nameOf(node["id"])!;
  switch (node.type) {
    case "TSDeclareFunction":
    case "FunctionDeclaration":
      return [{ name, kind: "function" }];
    case "ClassDeclaration":
      return [{ name, kind: "class" }];
    case "VariableDeclaration":
      return (node["declarations"] as SyntaxNode[]).map(({ id }) => ({
        name: nameOf(id)!,
        kind: "constant",
      }));
    default:
      return [{ name, kind: "type" }];
  }
}

function entryText({ name, declarations, module }: ApiEntry): string {
  const says = fenced(module.commentBefore(declarations[0]!));
  const signatures = declarations.map((node) => signature(module, node)).join("\n");
  const members = declarations.flatMap((node) => membersOf(module, node["declaration"] as SyntaxNode));
  return [
    `### ${name}`,
    ...(says === "" ? [] : [says]),
    `\`\`\`ts declaration\n${signatures}\n\`\`\``,
    ...(members.length === 0 ? [] : [members.join("\n")]),
  ].join("\n\n");
}

/** Examples in comments are parts of programs, and are not compiled by themselves. */
function fenced(comment: string): string {
  return comment.replace(/^```ts$/gm, "```ts example");
}

/** The declaration as its author sees it: without `export declare`, and shortened if it would fill the screen. */
function signature(module: DeclaredModule, node: SyntaxNode): string {
  const text = dedented(
    module
      .source(node)
      .replace(/^export (?:declare )?/, "")
      .replaceAll("    ", "  "),
  );
  const plain = text.replace(/^ *(?:private |#private|readonly \[\w+\]|protected ).*;\n/gm, "");
  if (plain.split("\n").length <= mostLines) return plain;
  const declaration = node["declaration"] as SyntaxNode;
  const head = module
    .source(declaration)
    .split(/[{=]\s*\n|\(/)[0]!
    .trim();
  return `${head.replace(/^(?:export |declare )+/, "")}${isCallable(declaration) ? parameters(module, declaration) : " { … }"}`;
}

const mostLines = 24;

function dedented(text: string): string {
  return text.replace(/[ \t]+$/gm, "");
}

function isCallable({ type }: SyntaxNode): boolean {
  return type === "TSDeclareFunction" || type === "TSMethodSignature" || type === "MethodDefinition";
}

/** The names of the parameters alone. */
function parameters(module: DeclaredModule, node: SyntaxNode): string {
  const list = (node["params"] ??
    (node["value"] as SyntaxNode | undefined)?.["params"] ??
    []) as SyntaxNode[];
  return `(${list.map((each) => nameOf(each) ?? module.source(each).split(/[:?]/)[0]).join(", ")})`;
}

/** A line for each member that has a comment. */
function membersOf(module: DeclaredModule, declaration: SyntaxNode): readonly string[] {
  const body = declaration["body"];
  const list = isNode(body) ? ((body["body"] ?? []) as SyntaxNode[]) : [];
  return list.flatMap((member) => {
    const says = module
      .commentBefore(member)
      .split(/\n\s*```/)[0]!
      .replace(/\s+/g, " ")
      .trim();
    const name = nameOf(member["key"]) ?? (member["kind"] === "constructor" ? "constructor" : undefined);
    if (says === "" || name === undefined) return [];
    return [`- \`${name}${isCallable(member) ? parameters(module, member) : ""}\` — ${says}`];
  });
}
