import type { Mutant } from "../mutant.js";

/** Mistakes one could make in finding resources again, and in renaming them. */
export const nameMutants: readonly Mutant[] = [
  {
    name: "aliases go before the URN",
    file: "src/plan/match.ts",
    find: "!matching.claimByUrn(claimant)",
    replace: "claimant",
  },
  {
    name: "a child keeps the name of its parent's alias",
    file: "src/plan/alias-urns.ts",
    find: "const swapped = name.startsWith(now.name) ? then.name + name.slice(now.name.length) : name;",
    replace: "const swapped = name;",
  },
  {
    name: "children do not inherit the alias of their parent",
    file: "src/plan/alias-urns.ts",
    find: "return [former(alias, own, types, swapped), former(alias, own, types, name), here];",
    replace: "return [here];",
  },
  {
    name: "two resources claim one by their aliases",
    file: "src/plan/match.ts",
    find: "if (other !== undefined) return [...problems, claimedTwice(row, other, claimant)];",
    replace: "",
  },
  {
    name: "a component becomes a managed resource by its alias",
    file: "src/plan/match.ts",
    find: "if (isAlike(row, claimant)) this.#claimAs(claimant, row);",
    replace: "if (row) this.#claimAs(claimant, row);",
  },
  {
    name: "a rename leaves the children behind",
    file: "src/operations/rename.ts",
    find: "const all = [...asked, ...carriedRenames(snapshot, asked)];",
    replace: "const all = [...asked];",
  },
  {
    name: "references keep the old name",
    file: "src/state/rename-rows.ts",
    find: "const urn = isReference(value) ? urns.get(value.urn) : undefined;",
    replace: "const urn = undefined;",
  },
  {
    name: "a rename takes a name that another has",
    file: "src/operations/rename.ts",
    find: "if (first !== undefined) throw new DiagnosticError(first, ...rest);",
    replace: "",
  },
  {
    name: "a rename changes the type",
    file: "src/plan/resolve-renames.ts",
    find: "if (type !== row.type) {",
    replace: "if (false) {",
  },
  {
    name: "a rename is not written down for other stacks",
    file: "src/operations/rename.ts",
    find: "return { groups: [...file.groups, group] };",
    replace: "return undefined;",
  },
  {
    name: "a recorded rename is followed again",
    file: "src/state/moves.ts",
    find: "const pending = groups.filter(({ id }) => !snapshot.moves.includes(id));",
    replace: "const pending = groups;",
  },
  {
    name: "that a rename was followed is not recorded",
    file: "src/state/moves.ts",
    find: 'changes: [...renamed.changes, { put: "moves", applied }],',
    replace: "changes: renamed.changes,",
  },
  {
    name: "a rename that meets another resource is followed all the same",
    file: "src/state/moves.ts",
    find: "if (colliding.size === 0) return all;",
    replace: "if (all) return all;",
  },
  {
    name: "what has left the program does not follow its parent",
    file: "src/engine/planning/naming/plan-by-names.ts",
    find: "const carried = carriedRenames(snapshot, renames);",
    replace: "const carried = [];",
  },
  {
    name: "a global id is not looked for",
    file: "src/plan/match.ts",
    find: "for (const claimant of claimants) matching.claimByGlobalId(claimant);",
    replace: "",
  },
  {
    name: "a global id is not recorded",
    file: "src/engine/applying/applied-rows.ts",
    find: "return walked.globalId === undefined ? row : { ...row, globalId: walked.globalId };",
    replace: "return row;",
  },
  {
    name: "one of several likely renames is suggested",
    file: "src/plan/likely-renames.ts",
    find: "if (rivals.length === 1) best.push(pair);",
    replace: "best.push(pair);",
  },
  {
    name: "a rename is suggested where most inputs differ",
    file: "src/plan/likely-renames.ts",
    find: "identity && share >= enough",
    replace: "identity",
  },
  {
    name: "a rename is suggested where objects are told apart",
    file: "src/plan/likely-renames.ts",
    find: "identity && share >= enough",
    replace: "share >= enough",
  },
  {
    name: "what is held back is not known by its new name",
    file: "src/engine/planning/naming/plan-by-names.ts",
    find: "held: heldUnder(ports.held, ports.snapshot, named.snapshot),",
    replace: "held: ports.held,",
  },
  {
    name: "what leaves keeps the name that another takes",
    file: "src/plan/match.ts",
    find: "...matching.makingRoom()",
    replace: "",
  },
  {
    name: "monikers that print alike are left alike",
    file: "src/model/name/print-monikers.ts",
    find: "if (!raiseColliding(printed, byUrn, levels)) return printed;",
    replace: "if (raiseColliding(printed, byUrn, levels) !== undefined) return printed;",
  },
  {
    name: "a moniker does not say which parent",
    file: "src/model/name/moniker.ts",
    find: "within === undefined ? `${environment}:` : `${within}/`",
    replace: "within === undefined ? `${environment}:` : `${environment}/`",
  },
  {
    name: "monikers of before are not understood",
    file: "src/plan/find-resource.ts",
    find: "formerMoniker === text",
    replace: "formerMoniker === text.concat(text)",
  },
];
