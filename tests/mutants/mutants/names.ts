import type { Mutant } from "../mutant.js";

/** Mistakes one could make in finding resources again, and in renaming them. */
export const nameMutants: readonly Mutant[] = [
  {
    name: "aliases go before the URN",
    in: "match",
    find: "!matching.claimByUrn(claimant)",
    replace: "claimant",
  },
  {
    name: "a child keeps the name of its parent's alias",
    in: "belowParent",
    find: "const swapped = name.startsWith(now.name) ? then.name + name.slice(now.name.length) : name;",
    replace: "const swapped = name;",
  },
  {
    name: "children do not inherit the alias of their parent",
    in: "belowParent",
    find: "return [former(alias, own, types, swapped), former(alias, own, types, name), here];",
    replace: "return [here];",
  },
  {
    name: "two resources claim one by their aliases",
    in: "Matching.claimByAlias",
    find: "if (other !== undefined) return [...problems, claimedTwice(row, other, claimant)];",
    replace: "",
  },
  {
    name: "a component becomes a managed resource by its alias",
    in: "Matching.claimByAlias",
    find: "if (isAlike(row, claimant)) this.#claimAs(claimant, row);",
    replace: "if (row) this.#claimAs(claimant, row);",
  },
  {
    name: "a rename leaves the children behind",
    in: "renamedRows",
    find: "const all = [...asked, ...carriedRenames(snapshot, asked)];",
    replace: "const all = [...asked];",
  },
  {
    name: "references keep the old name",
    in: "renamedValues",
    find: "const urn = isReference(value) ? urns.get(value.urn) : undefined;",
    replace: "const urn = undefined;",
  },
  {
    name: "a rename takes a name that another has",
    in: "renamedRows",
    find: "if (first !== undefined) throw new DiagnosticError(first, ...rest);",
    replace: "",
  },
  {
    name: "a rename changes the type",
    in: "newUrn",
    find: "if (type !== row.type) {",
    replace: "if (false) {",
  },
  {
    name: "a rename is not written down for other stacks",
    in: "renameResources",
    find: "return { groups: [...file.groups, group] };",
    replace: "return undefined;",
  },
  {
    name: "a recorded rename is followed again",
    in: "followMoves",
    find: "const pending = groups.filter(({ id }) => !snapshot.moves.includes(id));",
    replace: "const pending = groups;",
  },
  {
    name: "that a rename was followed is not recorded",
    in: "followMoves",
    find: 'changes: [...renamed.changes, { put: "moves", applied }],',
    replace: "changes: renamed.changes,",
  },
  {
    name: "a rename that meets another resource is followed all the same",
    in: "fitting",
    find: "if (colliding.size === 0) return all;",
    replace: "if (all) return all;",
  },
  {
    name: "what has left the program does not follow its parent",
    in: "renamedTo",
    find: "const carried = carriedRenames(snapshot, renames);",
    replace: "const carried = [];",
  },
  {
    name: "a global id is not looked for",
    in: "match",
    find: "for (const claimant of claimants) matching.claimByGlobalId(claimant);",
    replace: "",
  },
  {
    name: "a global id is not recorded",
    in: "AppliedRows.resourceRow",
    find: "if (globalId !== undefined) row.globalId = globalId;",
    replace: "",
  },
  {
    name: "one of several likely renames is suggested",
    in: "bestPairs",
    find: "if (rivals.length === 1) best.push(pair);",
    replace: "best.push(pair);",
  },
  {
    name: "a rename is suggested where most inputs differ",
    in: "likenessOf",
    find: "identity && share >= enough",
    replace: "identity",
  },
  {
    name: "a rename is suggested where objects are told apart",
    in: "likenessOf",
    find: "identity && share >= enough",
    replace: "share >= enough",
  },
  {
    name: "what is held back is not known by its new name",
    in: "planOn",
    find: "held: heldUnder(ports.held, ports.snapshot, named.snapshot),",
    replace: "held: ports.held,",
  },
  {
    name: "what leaves keeps the name that another takes",
    in: "match",
    find: "...matching.makingRoom()",
    replace: "",
  },
  {
    name: "monikers that print alike are left alike",
    in: "printMonikers",
    find: "if (!raiseColliding(printed, byUrn, levels)) return printed;",
    replace: "if (raiseColliding(printed, byUrn, levels) !== undefined) return printed;",
  },
  {
    name: "a moniker does not say which parent",
    in: "printMoniker",
    find: "within === undefined ? `${environment}:` : `${within}/`",
    replace: "within === undefined ? `${environment}:` : `${environment}/`",
  },
  {
    name: "monikers of before are not understood",
    in: "findResources",
    find: "formerMoniker === text",
    replace: "formerMoniker === text.concat(text)",
  },
];
