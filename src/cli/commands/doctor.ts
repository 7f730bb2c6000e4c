import type { Command } from "../command.js";
import { stackOptions } from "../options.js";
import { terminalOf } from "../terminal/index.js";

export const doctor: Command = {
  name: "doctor",
  takes: [],
  says: "Check the machine, the project and its stacks, and suggest fixes",
  examples: ["doctor", "doctor -s staging", "doctor -v"],
  options: stackOptions,
  optionTexts: {
    stack: "Check only this stack: name or name:namespace (default: all stacks)",
    verbose: "Also show the detected terminal: interactive or not, width and colors",
  },
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
