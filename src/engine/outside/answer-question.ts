import type { AskExpression, Value } from "../../model/index.js";
import { askFunction } from "./ask-function.js";
import { askMethod } from "./ask-method.js";
import type { OutsidePorts } from "./engine-outside.js";

/** The answer to a question whose value is known, and whose dependencies are there. Problems are thrown. */
export async function answerQuestion(
  { question }: AskExpression,
  value: Value,
  ports: OutsidePorts,
): Promise<Value> {
  switch (question.kind) {
    case "invoke":
      return askFunction(question, value, ports);
    case "call":
      return askMethod(question, value, ports);
    case "stack-outputs":
      return ports.stacks.ask(question, value);
  }
}
