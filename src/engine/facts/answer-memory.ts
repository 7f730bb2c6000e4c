import { identicalValues, isKnown, type AskExpression, type Value } from "../../model/index.js";
import type { OutsideAnswer } from "../../program/index.js";

/**
 * Answers from outside the program, by question and argument value. A plan and its apply share one memory, so that
 * apply uses the answers that were shown. The next plan asks again.
 */
export class AnswerMemory {
  readonly #answers = new WeakMap<AskExpression, Remembered[]>();

  async recall(node: AskExpression, value: Value, ask: () => Promise<OutsideAnswer>): Promise<OutsideAnswer> {
    const answers = this.#answers.get(node) ?? [];
    const known = answers.find((earlier) => identicalValues(earlier.value, value));
    if (known !== undefined) return known.answer;
    const answer = await ask();
    if (answer.ok && isKnown(answer.value)) this.#answers.set(node, [...answers, { value, answer }]);
    return answer;
  }
}

interface Remembered {
  readonly value: Value;
  readonly answer: OutsideAnswer;
}
