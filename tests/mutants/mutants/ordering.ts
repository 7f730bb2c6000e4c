import type { Mutant } from "../mutant.js";

/** Mistakes one could make in the order of steps. */
export const orderingMutants: readonly Mutant[] = [
  {
    name: "what stays the same skips its premise",
    file: "src/plan/expand.ts",
    find: 'if (isUnsteady || needs.some((need) => main.has(need))) main.set(urn, "confirm");',
    replace: "",
  },
  {
    name: "the replaced object is deleted before its successor is there",
    file: "src/plan/expand.ts",
    find: 'const own = deletesFirst ? settled(resource) : [stepId("create", resource.urn)];',
    replace: "const own = deletesFirst ? settled(resource) : [];",
  },
  {
    name: "an object is deleted before those that need it",
    file: "src/plan/expand.ts",
    find: "...[removal, ...others].flatMap(({ urn }) => afterDependents(urn, true)),",
    replace: "",
  },
  {
    name: "a delete-first replacement does not take its dependents along",
    file: "src/plan/expand.ts",
    find: "const isDragged = replacedThrough.some(",
    replace: "const isDragged = [].some(",
  },
];
