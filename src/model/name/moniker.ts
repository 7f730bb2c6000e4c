import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/**
 * The moniker of a resource: a short name for people. A resource has a global id or a scope. The environment is the
 * stack part of its URN, `staging` or `staging:acmecorp`.
 */
export type Moniker =
  | { readonly environment: string; readonly globalId: string }
  | {
      readonly environment: string;
      readonly scope: Scope;
      readonly type: string;
      /** The moniker of the parent resource. */
      readonly within?: string | undefined;
    };

/** The place in the program where a resource is created, and which of the resources created there it is. */
export type Scope = ScopePlace & ({ readonly id: string } | { readonly number: number });

interface ScopePlace {
  /** `<package>:<path from its root, no extension>`, such as `coconut/x:cluster/utils`. */
  readonly module: string;
  /** The innermost class around the place. */
  readonly class?: string;
}

/**
 * Prints a moniker in one of five forms. Numbers count from one, and are omitted for the first resource of its type in
 * a scope.
 *
 * ```
 * <environment>#<global id>
 * <environment>:<module>:<type>
 * <environment>:<module>:<type>#<id>
 * <environment>:<module>/<class>:<type>
 * <environment>:<module>/<class>:<type>#<id>
 * ```
 *
 * For a child, the moniker of its parent and a slash replace the environment.
 */
export function printMoniker(moniker: Moniker): string {
  if ("globalId" in moniker) return `${moniker.environment}#${moniker.globalId}`;
  const { environment, within, scope, type } = moniker;
  const before = within === undefined ? `${environment}:` : `${within}/`;
  return `${before}${printPlace(scope)}:${type}${printId(scope)}`;
}

/** Returns the URN name of a resource to which the program gives no name: `<module>[/<class>][#<id>]`. */
export function nameFromScope(scope: Scope): string {
  return printPlace(scope) + printId(scope);
}

export interface MonikerCandidate {
  readonly moniker: Moniker;
  readonly urn: string;
}

/** Returns the one candidate with this moniker. Throws if there are none or several; several are listed. */
export function resolveMoniker<Candidate extends MonikerCandidate>(
  text: string,
  candidates: Iterable<Candidate>,
): Candidate {
  const [found, ...others] = findByMoniker(text, candidates);
  if (found === undefined) {
    throw new DiagnosticError(
      problem("model/unknown-moniker", {
        detail: `No resource of this stack has the moniker ${JSON.stringify(text)}.`,
        hint: "List the resources of the stack:\ncoco state ls",
      }),
    );
  }
  if (others.length > 0) {
    throw new DiagnosticError(
      problem("model/ambiguous-moniker", {
        detail: `${others.length + 1} resources have the moniker ${JSON.stringify(text)}.`,
        related: [found, ...others].map(({ urn }) => ({ message: `One candidate is ${urn}`, resource: urn })),
        hint: "Use the URN of the resource instead.",
      }),
    );
  }
  return found;
}

/**
 * Returns all candidates with this moniker. Modules, types and ids may contain the separators, so a moniker cannot be
 * parsed; whole texts are compared.
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
