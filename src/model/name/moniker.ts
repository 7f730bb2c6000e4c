import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/**
 * The human-sized name of a resource. A resource has a global id or a scope; the environment is the stack part
 * of its URN, `staging` or `staging:acmecorp`.
 */
export type Moniker =
  | { readonly environment: string; readonly globalId: string }
  | {
      readonly environment: string;
      readonly scope: Scope;
      readonly type: string;
      /** The moniker of the resource that it is a child of. */
      readonly within?: string | undefined;
    };

/** Where in the program a resource is allocated, and which of those allocated there it is. */
export type Scope = ScopePlace & ({ readonly id: string } | { readonly number: number });

interface ScopePlace {
  /** `<package>:<path from its root, no extension>`, such as `coconut/x:cluster/utils`. */
  readonly module: string;
  /** The innermost class around the allocation. */
  readonly class?: string;
}

/**
 * One of five forms; a number counts from one, and the first resource of its type in a scope prints none.
 *
 * ```
 * <environment>#<global id>
 * <environment>:<module>:<type>
 * <environment>:<module>:<type>#<id>
 * <environment>:<module>/<class>:<type>
 * <environment>:<module>/<class>:<type>#<id>
 * ```
 *
 * For a child, the moniker of its parent and a slash stand in the place of the environment.
 */
export function printMoniker(moniker: Moniker): string {
  if ("globalId" in moniker) return `${moniker.environment}#${moniker.globalId}`;
  const { environment, within, scope, type } = moniker;
  const before = within === undefined ? `${environment}:` : `${within}/`;
  return `${before}${printPlace(scope)}:${type}${printId(scope)}`;
}

/** The URN name of a resource that the program left nameless: `<module>[/<class>][#<id>]`. */
export function nameFromScope(scope: Scope): string {
  return printPlace(scope) + printId(scope);
}

export interface MonikerCandidate {
  readonly moniker: Moniker;
  readonly urn: string;
}

/** The one candidate that prints as the text. None or several are a diagnostic; several are listed. */
export function resolveMoniker<Candidate extends MonikerCandidate>(
  text: string,
  candidates: Iterable<Candidate>,
): Candidate {
  const [found, ...others] = findByMoniker(text, candidates);
  if (found === undefined) {
    throw new DiagnosticError(
      problem("model/unknown-moniker", {
        detail: `No resource of this stack is called ${JSON.stringify(text)}.`,
        hint: "List the resources of the stack:\ncoco state ls",
      }),
    );
  }
  if (others.length > 0) {
    throw new DiagnosticError(
      problem("model/ambiguous-moniker", {
        detail: `${others.length + 1} resources are called ${JSON.stringify(text)}.`,
        related: [found, ...others].map(({ urn }) => ({ message: `It may be ${urn}`, resource: urn })),
        hint: "Name the one you mean by its URN.",
      }),
    );
  }
  return found;
}

/**
 * All candidates that print as the text. Modules, types and ids hold the separators themselves, so a moniker
 * cannot be split; it is compared whole.
 */
export function findByMoniker<Candidate extends MonikerCandidate>(
  text: string,
  candidates: Iterable<Candidate>,
): Candidate[] {
  return [...candidates].filter(({ moniker }) => printMoniker(moniker) === text);
}

/** `<module>[/<class>]`. */
export function printPlace(scope: ScopePlace): string {
  return scope.class === undefined ? scope.module : `${scope.module}/${scope.class}`;
}

function printId(scope: Scope): string {
  if ("id" in scope) return `#${scope.id}`;
  return scope.number === 1 ? "" : `#${scope.number}`;
}
