import type { Terminal } from "../../terminal/index.js";
import { reportOn, type Finding } from "../finding.js";

/** What coco takes the other end of its output for. Nothing of it can be wrong. */
export function terminalChecks({ isInteractive, columns, hasColour, isCi }: Terminal): readonly Finding[] {
  return [
    report(
      "answers",
      "ok",
      isInteractive ? "Someone can be asked." : `Nobody can be asked${isCi ? ": CI is set" : ""}.`,
    ),
    report("width", "ok", columns === Infinity ? "Lines may be of any length." : `${columns} columns`),
    report("colours", "ok", hasColour ? "They are shown." : "None are shown."),
  ];
}

const report = reportOn("Terminal");
