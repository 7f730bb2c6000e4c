import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what a program asks of functions, methods and other stacks. */
export const questionMutants: readonly Mutant[] = [
  {
    name: "a function is asked while what it depends on is only planned",
    in: "engineOutside",
    find: "!isKnown(value) || ![...dependencies].every(ports.isSettled)",
    replace: "!isKnown(value)",
  },
  {
    name: "a question does not wait for what is in a component",
    in: "awaitedBy",
    find: "const descendants = components.length === 0 ? [] : registrations.filter(isInside);",
    replace: "const descendants = [];",
  },
  {
    name: "a secret answer is given out as plain",
    in: "PlainInvokes.answer",
    find: "if (containsSecret(result)) throw new DiagnosticError(secretAnswer(token));",
    replace: "",
  },
  {
    name: "the answer to a secret question is plain",
    in: "Evaluator.#ask",
    find: "return this.#settle(cell, { ok: true, value: this.#mark(cell, answer.value), dependencies });",
    replace: "return this.#settle(cell, { ok: true, value: answer.value, dependencies });",
  },
  {
    name: "an apply asks again what its plan was answered",
    in: "AnswerMemory.recall",
    find: "if (known !== undefined) return known.answer;",
    replace: "",
  },
  {
    name: "what a method says of something secret is plain",
    in: "answerMethod",
    find: "[prior.inputs, prior.outputs].some((values) => containsSecret(getProperty(values, field)))",
    replace: "false",
  },
  {
    name: "a secret of another stack is plain",
    in: "OtherStacks.ask",
    find: "return getProperty(outputs, name);",
    replace: "return stripSecrets(getProperty(outputs, name));",
  },
  {
    name: "a required output of another stack may be absent",
    in: "OtherStacks.ask",
    find: 'if (which === "required" && !Object.hasOwn(outputs, name))',
    replace: "if (false)",
  },
  {
    name: "a resource of another stack is one of this",
    in: "withoutReference",
    find: "if (!isReference(value)) return value;",
    replace: "return value;",
  },
  {
    name: "another stack that has moved since the plan is not looked at again",
    in: "engineOutside",
    find: 'if (node.question.kind === "stack-outputs") return answer(node, value, ports);',
    replace: "",
  },
  {
    name: "another stack is read anew for each output",
    in: "OtherStacks.#outputsOf",
    find: "this.#read.set(key, known);",
    replace: "",
  },
];
