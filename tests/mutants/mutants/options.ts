import type { Mutant } from "../mutant.js";

/** Mistakes one could make with the options of resources. */
export const optionMutants: readonly Mutant[] = [
  {
    name: "protection is not inherited",
    file: "src/engine/facts/inherited-options.ts",
    find: '...nearest(registration, "protect"),',
    replace: "",
  },
  {
    name: "protection put on in state is lost",
    file: "src/engine/facts/recorded-options.ts",
    find: 'const stays = options.protect === undefined && before?.protect === "in-state";',
    replace: "const stays = false;",
  },
  {
    name: "depending on a component is depending on it alone",
    file: "src/engine/facts/needs.ts",
    find: "for (const each of [to, ...within(to, registration, childrenOf)])",
    replace: "for (const each of [to])",
  },
  {
    name: "the provider of a component is not that of what is in it",
    file: "src/engine/facts/provider-of.ts",
    find: "each !== undefined; each = each.parent) {",
    replace: "each !== undefined; each = undefined) {",
  },
  {
    name: "ignoreChanges is ignored",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "ignoreChanges(request.ignoreChanges, asked, recorded, Object.keys(fields))",
    replace: "ignoreChanges([], asked, recorded, Object.keys(fields))",
  },
  {
    name: "replaceOnChanges is ignored",
    file: "src/provider/typed/planning/plan-resource.ts",
    find: "replaceOnChanges.some((path) => isTouched(parsePropertyPath(path), change.path, before, after))",
    replace: "false",
  },
  {
    name: "additionalSecretOutputs are plain",
    file: "src/engine/providers/secret-outputs.ts",
    find: "if (names.length === 0) return provider;",
    replace: "return provider;",
  },
  {
    name: "an after hook runs before the call",
    file: "src/engine/applying/steps/step-hooks.ts",
    find: "const result = await attempted(",
    replace:
      "await runAll(hooks[`after${action}`], event, `after${action}`, guard);\n  const result = await attempted(",
  },
  {
    name: "an after hook runs after a failure",
    file: "src/engine/applying/steps/step-hooks.ts",
    find: 'if (result.kind !== "done") return result;',
    replace: "",
  },
  {
    name: "a hook that fails before does not stop its step",
    file: "src/engine/applying/steps/step-hooks.ts",
    find: "`before${action}`, guard);",
    replace: "`before${action}`, guard).catch(() => undefined);",
  },
  {
    name: "what nobody knows the outcome of is tried again",
    file: "src/engine/applying/steps/step-hooks.ts",
    find: 'if (result.kind !== "failed" || attempt === mostAttempts) return result;',
    replace: 'if (result.kind === "done" || attempt === mostAttempts) return result;',
  },
  {
    name: "a deadline is not kept",
    file: "src/engine/session.ts",
    find: "      timeoutMs,\n",
    replace: "",
  },
  {
    name: "the deadline of a delete is not recorded",
    file: "src/engine/facts/recorded-options.ts",
    find: "if (deleteTimeoutMs !== undefined) recorded.deleteTimeoutMs = deleteTimeoutMs;",
    replace: "",
  },
  {
    name: "a call that ran out of time counts as failed",
    file: "src/apply/unless-left.ts",
    find: 'return { kind: "uncertain", diagnostics: [problemOf(call, action)] };',
    replace: 'return { kind: "failed", diagnostics: [problemOf(call, action)] };',
  },
  {
    name: "the transforms of the stack go first",
    file: "src/sdk/resource/apply-transforms.ts",
    find: 'for (const transform of ofStack) found.push({ transform, whose: "one of the stack" });',
    replace: 'found.unshift(...ofStack.map((transform) => ({ transform, whose: "one of the stack" })));',
  },
  {
    name: "a transform drops what says which resource it is",
    file: "src/sdk/resource/apply-transforms.ts",
    find: "return { ...options, ...before };",
    replace: "return options;",
  },
  {
    name: "what is hidden is shown by its reason",
    file: "src/plan/explain.ts",
    find: "const isHidden = hidden.covers(segments);",
    replace: "const isHidden = false;",
  },
];
