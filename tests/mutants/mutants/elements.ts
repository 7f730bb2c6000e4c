import type { Mutant } from "../mutant.js";

/** Mistakes one could make with values that are known or secret in part, and with naming what they come from. */
export const elementMutants: readonly Mutant[] = [
  {
    name: "a field that is known in part is shown as unknown",
    file: "src/model/plan/shown-inputs.ts",
    find: "partlyKnown === undefined ? planned.inputs",
    replace: "partlyKnown ? planned.inputs",
  },
  {
    name: "a default is called removed while a part is unknown",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "return recorded === undefined ? given : partlyKnown(defined, given, recorded.inputs);",
    replace: "return recorded === undefined ? given : given;",
  },
  {
    name: "a removed key counts as filled in",
    file: "src/provider/typed/planning/partly-known.ts",
    find: "if (!isObject(made) || equalValues(filledIn, stripSecrets(value)))",
    replace: "if (value !== undefined)",
  },
  {
    name: "what a replacement is compared with is forgotten",
    file: "src/engine/planning/walk/plan-managed.ts",
    find: "replaces: prior,",
    replace: "",
  },
  {
    name: "a secret field that is known in part is plain",
    file: "src/provider/typed/field/decode-fields.ts",
    find: "setProperty(partly, name, isSecretField(field) ? secretOf(stripSecrets(value)) : value);",
    replace: "setProperty(partly, name, value);",
  },
  {
    name: "a schema makes secrets plain",
    file: "src/model/value/secret-parts.ts",
    find: "if (isSecret(given)) return { result: secretOf(plain) };",
    replace: "if (isSecret(given)) return { result: plain };",
  },
  {
    name: "a default makes all of a field secret",
    file: "src/provider/typed/field/decode-fields.ts",
    find: 'return secretParts(given, stripSecrets(decoded), { tells: tellsOf(given), additions: "plain" });',
    replace: "return secretOf(decoded);",
  },
  {
    name: "a service may return a secret under another key",
    file: "src/provider/typed/field/decode-fields.ts",
    find: 'return { tells: tellsOf(like), additions: "secret" };',
    replace: 'return { tells: () => false, additions: "plain" };',
  },
  {
    name: "an element is masked because a secret took its place",
    file: "src/model/value/diff-values.ts",
    find: "const isMasked = becomesSecret && (movedFrom === undefined || isSecretElsewhere === true);",
    replace: "const isMasked = becomesSecret;",
  },
  {
    name: "what becomes secret is shown as it was",
    file: "src/model/plan/hidden-paths.ts",
    find: "const former = before && after && hushedAt(path, before, after);",
    replace: "const former = before;",
  },
  {
    name: "an element is explained by what moves for another",
    file: "src/plan/explain.ts",
    find: "if (elements === undefined) return [reads];",
    replace: "if (elements !== null) return [reads];",
  },
  {
    name: "a part that stays is a reason",
    file: "src/engine/facts/property-reads.ts",
    find: "[from.name, ...keys.toReversed().map(segmentOf)]",
    replace: "[from.name]",
  },
  {
    name: "a premise hides the neighbours of a secret",
    file: "src/engine/facts/difference-line.ts",
    find: 'return shown === undefined ? "nothing"',
    replace: 'return shown === undefined || typeof shown === "object" ? "[secret]"',
  },
  {
    name: "the first callback on an output is named",
    file: "src/plan/callback-not-run.ts",
    find: "skipped.find((site) => standsThere(site, origin))",
    replace: "skipped.find((site) => standAlike(site, origin))",
  },
  {
    name: "callbacks whose lines moved are confused",
    file: "src/plan/callback-not-run.ts",
    find: "const moved = firstOf(origins, (origin) => inOrder(origin, facts));",
    replace: "const moved = undefined as CallbackSite | undefined;",
  },
  {
    name: "interpolate is a callback",
    file: "src/engine/planning/callback-runs.ts",
    find: "if (node.isOwn === undefined) ",
    replace: "",
  },
  {
    name: "computed outputs are asked for by the program",
    file: "src/render/plan/reason-text.ts",
    find: 'const asked = fields.filter(({ of }) => of !== "outputs");',
    replace: "const asked = fields;",
  },
];
