import { NameScope } from "./name-scope.js";

/** The object types of one module. Each has a name, and types with the same content share it. */
export class ObjectTypes {
  readonly #scope: NameScope;
  readonly #names = new Map<string, string>();
  #declarations: string[] = [];

  constructor(scope: NameScope) {
    this.#scope = scope;
  }

  /** Returns the name of the interface with these members. `wanted` is its name if the module does not have it yet. */
  nameOf(wanted: string, members: string): string {
    const known = this.#names.get(members);
    if (known !== undefined) return known;
    const name = this.#scope.take(wanted);
    this.#names.set(members, name);
    this.#declarations.push(declaration(name, members));
    return name;
  }

  /** Declares an interface of its own, which is not shared. The types of its members get their names after it. */
  declare(wanted: string, membersOf: () => string): string {
    const name = this.#scope.take(wanted);
    const before = this.#declarations.length;
    const members = membersOf();
    this.#declarations.splice(before, 0, declaration(name, members));
    return name;
  }

  /** Returns the declarations since the last call. */
  takeDeclarations(): readonly string[] {
    const taken = this.#declarations;
    this.#declarations = [];
    return taken;
  }
}

function declaration(name: string, members: string): string {
  return members === "" ? `export type ${name} = ${nothing};\n` : `export interface ${name} {\n${members}}\n`;
}

/** The type of an object without members. An empty interface would accept any. */
export const nothing = "{ readonly [name: string]: never }";
