import { identicalValues, isKnown, type AskExpression, type Value } from "../../model/index.js";
import type { OutsideAnswer } from "../../program/index.js";

/**
 * What was answered, by question and by the value that went with it. A plan and its apply share one, so that what
 * was shown is what is applied, whatever the world would answer by then. The next plan asks afresh.
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
