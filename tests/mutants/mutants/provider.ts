import type { Mutant } from "../mutant.js";

/** Mistakes one could make in comparing what a typed provider is asked for with what there is. */
export const providerMutants: readonly Mutant[] = [
  {
    name: "the plan modifier is ignored",
    in: "plannedFields",
    find: "for (const field of marked.fields)",
    replace: "for (const field of [])",
  },
  {
    name: "drift is ignored",
    in: "driftOf",
    find: "return drift;",
    replace: "return [];",
  },
  {
    name: "what moves by itself is drift",
    in: "driftOf",
    find: "!volatile.includes(field)",
    replace: "volatile",
  },
  {
    name: "a replace field only updates",
    in: "inputField",
    find: "isReplacing(change.path[0] as string) ||",
    replace: "false ||",
  },
  {
    name: "equivalence is skipped where changes are looked for",
    in: "inputChanges",
    find: "changes.length === 0 || isEquivalentField(defined, field, prior, current)",
    replace: "changes.length === 0",
  },
  {
    name: "an output that is read in another spelling of an input is drift",
    in: "driftIn",
    find: "return isEquivalentField(defined, field, spelled(before), spelled(after)) ? [] : moved;",
    replace: "return moved;",
  },
  {
    name: "defaults are not filled in where they are recorded as absent",
    in: "planResource",
    find: "request.prior && completed(defined, request.prior)",
    replace: "request.prior",
  },
];
