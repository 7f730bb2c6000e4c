import type { Mutant } from "../mutant.js";

/** Mistakes one could make with values that are known or secret in part, and with naming what they come from. */
export const elementMutants: readonly Mutant[] = [
  {
    name: "a field that is known in part is shown as unknown",
    in: "shownInputs",
    find: "partlyKnown === undefined ? planned.inputs",
    replace: "partlyKnown ? planned.inputs",
  },
  {
    name: "a default is called removed while a part is unknown",
    in: "shownPartly",
    find: "return recorded === undefined ? given : partlyKnown(defined, given, recorded.inputs);",
    replace: "return recorded === undefined ? given : given;",
  },
  {
    name: "a removed key counts as filled in",
    in: "withFilledIn",
    find: "if (!isObject(made) || equalValues(filledIn, stripSecrets(value)))",
    replace: "if (value !== undefined)",
  },
  {
    name: "what a replacement is compared with is forgotten",
    in: "asNew",
    find: "replaces: prior,",
    replace: "",
  },
  {
    name: "a secret field that is known in part is plain",
    in: "decodeFields",
    find: 'setProperty(partly, name, isSecretField(field) ? markedAs("secret", value) : value);',
    replace: "setProperty(partly, name, value);",
  },
  {
    name: "a schema makes secrets plain",
    in: "markStep",
    find: "if (isSecret(given)) return { result: markedLike(given, plain) };",
    replace: "if (isSecret(given)) return { result: plain };",
  },
  {
    name: "a default makes all of a field secret",
    in: "withSecrets",
    find: 'return secretParts(given, stripSecrets(decoded), { tells: tellsOf(given), additions: "plain" });',
    replace: "return secretOf(decoded);",
  },
  {
    name: "a service may return a secret under another key",
    in: "returned",
    find: 'return { tells: tellsOf(like), additions: "secret" };',
    replace: 'return { tells: () => false, additions: "plain" };',
  },
  {
    name: "an element is masked because a secret took its place",
    in: "changeOf",
    find: "const isMasked = becomesSecret && (movedFrom === undefined || isSecretElsewhere === true);",
    replace: "const isMasked = becomesSecret;",
  },
  {
    name: "what becomes secret is shown as it was",
    in: "shownSides",
    find: "const former = before && after && hushedAt(path, before, after);",
    replace: "const former = before;",
  },
  {
    name: "an element is explained by what moves for another",
    in: "readsAt",
    find: "if (elements === undefined) return [reads];",
    replace: "if (elements !== null) return [reads];",
  },
  {
    name: "a part that stays is a reason",
    in: "readBy",
    find: "[from.name, ...keys.toReversed().map(segmentOf)]",
    replace: "[from.name]",
  },
  {
    name: "a premise hides the neighbours of a secret",
    in: "shownBeside",
    find: 'return shown === undefined ? "(none)"',
    replace: 'return shown === undefined || typeof shown === "object" ? "[secret]"',
  },
  {
    name: "the first callback on an output is named",
    in: "nameOf",
    find: "skipped.find((site) => standsThere(site, origin))",
    replace: "skipped.find((site) => standAlike(site, origin))",
  },
  {
    name: "callbacks whose lines moved are confused",
    in: "nameOf",
    find: "const moved = firstOf(origins, (origin) => inOrder(origin, facts));",
    replace: "const moved = undefined as CallbackSite | undefined;",
  },
  {
    name: "interpolate is a callback",
    in: "CallbackRuns.of",
    find: "if (node.isOwn === undefined)",
    replace: "",
  },
  {
    name: "computed outputs are asked for by the program",
    in: "fieldsSentence",
    find: 'const asked = fields.filter(({ of }) => of !== "outputs");',
    replace: "const asked = fields;",
  },
];
