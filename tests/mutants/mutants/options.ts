import type { Mutant } from "../mutant.js";

/** Mistakes one could make with the options of resources. */
export const optionMutants: readonly Mutant[] = [
  {
    name: "protection is not inherited",
    in: "resourceOptions.protect",
    find: "inherited: true,",
    replace: "",
  },
  {
    name: "protection put on in state is lost",
    in: "withStateProtection",
    find: 'const stays = options.protect === undefined && before?.protect === "in-state";',
    replace: "const stays = false;",
  },
  {
    name: "depending on a component is depending on it alone",
    in: "needsOfOptions",
    find: "for (const each of [to, ...within(to, registration, childrenOf)])",
    replace: "for (const each of [to])",
  },
  {
    name: "the provider of a component is not that of what is in it",
    in: "providerOf",
    find: "each !== undefined; each = each.parent) {",
    replace: "each !== undefined; each = undefined) {",
  },
  {
    name: "ignoreChanges is ignored",
    in: "desiredInputs",
    find: "ignoreChanges(request.ignoreChanges, asked, recorded, Object.keys(fields))",
    replace: "ignoreChanges([], asked, recorded, Object.keys(fields))",
  },
  {
    name: "replaceOnChanges is ignored",
    in: "inputField",
    find: "replaceOnChanges.some((path) => isTouched(parsePropertyPath(path), change.path, before, after))",
    replace: "false",
  },
  {
    name: "additionalSecretOutputs are plain",
    in: "withSecretOutputs",
    find: "if (names.length === 0) return provider;",
    replace: "return provider;",
  },
  {
    name: "an after hook runs before the call",
    in: "amongHooks",
    find: "const result = await repeatCall(",
    replace:
      "await runAll(hooks[`after${action}`], event, `after${action}`, guard); const result = await repeatCall(",
  },
  {
    name: "an after hook runs after a failure",
    in: "amongHooks",
    find: 'if (result.kind !== "done") return result;',
    replace: "",
  },
  {
    name: "a hook that fails before does not stop its step",
    in: "amongHooks",
    find: "`before${action}`, guard);",
    replace: "`before${action}`, guard).catch(() => undefined);",
  },
  {
    name: "what nobody knows the outcome of is tried again",
    in: "decideRetry",
    find: 'if (ended !== "failed" || attempt >= mostAttempts) return giveUp;',
    replace: 'if (ended === "done" || attempt >= mostAttempts) return giveUp;',
  },
  {
    name: "a call is repeated more often than it may be",
    in: "decideRetry",
    find: "if (attempt >= retry.attempts) return giveUp;",
    replace: "",
  },
  {
    name: "a call is repeated although no provider says so",
    in: "decideRetry",
    find: '(isRetryable && !answers.includes("fail"))',
    replace: '!answers.includes("fail")',
  },
  {
    name: "a call is repeated although the run was stopped meanwhile",
    in: "repeatCall",
    find: "if (stopping.aborted) return result;",
    replace: "",
  },
  {
    name: "the retries of a delete are not recorded",
    in: "resourceOptions.retry",
    find: 'recorded: "whole",',
    replace: "",
  },
  {
    name: "a call is repeated with another key",
    in: "keptKey",
    find: "key ??= ports.keyOf(intent)",
    replace: "key = ports.keyOf(intent)",
  },
  {
    name: "a deadline is not kept",
    in: "Session.#call",
    find: "signal, timeoutMs,",
    replace: "signal,",
  },
  {
    name: "the deadline of a delete is not recorded",
    in: "recordedParts.customTimeouts",
    find: "deleteTimeoutMs === undefined ? {} : { deleteTimeoutMs }",
    replace: "{}",
  },
  {
    name: "a call that ran out of time counts as failed",
    in: "unlessLeft",
    find: 'return { kind: "uncertain", diagnostics: [problemOf(call, action)] };',
    replace: 'return { kind: "failed", diagnostics: [problemOf(call, action)] };',
  },
  {
    name: "the transforms of the stack go first",
    in: "transformsFor",
    find: 'for (const transform of ofStack) found.push({ transform, whose: "set with registerTransform()" });',
    replace:
      'found.unshift(...ofStack.map((transform) => ({ transform, whose: "set with registerTransform()" })));',
  },
  {
    name: "a transform drops what says which resource it is",
    in: "keepingIdentity",
    find: "return { ...options, ...before };",
    replace: "return options;",
  },
  {
    name: "what is hidden is shown by its reason",
    in: "shownField",
    find: "const isHidden = hidden.covers(segments);",
    replace: "const isHidden = false;",
  },
];
