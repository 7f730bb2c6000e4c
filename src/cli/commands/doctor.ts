import type { Command } from "../command.js";
import { stackOptions } from "../options.js";
import { terminalOf } from "../terminal/index.js";

export const doctor: Command = {
  name: "doctor",
  takes: [],
  says: "look at everything that coco needs, and say what is wrong and what to do",
  examples: ["doctor", "doctor -s staging", "doctor -v"],
  options: stackOptions,
  run: async ({ options, face }) => {
    const { doctorText, examine, outcomeOf } = await import("../doctor/index.js");
    const { exitCodes } = await import("../../runner/index.js");
    const { cwd = ".", stack, namespace, verbose } = options;
    const { env: environment, stdin: input, stdout: output } = process;
    const findings = await examine({
      folder: cwd,
      asked: { ...(stack !== undefined && { stack }), ...(namespace !== undefined && { namespace }) },
      terminal: verbose ? terminalOf({ environment, input, output }) : undefined,
    });
    face.show(
      "checks",
      findings.map((each) => ({ ...each })),
      (look) => doctorText(findings, look, process.cwd()),
    );
    return exitCodes[outcomeOf(findings)];
  },
};
