import { isNode, nameOf, parseSyntax, walkSyntax, type Syntax, type SyntaxNode } from "../support/syntax.js";

/** A field of a type, or a property of an object, with the comment at its door. */
export interface DocumentedField {
  readonly name: string;
  readonly isOptional: boolean;
  /** What stands behind its name, on one line. */
  readonly is: string;
  /** Its comment on one line; empty if it has none. */
  readonly says: string;
}

/** Reads types as their authors wrote them: a reference that is made from code says what the code says. */
export class DocumentedModule {
  readonly #text: string;
  readonly #syntax: Syntax;

  constructor(path: string, text: string) {
    this.#text = text;
    this.#syntax = parseSyntax(path, text);
  }

  /** The fields of an interface, without those it inherits. */
  interface(name: string): readonly DocumentedField[] {
    const { body } = this.#declared("TSInterfaceDeclaration", name);
    return this.#fields((body as SyntaxNode)["body"] as SyntaxNode[]);
  }

  /** The properties of a constant object. */
  object(name: string): readonly DocumentedField[] {
    const declared = this.#find(({ type, id }) => type === "VariableDeclarator" && nameOf(id) === name, name);
    const { expression = declared["init"] } = declared["init"] as SyntaxNode;
    return this.#fields((expression as SyntaxNode)["properties"] as SyntaxNode[]);
  }

  /** The fields of the object that a function, or a method of an interface, takes as its n-th parameter. */
  parameter(callable: string, index: number): readonly DocumentedField[] {
    const found = this.#find(
      ({ type, id, key }) =>
        (type === "FunctionDeclaration" && nameOf(id) === callable) ||
        (type === "TSMethodSignature" && nameOf(key) === callable),
      callable,
    );
    const given = (found["params"] as SyntaxNode[])[index]!["typeAnnotation"] as SyntaxNode;
    const type = given["typeAnnotation"] as SyntaxNode;
    const parts = type.type === "TSIntersectionType" ? (type["types"] as SyntaxNode[]) : [type];
    return parts.flatMap((part) =>
      part.type === "TSTypeLiteral" ? this.#fields(part["members"] as SyntaxNode[]) : [],
    );
  }

  /** Each member of a union of objects, by what its field `kind` says. */
  union(name: string): readonly (DocumentedField & { readonly fields: readonly DocumentedField[] })[] {
    const { typeAnnotation } = this.#declared("TSTypeAliasDeclaration", name);
    return ((typeAnnotation as SyntaxNode)["types"] as SyntaxNode[]).map((member) => {
      const fields = this.#fields(member["members"] as SyntaxNode[]);
      const kind = fields.find((field) => field.name === "kind")!;
      return {
        name: JSON.parse(kind.is) as string,
        isOptional: false,
        is: "",
        says: this.#commentBefore(this.#text.lastIndexOf("|", member.start)),
        fields: fields.filter((field) => field !== kind),
      };
    });
  }

  #declared(type: string, name: string): SyntaxNode {
    return this.#find((node) => node.type === type && nameOf(node["id"]) === name, name);
  }

  #find(isIt: (node: SyntaxNode) => boolean, name: string): SyntaxNode {
    let found: SyntaxNode | undefined;
    walkSyntax(this.#syntax.program, (node) => {
      if (found === undefined && isIt(node)) found = node;
    });
    if (found === undefined) throw new Error(`There is no ${name} to be documented.`);
    return found;
  }

  #fields(nodes: readonly SyntaxNode[]): readonly DocumentedField[] {
    return nodes.map((node) => {
      const type = node["typeAnnotation"];
      const value = isNode(type) ? type["typeAnnotation"] : node["value"];
      const { start, end } = value as SyntaxNode;
      return {
        name: nameOf(node["key"]) ?? String((node["key"] as SyntaxNode)["value"]),
        isOptional: node["optional"] === true,
        is: oneLine(this.#text.slice(start, end)),
        says: this.#commentBefore(node.start),
      };
    });
  }

  /** The comment that ends right before this place. */
  #commentBefore(offset: number): string {
    const before = this.#syntax.comments.findLast(({ start }) => start < offset);
    if (before === undefined) return "";
    const { value, start } = before;
    const between = this.#text.slice(start + value.length + 4, offset);
    return value.startsWith("*") && between.trim() === "" ? oneLine(value.replace(/^\s*\*+ ?/gm, "")) : "";
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
