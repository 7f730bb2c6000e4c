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
    this.#declarations.push(`export interface ${name} {\n${members}}\n`);
    return name;
  }

  /** Declares a type of another form, which is not shared. Returns its name. */
  declare(wanted: string, text: string): string {
    const name = this.#scope.take(wanted);
    this.#declarations.push(`export type ${name} = ${text};\n`);
    return name;
  }

  /** Returns the declarations since the last call, an outer type before the types of its members. */
  takeDeclarations(): readonly string[] {
    const taken = this.#declarations.toReversed();
    this.#declarations = [];
    return taken;
  }
}
