import type { Expression } from "../../model/index.js";
import type { Dependencies, Evaluator } from "../../program/index.js";

/** The resources that one output is made from. Asked once all outputs have been evaluated, so it is at hand. */
export function outputDependencies(outputs: Expression, name: string, evaluator: Evaluator): Dependencies {
  const evaluated = evaluator.evaluate(expressionOf(outputs, name));
  if ("then" in evaluated)
    throw new Error(`This is a bug in Coconut: the output ${name} was asked for before it was evaluated.`);
  return evaluated.dependencies;
}

/** A program that returns one Output for all of them has no expression for a single one. */
function expressionOf(outputs: Expression, name: string): Expression {
  const index = outputs.kind === "object" ? outputs.keys.indexOf(name) : -1;
  return outputs.kind === "object" && index >= 0 ? outputs.values[index]! : outputs;
}
