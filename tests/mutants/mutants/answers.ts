import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what hooks of providers answer, and with the packages they are from. */
export const answerMutants: readonly Mutant[] = [
  {
    name: "a create that nobody can tell of counts as not made",
    in: "findCreated",
    find: 'if ("kind" in found) return open(row, uncertain(row, intent.identified));',
    replace: 'if ("kind" in found) return notMade(intent, row, ports);',
  },
  {
    name: "find's null is an empty list",
    in: "findObjects",
    find: 'if (answer === null) return { kind: "untold" };',
    replace: "if (answer === null) return [];",
  },
  {
    name: "echoes are no secrets",
    in: "isEchoOfSecret",
    find: "echoes.includes(field) && seen.some(containsSecret)",
    replace: "echoes.includes(field) && seen.length < 0",
  },
  {
    name: "an update forgets the secrets that were given before",
    in: "updateObject",
    find: '"update", result.answer, given, seen)',
    replace: '"update", result.answer, given)',
  },
  {
    name: "a read forgets that an echo was secret",
    in: "readObject",
    find: 'outputsFrom(call, defined, "read", answer, prior.inputs, seen)',
    replace: 'outputsFrom(call, defined, "read", answer, prior.inputs)',
  },
  {
    name: "a plan shows an echo of what was secret",
    in: "plannedOutputs",
    find: "isEchoOfSecret(defined, field, [inputs, prior?.inputs ?? {}])",
    replace: "isEchoOfSecret(defined, field, [])",
  },
  {
    name: "what the plan modifier replaces is updated",
    in: "plannedFields",
    find: "|| marked.replacing.has(field)",
    replace: "",
  },
  {
    name: "a secret of several lines is masked as a whole alone",
    in: "searchFor",
    find: "[...texts].flatMap(withLines)",
    replace: "texts",
  },
  {
    name: "a condition is taken for the name of an export",
    in: "importName",
    find: 'path.startsWith(".") && (target',
    replace: 'path !== "" && (target',
  },
  {
    name: "a problem gets the place of its resource, whatever it knows",
    in: "located",
    find: "position === undefined && resource !== undefined",
    replace: "resource !== undefined",
  },
];
