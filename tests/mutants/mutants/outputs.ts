import type { Mutant } from "../mutant.js";

/** Mistakes one could make with the outputs of the stack. */
export const outputMutants: readonly Mutant[] = [
  {
    name: "a plan that changes only outputs is empty",
    in: "StackPlan.isEmpty",
    find: "isStill && outputChanges.length === 0 &&",
    replace: "isStill &&",
  },
  {
    name: "an output that is not known is always a change",
    in: "becomesKnown",
    find: "return found.some(settles) && !found.some(isNotMade);",
    replace: "return true;",
  },
  {
    name: "an output that comes from what is not made is a change",
    in: "becomesKnown",
    find: "return found.some(settles) && !found.some(isNotMade);",
    replace: "return found.some(settles);",
  },
  {
    name: "an output that is not known is never a change",
    in: "becomesKnown",
    find: "return found.some(settles) && !found.some(isNotMade);",
    replace: "return false;",
  },
  {
    name: "an output that a configured provider answers later is no change",
    in: "settles",
    find: 'if (kind === "component" || kind === "provider") return changesBehind;',
    replace: 'if (kind === "component" || kind === "provider") return false;',
  },
  {
    name: "an output of an object that is read later is no change",
    in: "settles",
    find: 'return !isKnown && action !== "same";',
    replace: "return false;",
  },
  {
    name: "an output that is removed is not shown",
    in: "outputChanges",
    find: "if (!Object.hasOwn(planned, name) && !isAbsent(before))",
    replace: "if (false)",
  },
  {
    name: "an output may come out other than planned",
    in: "StackOutputs.settle",
    find: "if (broken.length > 0)",
    replace: "if (false)",
  },
  {
    name: "an output does not follow what a provider returned",
    in: "StackOutputs.settle",
    find: "isEquivalent: (name) => this.#followsProvider(name)",
    replace: "isEquivalent: () => false",
  },
  {
    name: "an output follows another value of a provider without a word",
    in: "StackOutputs.#followsProvider",
    find: "if (!isEquivalent) this.#emit",
    replace: "if (false) this.#emit",
  },
  {
    name: "an output that is spelled as its type accepts is a mistake of the provider",
    in: "StackOutputs.#followsProvider",
    find: "if (!isEquivalent) this.#emit",
    replace: "this.#emit",
  },
  {
    name: "a run that failed records outputs",
    in: "StackOutputs.settle",
    find: "if (failed === undefined || !isComplete)",
    replace: "if (failed === undefined)",
  },
  {
    name: "an output that comes from what failed is a change",
    in: "outputChanges",
    find: "if (isFailed?.(name) ||",
    replace: "if (",
  },
  {
    name: "a destroy of a part removes the outputs",
    in: "leavesSomething",
    find: 'action === "skip" || action === "failed"',
    replace: 'action === "failed"',
  },
  {
    name: "a destroy that holds something back removes the outputs",
    in: "leavesSomething",
    find: "held.size > 0 || changes.some(",
    replace: "changes.some(",
  },
  {
    name: "an approved plan may change other outputs after settling",
    in: "whatWasNotShown",
    find: "...outputs.map((name) => `output ${name}`)",
    replace: "",
  },
  {
    name: "outputs that are secret as a whole are plain",
    in: "stackOutputs",
    find: "return mapped(stackOutputs(returned.value, recorded), secretOf);",
    replace: "return stackOutputs(returned.value, recorded);",
  },
  {
    name: "outputs whose names are known after apply are not recorded",
    in: "stackOutputs",
    find: "[anyOutput]: unknown,",
    replace: "",
  },
];
