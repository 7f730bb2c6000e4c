import type { OutputExplanation } from "../model/index.js";
import { predictedRemark } from "./plan/index.js";
import { hanging, sourceText } from "./explain-text.js";
import { paintLines, styled, type Line } from "./layout/index.js";
import { plainLook, type Look } from "./look.js";
import { quoted, sidesText, valueText } from "./value/index.js";

/** Explains why a plan changes an output of the stack, in one paragraph. */
export function explainOutputText(output: OutputExplanation, look: Look = plainLook): string {
  const head = ["output ", styled("strong", quoted(output.name)), ` ${happens[output.change]}`];
  return paintLines([...hanging(head, 0, look), ...reasonLines(output, look)], look);
}

const happens: Record<OutputExplanation["change"], string> = {
  add: "will be added",
  update: "will change",
  delete: "will be removed",
  none: "is unchanged",
};

function reasonLines(output: OutputExplanation, look: Look): readonly Line[] {
  const { change, before, keepsLast, predicted, from } = output;
  if (change === "none") return hanging([keepsLast ? leftOpen : unmoved], 2, look);
  const values = change === "delete" ? valueText(before) : sidesText({ ...output, kind: change });
  const sources = change === "delete" ? ["no longer exported"] : from.map((each) => sourceText(each, look));
  return [
    ...hanging([values, ...(predicted ? [styled("note", `  (${predictedRemark})`)] : [])], 2, look),
    ...sources.flatMap((text) => hanging([styled("faint", text)], 4, look)),
  ];
}

const unmoved = "the exported value matches the recorded one";
const leftOpen = "its value depends on resources that are not in this plan";
