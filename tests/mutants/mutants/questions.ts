import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what a program asks of functions, methods and other stacks. */
export const questionMutants: readonly Mutant[] = [
  {
    name: "a function is asked while what it depends on is only planned",
    file: "src/engine/outside/engine-outside.ts",
    find: "if (![...dependencies].every(ports.isSettled)) return { ok: true, value: unknown };",
    replace: "",
  },
  {
    name: "a question does not wait for what is in a component",
    file: "src/engine/outside/engine-outside.ts",
    find: "const descendants = components.length === 0 ? [] : registrations.filter(isInside);",
    replace: "const descendants = [];",
  },
  {
    name: "a secret answer is given out as plain",
    file: "src/engine/outside/plain-invokes.ts",
    find: "if (containsSecret(result)) throw new DiagnosticError(secretAnswer(token));",
    replace: "",
  },
  {
    name: "the answer to a secret question is plain",
    file: "src/program/evaluator.ts",
    find: "return this.#settle(cell, { ok: true, value: this.#mark(cell, answer.value), dependencies });",
    replace: "return this.#settle(cell, { ok: true, value: answer.value, dependencies });",
  },
  {
    name: "an apply asks again what its plan was answered",
    file: "src/engine/facts/answer-memory.ts",
    find: "if (known !== undefined) return known.answer;",
    replace: "",
  },
  {
    name: "what a method says of something secret is plain",
    file: "src/provider/typed/answer-call.ts",
    find: "[prior.inputs, prior.outputs].some((values) => containsSecret(getProperty(values, field)))",
    replace: "false",
  },
  {
    name: "a secret of another stack is plain",
    file: "src/engine/outside/other-stacks.ts",
    find: "return getProperty(outputs, name);",
    replace: "return stripSecrets(getProperty(outputs, name));",
  },
  {
    name: "a required output of another stack may be absent",
    file: "src/engine/outside/other-stacks.ts",
    find: 'if (which === "required" && !Object.hasOwn(outputs, name))',
    replace: "if (false)",
  },
  {
    name: "a resource of another stack is one of this",
    file: "src/engine/outside/other-stacks.ts",
    find: "if (!isReference(value)) return value;",
    replace: "return value;",
  },
  {
    name: "another stack that has moved since the plan is not looked at again",
    file: "src/engine/outside/engine-outside.ts",
    find: 'if (node.question.kind === "stack-outputs") return answer(node, value, ports);',
    replace: "",
  },
  {
    name: "another stack is read anew for each output",
    file: "src/engine/outside/other-stacks.ts",
    find: "this.#read.set(key, known);",
    replace: "",
  },
];
