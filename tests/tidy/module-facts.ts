import {
  countLines,
  nameOf,
  parseSyntax,
  stringOf,
  walkSyntax,
  type Place,
  type Syntax,
  type SyntaxNode,
} from "../support/syntax.js";

/** Something found in a module, and where. */
export interface Finding {
  readonly what: string;
  readonly line: number;
}

export interface ModuleImport extends Finding {
  /** Erased by the compiler, as `import type` is; `import { type A }` still loads the module. */
  readonly typeOnly: boolean;
}

/** What the rules want to know about one module. Read from its syntax, so comments and strings cannot mislead. */
export interface ModuleFacts {
  /** Specifiers of imports, re-exports, `import()` and `import("…")` types alike. */
  readonly imports: readonly ModuleImport[];
  /** Uses of time, chance, promises and the process. */
  readonly effects: readonly Finding[];
  readonly functions: readonly (Finding & { readonly lines: number })[];
  readonly leftovers: readonly Finding[];
  /** Keys of the objects given to `diagnosticCatalogue`. */
  readonly diagnosticCodes: readonly Finding[];
}

export function moduleFacts(path: string, text: string): ModuleFacts {
  const key = `${path}\0${text}`;
  const facts = known.get(key) ?? readFacts(path, text);
  known.set(key, facts);
  return facts;
}

const known = new Map<string, ModuleFacts>();

function readFacts(path: string, text: string): ModuleFacts {
  const syntax = parseSyntax(path, text);
  const imports: ModuleImport[] = [];
  const effects: Finding[] = [];
  const functions: (Finding & { lines: number })[] = [];
  const leftovers = leftoverComments(syntax);
  const diagnosticCodes: Finding[] = [];
  walkSyntax(syntax.program, (node, place) => {
    const found = (list: Finding[], what: string | undefined) => {
      if (what !== undefined) list.push({ what, line: syntax.lineOf(node.start) });
    };
    const specifier = importIn(node);
    if (specifier !== undefined) {
      imports.push({ what: specifier, line: syntax.lineOf(node.start), typeOnly: isTypeOnly(node) });
    }
    if (!place.inType) found(effects, effectIn(node, place));
    found(leftovers, leftoverIn(node));
    if (functionNodes.has(node.type)) {
      const lines = countLines(text.slice(node.start, node.end));
      functions.push({ what: functionName(node, place), line: syntax.lineOf(node.start), lines });
    }
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "diagnosticCatalogue") {
      diagnosticCodes.push(...objectKeys((node["arguments"] as SyntaxNode[])[0], syntax));
    }
  });
  return { imports, effects, functions, leftovers, diagnosticCodes };
}

const functionNodes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const importNodes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function importIn(node: SyntaxNode): string | undefined {
  return importNodes.has(node.type) ? stringOf(node["source"]) : undefined;
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type";
}

const effectGlobals = new Set(
  "process console performance crypto fetch require setTimeout setInterval setImmediate queueMicrotask".split(
    " ",
  ),
);
const effectMembers = new Set(["Math.random", "Date.now", "AbortSignal.timeout"]);
const effectImports = new Set(
  "randomBytes randomFillSync randomInt randomUUID setTimeout setInterval".split(" "),
);

function effectIn(node: SyntaxNode, place: Place): string | undefined {
  if (node["async"] === true) return "async";
  switch (node.type) {
    case "AwaitExpression":
      return "await";
    case "ForOfStatement":
      return node["await"] === true ? "for await" : undefined;
    case "ImportExpression":
      return "import()";
    case "ImportSpecifier":
      return effectOfImport(node);
    case "NewExpression":
      return effectOfNew(node);
    case "CallExpression":
      return nameOf(node["callee"]) === "Date" ? "Date()" : undefined;
    case "MemberExpression":
      return effectOfMember(node);
    case "Identifier":
      return isReference(place) && effectGlobals.has(node["name"] as string)
        ? (node["name"] as string)
        : undefined;
    default:
      return undefined;
  }
}

/** `new Date(text)` is a plain function of its argument; `new Date()` reads the clock. */
function effectOfNew(node: SyntaxNode): string | undefined {
  const callee = nameOf(node["callee"]);
  if (callee === "Promise") return "new Promise";
  return callee === "Date" && (node["arguments"] as unknown[]).length === 0 ? "new Date()" : undefined;
}

/** Time and chance that Node offers in modules. */
function effectOfImport(node: SyntaxNode): string | undefined {
  const name = nameOf(node["imported"]);
  return name !== undefined && effectImports.has(name) ? name : undefined;
}

function effectOfMember(node: SyntaxNode): string | undefined {
  const object = nameOf(node["object"]);
  const property = nameOf(node["property"]) ?? stringOf(node["property"]);
  const member = `${object}.${property}`;
  if (object === "Promise" || effectMembers.has(member)) return member;
  return object === "globalThis" && effectGlobals.has(property ?? "") ? member : undefined;
}

/** False where an identifier is only the name of a property, a method or an export. */
function isReference({ parent, key }: Place): boolean {
  if (key === "property" || key === "key") return parent?.["computed"] === true;
  return key !== "imported" && key !== "exported" && key !== "label";
}

function leftoverComments(syntax: Syntax): Finding[] {
  return syntax.comments.flatMap((comment) => {
    const word = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)\b/.exec(comment.value)?.[0];
    return word === undefined ? [] : [{ what: word, line: syntax.lineOf(comment.start) }];
  });
}

const testFunctions = new Set(["test", "it", "describe", "suite", "bench", "spec"]);

function leftoverIn(node: SyntaxNode): string | undefined {
  if (node.type === "TSAsExpression") {
    return (node["typeAnnotation"] as SyntaxNode).type === "TSAnyKeyword" ? "as any" : undefined;
  }
  if (node.type !== "MemberExpression") return undefined;
  const member = nameOf(node["property"]);
  if (member !== "only" && member !== "skip") return undefined;
  let root = node["object"] as SyntaxNode;
  while (root.type === "MemberExpression") root = root["object"] as SyntaxNode;
  return testFunctions.has(nameOf(root) ?? "") ? `${nameOf(root)}.${member}` : undefined;
}

function functionName(node: SyntaxNode, { parent }: Place): string {
  return nameOf(node["id"]) ?? nameOf(parent?.["id"]) ?? nameOf(parent?.["key"]) ?? "a function";
}

function objectKeys(node: SyntaxNode | undefined, syntax: Syntax): Finding[] {
  if (node?.type !== "ObjectExpression") return [];
  return (node["properties"] as SyntaxNode[]).flatMap((property) => {
    const what = stringOf(property["key"]);
    return what === undefined ? [] : [{ what, line: syntax.lineOf(property.start) }];
  });
}
