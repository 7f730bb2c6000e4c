import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what is made for members of a list that is not known yet. */
export const memberMutants: readonly Mutant[] = [
  {
    name: "members are deleted while the list is not known",
    in: "membershipBy",
    find: 'if (!keys.ok || !isKnown(keys.value)) return "assumed";',
    replace: 'if (!keys.ok || !isKnown(keys.value)) return "left";',
  },
  {
    name: "the members of the last run are not assumed",
    in: "Evaluator.#assumedKeys",
    find: "return node.givesMembers && this.#ports.lastMembers?.(node, dependencies);",
    replace: "return undefined;",
  },
  {
    name: "what turned out to be no member is made",
    in: "decideStep",
    find: 'if (membership === "left") return { kind: "leave" };',
    replace: "",
  },
  {
    name: "the key of a member is not recorded",
    in: "AppliedRows.#origin",
    find: "...(key !== undefined && { key }),",
    replace: "",
  },
  {
    name: "an assumed member is not marked",
    in: "PlanWalk.#plan",
    find: 'return membership === "assumed" ? assumedMember(walked) : walked;',
    replace: "return walked;",
  },
  {
    name: "an assumed member goes before what decides over it",
    in: "decidedBy",
    find: 'membership === "assumed" ? waitsFor : []',
    replace: "membership ? [] : []",
  },
  {
    name: "members inside of members are mixed up",
    in: "membersOf",
    find: "const isInside = outer.every(({ member }, depth) => origin[depth]?.key === member);",
    replace: "const isInside = true;",
  },
  {
    name: "keys may be secret",
    in: "Evaluator.#apply",
    find: "if (node.givesMembers && given !== undefined)",
    replace: "if (false)",
  },
];
