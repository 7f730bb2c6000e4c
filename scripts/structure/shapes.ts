import { resolveImport } from "../../tests/tidy/import-graph.js";
import { isSource, type SourceTree } from "../../tests/tidy/source-tree.js";
import {
  isNode,
  nameOf,
  parseSyntax,
  stringOf,
  walkSyntax,
  type SyntaxNode,
} from "../../tests/support/syntax.js";

/** The names of functions that are called for each resource, by file, as `scripts/trace-apply.mjs` prints them. */
export type Path = Readonly<Record<string, readonly string[]>>;

const besideShapes = /^src\/(?:std|model\/value)\//;

/** Fields that identify the resource that a type represents. */
const identities = new Set(["urn", "rid", "registration"]);

/**
 * Returns the object types that represent a resource, such as `src/model/plan/step.ts#Step`. The signature of a
 * function on the path names them, and they identify a resource: with a field (`urn`, `rid`, `registration`), by
 * extending or picking from a type that has such a field, or with a field of such a type. Values do not count, because
 * they may refer to any resource. Types with more than half of their members functions do not count either.
 */
export function shapesOn(path: Path, tree: SourceTree): string[] {
  const types = new Types(tree);
  const isShape = shapesAmong(types);
  const named = Object.entries(path).flatMap(([file, names]) =>
    signatures(tree, file, names)
      .flatMap((each) => typeNames(each))
      .flatMap((name) => types.find(file, name) ?? []),
  );
  return [...new Set(named)].filter(isShape).sort();
}

/** The types that a module declares and imports. */
interface Module {
  /** The source file and the original name of each imported type, by local name. */
  readonly imported: ReadonlyMap<string, Origin>;
  readonly exported: ReadonlyMap<string, Origin>;
  readonly allOf: readonly string[];
  readonly declared: ReadonlyMap<string, ObjectType>;
}

interface Origin {
  readonly file: string;
  readonly name: string;
}

interface ObjectType {
  readonly fields: readonly string[];
  readonly functions: number;
  /** Types that it extends or picks from, and types of its fields, by their local names. */
  readonly based: readonly string[];
  readonly holds: readonly string[];
}

class Types {
  readonly #tree: SourceTree;
  readonly #modules = new Map<string, Module>();

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /** Returns the declaration of a local type name as `file#name`; undefined for external types, classes and others. */
  find(file: string, name: string): string | undefined {
    const module = this.#module(file);
    if (module === undefined) return undefined;
    if (module.declared.has(name)) return `${file}#${name}`;
    const origin = module.imported.get(name);
    return origin && this.#exported(origin.file, origin.name);
  }

  *all(): Iterable<readonly [id: string, file: string, type: ObjectType]> {
    for (const file of this.#tree.keys()) {
      if (!isSource(file) || besideShapes.test(file)) continue;
      for (const [name, type] of this.#module(file)?.declared ?? []) yield [`${file}#${name}`, file, type];
    }
  }

  #exported(file: string, name: string): string | undefined {
    const module = this.#module(file);
    if (module === undefined) return undefined;
    if (module.declared.has(name)) return `${file}#${name}`;
    const origin = module.exported.get(name);
    if (origin !== undefined) return this.#exported(origin.file, origin.name);
    for (const each of module.allOf) {
      const found = this.#exported(each, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #module(file: string): Module | undefined {
    const text = this.#tree.get(file);
    if (text === undefined) return undefined;
    const module = this.#modules.get(file) ?? readModule(file, text);
    this.#modules.set(file, module);
    return module;
  }
}

function shapesAmong(types: Types): (id: string) => boolean {
  const all = [...types.all()].filter(
    ([, , { fields, functions }]) => functions * 2 <= fields.length + functions,
  );
  const own = all.filter(([, , { fields }]) => fields.some((each) => identities.has(each)));
  const identified = new Set(own.map(([id]) => id));
  const isIdentified = (file: string) => (name: string) => identified.has(types.find(file, name) ?? "");
  for (let before = -1; before !== identified.size;) {
    before = identified.size;
    for (const [id, file, { based }] of all) if (based.some(isIdentified(file))) identified.add(id);
  }
  const holders = all.filter(([, file, { holds }]) => holds.some(isIdentified(file))).map(([id]) => id);
  const shapes = new Set([...identified, ...holders]);
  return (id) => shapes.has(id);
}

function readModule(file: string, text: string): Module {
  const imported = new Map<string, Origin>();
  const exported = new Map<string, Origin>();
  const allOf: string[] = [];
  const declared = new Map<string, ObjectType>();
  walkSyntax(parseSyntax(file, text).program, (node) => {
    const specifier = stringOf(node["source"]) ?? "";
    const from = specifier.startsWith(".") ? resolveImport(file, specifier) : undefined;
    if (from !== undefined && node.type === "ExportAllDeclaration") allOf.push(from);
    for (const each of from === undefined ? [] : ((node["specifiers"] ?? []) as readonly SyntaxNode[])) {
      const isImport = each.type === "ImportSpecifier";
      const name = nameOf(isImport ? each["imported"] : each["local"]);
      const own = nameOf(isImport ? each["local"] : each["exported"]);
      if (name !== undefined && own !== undefined)
        (isImport ? imported : exported).set(own, { file: from as string, name });
    }
    if (node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration")
      declared.set(nameOf(node["id"]) as string, objectType(node));
  });
  return { imported, exported, allOf, declared };
}

/** Returns the members of an interface, or of the object types of an alias. Ignores the inside of functions. */
function objectType(declaration: SyntaxNode): ObjectType {
  const fields: string[] = [];
  const based: string[] = [];
  const holds: string[] = [];
  let functions = 0;
  const look = (node: SyntaxNode, inField: boolean) => {
    if (node.type === "TSMethodSignature" || node.type === "TSFunctionType") {
      functions++;
      return;
    }
    const isField = node.type === "TSPropertySignature";
    if (isField) fields.push(nameOf(node["key"]) ?? "");
    const named = nameOf(node.type === "TSInterfaceHeritage" ? node["expression"] : node["typeName"]);
    if (named !== undefined) (inField ? holds : based).push(named);
    // A union is not counted as a separate type.
    if (node.type === "TSUnionType" && !inField)
      return lookAt(node, (each) => each.type !== "TSTypeReference");
    return lookAt(node, () => true, inField || isField);
  };
  const lookAt = (node: SyntaxNode, wanted: (node: SyntaxNode) => boolean, inField = false) => {
    for (const child of Object.values(node).flat()) if (isNode(child) && wanted(child)) look(child, inField);
  };
  look(declaration, false);
  return { fields, functions, based, holds };
}

const functionNodes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Returns the parameter and return types of the functions with these names. */
function signatures(tree: SourceTree, file: string, names: readonly string[]): SyntaxNode[] {
  const wanted = new Set(names.map((name) => name.replace(/^(?:get|set) |^.*\./, "")));
  const found: SyntaxNode[] = [];
  walkSyntax(parseSyntax(file, tree.get(file) ?? "").program, (node, { parent }) => {
    if (!functionNodes.has(node.type)) return;
    const named = [node["id"], parent?.["id"], parent?.["key"]].find(isNode);
    const name = named?.type === "PrivateIdentifier" ? `#${String(named["name"])}` : nameOf(named);
    if (name === undefined || !wanted.has(name)) return;
    found.push(...(node["params"] as readonly SyntaxNode[]), ...[node["returnType"]].filter(isNode));
  });
  return found;
}

function typeNames(part: SyntaxNode): string[] {
  const names: string[] = [];
  walkSyntax(part, (node) => {
    const name = node.type === "TSTypeReference" ? nameOf(node["typeName"]) : undefined;
    if (name !== undefined) names.push(name);
  });
  return names;
}
