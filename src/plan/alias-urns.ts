import {
  isDiagnosticError,
  parseUrn,
  printUrn,
  rootStackType,
  typeOfUrn,
  type Diagnostic,
  type KnownAlias,
  type Urn,
} from "../model/index.js";
import { problem } from "./diagnostics.js";
import type { Claimant } from "./match.js";

/**
 * Returns the URNs that a resource may have had, in lookup order. `formerOf` returns the former URN of another
 * resource of the program: a child of a renamed parent was below the former URN.
 */
export function aliasUrns(
  claimant: Claimant,
  formerOf: (urn: string) => string,
): { readonly urns: readonly string[]; readonly problems: readonly Diagnostic[] } {
  const parent = claimant.parent?.urn;
  const former = parent === undefined ? undefined : formerOf(parent);
  if (claimant.aliases.length === 0 && former === parent) return none;
  const own = parseUrn(claimant.urn, { types: "any" });
  const urns = new Set<string>();
  const problems: Diagnostic[] = [];
  for (const alias of [...claimant.aliases, {}]) {
    try {
      for (const urn of urnsOf(alias, { own, parent, former }, formerOf)) urns.add(printUrn(urn));
    } catch (error) {
      if (!isDiagnosticError(error)) throw error;
      problems.push(badAlias(claimant, error.diagnostics[0]!));
    }
  }
  urns.delete(claimant.urn);
  return { urns: [...urns], problems };
}

const none = { urns: [], problems: [] };

interface Family {
  readonly own: Urn;
  /** The URN of the parent, and its former URN. */
  readonly parent: string | undefined;
  readonly former: string | undefined;
}

type AliasParts = Exclude<KnownAlias, string>;

function urnsOf(alias: KnownAlias, family: Family, formerOf: (urn: string) => string): readonly Urn[] {
  if (typeof alias === "string") return [parseUrn(alias, { names: "foreign" })];
  if (alias.parent === undefined) return belowParent(alias, family);
  const { parent } = alias;
  const above = parent === null ? undefined : typeof parent === "string" ? parent : formerOf(parent.urn);
  return [former(alias, family.own, typesAbove(above), alias.name ?? family.own.name)];
}

/** The former URN of a renamed parent is tried first, with a name that begins with the parent's former name. */
function belowParent(alias: AliasParts, { own, parent, former: above }: Family): readonly Urn[] {
  const name = alias.name ?? own.name;
  const here = former(alias, own, own.types.slice(0, -1), name);
  if (parent === undefined || above === undefined || above === parent) return [here];
  const [now, then] = [parseUrn(parent, { types: "any" }), parseUrn(above, { names: "foreign" })];
  const swapped = name.startsWith(now.name) ? then.name + name.slice(now.name.length) : name;
  const types = typesAbove(above);
  return [former(alias, own, types, swapped), former(alias, own, types, name), here];
}

function former(alias: AliasParts, own: Urn, above: readonly string[], name: string): Urn {
  const { stack = own.stack, project = own.project, type = typeOfUrn(own) } = alias;
  return { stack, project, types: [...above, type], name };
}

function typesAbove(parent: string | undefined): readonly string[] {
  if (parent === undefined) return [];
  const urn = parseUrn(parent, { names: "foreign" });
  return typeOfUrn(urn) === rootStackType ? [] : urn.types;
}

function badAlias({ urn, position }: Claimant, { detail }: Diagnostic): Diagnostic {
  return problem("plan/bad-alias", {
    detail: `One of its aliases is a string but not a URN. ${detail}`,
    hint: 'A string alias must be a complete URN. If only one part changed, give that part:\n    aliases: [{ name: "old" }]',
    resource: urn,
    ...(position && { position }),
  });
}
