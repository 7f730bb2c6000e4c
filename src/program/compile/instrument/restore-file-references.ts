import { dirname } from "node:path";
import type { Identifier, MemberExpression, MetaProperty } from "acorn";
import type { Instruments } from "./instruments.js";
import type { NodePath } from "./syntax-tree.js";

/** Makes `import.meta`, `__dirname` and `__filename` refer to the original source file. */
export class RestoreFileReferences {
  readonly metaFiles = new Set<number>();
  readonly #instruments: Instruments;
  readonly #references: { readonly place: NodePath<Identifier>; readonly file: number }[] = [];
  readonly #declared = new Set<string>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  /** True if a file may call `import.meta.resolve`. */
  resolves = false;

  meta({ node, parent }: NodePath<MetaProperty>): void {
    const origin = this.#instruments.origin.place(node.start);
    if (origin === undefined || node.meta.name !== "import") return;
    this.metaFiles.add(origin.file);
    const isOther = parent?.node.type === "MemberExpression" && isOtherKey(parent.node);
    if (!isOther) this.resolves = true;
    this.#instruments.splice.replace(node, this.metaName(origin.file));
  }

  metaName(file: number): string {
    return `${this.#instruments.names.meta}${file}`;
  }

  identifier(place: NodePath<Identifier>): void {
    const { node, parent, key } = place;
    if (node.name !== "__dirname" && node.name !== "__filename") return;
    const origin = this.#instruments.origin.place(node.start);
    if (origin === undefined || isOnlyAName(parent, key)) return;
    if (isDeclaration(parent, key)) this.#declared.add(`${origin.file} ${node.name}`);
    else this.#references.push({ place, file: origin.file });
  }

  /** Runs after all identifiers have been visited, because a file may declare these names itself. */
  finish(): void {
    for (const { place, file } of this.#references) {
      const { node, parent } = place;
      if (this.#declared.has(`${file} ${node.name}`)) continue;
      const { path } = this.#instruments.files[file]!;
      const text = JSON.stringify(node.name === "__dirname" ? dirname(path) : path);
      const isShorthand = parent?.node.type === "Property" && parent.node.shorthand;
      this.#instruments.splice.replace(node, isShorthand ? `${node.name}: ${text}` : text);
    }
  }
}

/** True for `import.meta.url` and every other key that is not `resolve` or computed. */
function isOtherKey({ property, computed }: MemberExpression): boolean {
  return !computed && property.type === "Identifier" && property.name !== "resolve";
}

function isOnlyAName(parent: NodePath | undefined, key: string): boolean {
  const node = parent?.node;
  switch (node?.type) {
    case "MemberExpression":
      return key === "property" && !node.computed;
    case "Property":
      return key === "key" && !node.computed;
    case "PropertyDefinition":
    case "MethodDefinition":
      return key === "key" && !node.computed;
    case "ExportSpecifier":
      return true;
    default:
      return false;
  }
}

function isDeclaration(parent: NodePath | undefined, key: string): boolean {
  switch (parent?.node.type) {
    case "VariableDeclarator":
      return key === "id";
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return key === "params" || key === "id";
    case "AssignmentExpression":
    case "AssignmentPattern":
      return key === "left";
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "ArrayPattern":
      return true;
    case "Property":
      return parent.parent?.node.type === "ObjectPattern";
    default:
      return false;
  }
}
