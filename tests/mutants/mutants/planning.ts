import type { Mutant } from "../mutant.js";

/** Mistakes one could make in what a plan decides, in the order of its steps, and in saying why. */
export const planningMutants: readonly Mutant[] = [
  {
    name: "read is given other inputs than the recorded ones",
    file: "src/engine/planning/walk/plan-managed.ts",
    find: "provider.read(call, { prior: prior.stored })",
    replace: "provider.read(call, { prior: { ...prior.stored, inputs: {} } })",
  },
  {
    name: "not found is swallowed",
    file: "src/engine/planning/walk/plan-managed.ts",
    find: 'return found.kind === "absent" ? "absent" : found.stored;',
    replace: 'return found.kind === "absent" ? undefined : found.stored;',
  },
  {
    name: "retainOnDelete is ignored",
    file: "src/engine/planning/plan-removals.ts",
    find: "if (!isManaged || row.options.retainOnDelete) return forgotten;",
    replace: "if (!isManaged) return forgotten;",
  },
  {
    name: "protect is ignored",
    file: "src/engine/planning/plan-problem.ts",
    find: 'row.options.protect && object.status !== "doomed"',
    replace: 'row.options.protect === "never" && object.status !== "doomed"',
  },
  {
    name: "an unfinished object is left as it is",
    file: "src/plan/decide.ts",
    find: "if (prior.unfinished !== undefined)",
    replace: "if (false)",
  },
  {
    name: "a forced replacement is ignored",
    file: "src/plan/decide.ts",
    find: "if (facts.forced.length > 0)",
    replace: "if (false)",
  },
  {
    name: "bookkeeping is not recorded",
    file: "src/plan/decide.ts",
    find: "if (bookkeeping.length === 0) return",
    replace: "if (bookkeeping) return",
  },
  {
    name: "deleteBeforeReplace is ignored",
    file: "src/plan/decide.ts",
    find: "if (facts.deleteBeforeReplace !== undefined)",
    replace: "if (false)",
  },
  {
    name: "what something held back needs is deleted",
    file: "src/engine/planning/held-resources.ts",
    find: "for (const rid of found) for (const need of state.needs(rid)) found.add(need);",
    replace: "",
  },
  {
    name: "destroy uses the recorded configuration",
    file: "src/engine/planning/plan-removals.ts",
    find: "if (current !== undefined) return configured",
    replace: "if (false) return configured",
  },
  {
    name: "a configuration that is not known is used",
    file: "src/engine/planning/make-plan.ts",
    find: "walked.ok && isKnown(walked.inputs) ? walked.inputs : undefined",
    replace: "walked.ok ? walked.inputs : undefined",
  },
  {
    name: "what the stack only read is deleted",
    file: "src/engine/planning/plan-removals.ts",
    find: '(row.kind === "custom" && object.status !== "owed")',
    replace: '(row.kind !== "component" && object.status !== "owed")',
  },
  {
    name: "what the stack only read is taken over",
    file: "src/engine/planning/walk/plan-managed.ts",
    find: 'if (prior?.row.kind === "external") throw',
    replace: "if (false) throw",
  },
  {
    name: "what a dependent that is held back uses is deleted",
    file: "src/engine/planning/held-resources.ts",
    find: "if (wanted.has(state.urnOf(dependent.rid))) found.add(dependent.rid);",
    replace: "",
  },
  {
    name: "a taint is ignored",
    file: "src/engine/planning/walk/forced-replacement.ts",
    find: 'if (prior.stored.tainted) forced.push({ kind: "forced", by: "taint" });',
    replace: "",
  },
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
