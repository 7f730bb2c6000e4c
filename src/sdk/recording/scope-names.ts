import { nameFromScope, type Diagnostic, type Registration, type Scope } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { Site } from "./site.js";

/** The parts of an unnamed resource that its name is derived from. */
export interface Nameless {
  readonly type: string;
  readonly parent: Registration | undefined;
  readonly id: string | undefined;
  readonly globalId: string | undefined;
}

export interface ScopeName {
  readonly name: string;
  readonly scope: Scope;
  /** Set if the same place has declared such a resource before: only a counter distinguishes the two. */
  readonly warning?: Diagnostic;
}

/**
 * Names the unnamed resources of one program: `<module>[/<class>]#<ID>`, with `<component>/` before it for a child of a
 * component. The ID is the option `id`, else the binding, else a number that counts resources of the type in the scope.
 * With a global id, the name is `#<global id>`.
 */
export class ScopeNames {
  readonly #numbers = new Map<string, number>();
  readonly #repeats = new Map<string, number>();
  readonly #warned = new Set<Site["position"]>();

  name(site: Site, nameless: Nameless): ScopeName {
    const { binding, ...place } = site.scope;
    const { globalId } = nameless;
    if (globalId !== undefined) {
      return { name: `#${globalId}`, scope: { ...place, id: nameless.id ?? binding ?? globalId } };
    }
    const { parent } = nameless;
    const prefix = parent?.kind === "component" ? `${parent.name}/` : "";
    const named = (scope: Scope): ScopeName => ({ name: prefix + nameFromScope(scope), scope });
    if (nameless.id !== undefined) return named({ ...place, id: nameless.id });

    const { file, line, column } = site.position;
    const repeat = count(
      this.#repeats,
      [file, line, column, prefix, nameless.type, binding ?? ""].join("\n"),
    );
    const scope: Scope =
      binding === undefined
        ? {
            ...place,
            number: count(this.#numbers, [prefix, place.module, place.class ?? "", nameless.type].join("\n")),
          }
        : { ...place, id: repeat === 1 ? binding : `${binding}-${repeat}` };
    if (repeat === 1 || this.#warned.has(site.position)) return named(scope);
    this.#warned.add(site.position);
    return { ...named(scope), warning: repeated(site, nameless) };
  }
}

function count(counts: Map<string, number>, key: string): number {
  const number = (counts.get(key) ?? 0) + 1;
  counts.set(key, number);
  return number;
}

function repeated(site: Site, { type }: Nameless): Diagnostic {
  return problem("sdk/ambiguous-name", {
    severity: "warning",
    detail: `One line declares several unnamed resources of type ${type}, so only a counter distinguishes them. If one is removed, those after it take over the names, and with them the objects, of others.`,
    hint: "Give each resource its own name or id:\n    new Bucket(`logs-${region}`, { … })\n    new Bucket({ … }, { id: region })",
    position: site.position,
  });
}
