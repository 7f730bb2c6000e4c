import type { Mutant } from "../mutant.js";

/** Mistakes one could make with a part of the stack. */
export const targetMutants: readonly Mutant[] = [
  {
    name: "what is no target is read",
    in: "PlanWalk.#isUntouched",
    find: "() => !selection.has(registration);",
    replace: "() => false;",
  },
  {
    name: "what has left the program is deleted though it is no target",
    in: "planRemovals",
    find: "isApart(rid, ports) ? notTargeted : kept.get(rid)",
    replace: "kept.get(rid)",
  },
  {
    name: "what something excluded needs is taken away",
    in: "isApart",
    find: "return untouched.has(rid) || neededByExcluded.has(rid);",
    replace: "return untouched.has(rid);",
  },
  {
    name: "a target needs what is not made",
    in: "PlanWalk.#checkNeeds",
    find: "if (first !== undefined) throw new DiagnosticError(first, ...rest);",
    replace: "",
  },
  {
    name: "a component as a target is only itself",
    in: "extended",
    find: 'if (graph.kinds.get(key) === "component") add(found, graph.children.get(key));',
    replace: "",
  },
  {
    name: "dependents of a target are left out",
    in: "extended",
    find: "if (dependents) add(found, graph.dependents.get(key));",
    replace: "",
  },
  {
    name: "a target goes though something left alone needs it",
    in: "stillNeeded",
    find: "if (rids.has(need)) neededBy.set(need, [...(neededBy.get(need) ?? []), state.urnOf(rid)]);",
    replace: "",
  },
  {
    name: "a target is deleted first though something left alone refers to it",
    in: "blockedReplacements",
    find: "const isDeletedFirst = after.some((id) => byId.get(id)!.urn === urn);",
    replace: "const isDeletedFirst = false;",
  },
  {
    name: "a request to replace is ignored",
    in: "forcedReplacement",
    find: 'if (context.ports.selection.isReplaced(registration)) forced.push({ kind: "forced", by: "request" });',
    replace: "",
  },
  {
    name: "a component that a target is in is not recorded with it",
    in: "goingAlong",
    find: 'if (kind !== undefined && kind !== "custom" && !excluded.has(need)) found.add(need);',
    replace: "",
  },
  {
    name: "what a replacement left is deleted though something left alone needs it",
    in: "isStillUsed",
    find: "return untouched.has(rid) || state.dependents(rid).some((each) => untouched.has(each.rid));",
    replace: "return untouched.has(rid);",
  },
  {
    name: "a target is not known by its former name",
    in: "TargetSelection.#fromState",
    find: "if (urn === undefined) return [selectable];",
    replace: "return [selectable];",
  },
];
