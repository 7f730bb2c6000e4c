import type { Mutant } from "../mutant.js";

/** Mistakes one could make in saying why. */
export const explainingMutants: readonly Mutant[] = [
  {
    name: "reasons end with the resource itself",
    file: "src/plan/explain.ts",
    find: "for (const cause of because.flatMap(causesIn)) met.add(cause.urn);",
    replace: "",
  },
  {
    name: "what does not move is a reason",
    file: "src/plan/explain.ts",
    find: 'if (properties === "none") return [];',
    replace: "",
  },
  {
    name: "what changes in a component is no reason",
    file: "src/plan/explain.ts",
    find: '...(kind === "component" ? relations.changingIn(urn) : []).map(',
    replace: "...[].map(",
  },
  {
    name: "what has to go before is no reason",
    file: "src/plan/explain.ts",
    find: ".deletedAfter(urn)\n",
    replace: '.deletedAfter("")\n',
  },
  {
    name: "what goes along does not lead to the other",
    file: "src/plan/explain.ts",
    find: "if (other === undefined || !goes) return",
    replace: "if (other || !goes) return",
  },
];
