import type { Mutant } from "../mutant.js";

/** Mistakes one could make in comparing what a typed provider is asked for with what there is. */
export const providerMutants: readonly Mutant[] = [
  {
    name: "the plan modifier is ignored",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "for (const field of marked.fields)",
    replace: "for (const field of [])",
  },
  {
    name: "drift is ignored",
    file: "src/provider/typed/planning/drift.ts",
    find: "return drift;",
    replace: "return [];",
  },
  {
    name: "what moves by itself is drift",
    file: "src/provider/typed/planning/drift.ts",
    find: "!volatile.includes(field)",
    replace: "volatile",
  },
  {
    name: "a replace field only updates",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "isReplacing(change.path[0] as string) ||",
    replace: "false ||",
  },
  {
    name: "equivalence is skipped where changes are looked for",
    file: "src/provider/typed/planning/input-changes.ts",
    find: "changes.length === 0 || isEquivalentField(defined, field, prior, current)",
    replace: "changes.length === 0",
  },
  {
    name: "an output that is read in another spelling of an input is drift",
    file: "src/provider/typed/planning/drift.ts",
    find: "return isEquivalentField(defined, field, spelled(before), spelled(after)) ? [] : moved;",
    replace: "return moved;",
  },
  {
    name: "defaults are not filled in where they are recorded as absent",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "request.prior && completed(defined, request.prior)",
    replace: "request.prior",
  },
];
