import { DiagnosticError, stripSecrets, type Value } from "../../model/index.js";
import { maskedJson, outputsText, valueText } from "../../render/index.js";
import { nearestName } from "../../std/nearest-name.js";
import type { Command } from "../command.js";
import { problem } from "../diagnostics.js";
import { stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";

export const output: Command = {
  name: "output",
  takes: ["[name]"],
  wants: { name: "output" },
  aliases: ["outputs"],
  says: "Print the outputs of the last run, or the value of one output",
  examples: ["output", "output url", "output password --reveal", "output --json"],
  options: [...stackOptions, "reveal"],
  run: async ({ words, options, face }) => {
    const { exitCodes } = await import("../../runner/index.js");
    const { withState } = await import("../../operations/index.js");
    const outputs = await withState(selectedStack(options), (state) => state.outputs());
    const seen = (value: Value) => (options.reveal ? stripSecrets(value) : value);
    const [name] = words;
    if (name === undefined) {
      const all = Object.fromEntries(Object.entries(outputs).map(([each, value]) => [each, seen(value)]));
      const isEmpty = Object.keys(all).length === 0;
      face.show("outputs", maskedJson(all), (look) =>
        isEmpty ? "The stack has no outputs.\n" : outputsText(all, look),
      );
      return exitCodes.ok;
    }
    if (!Object.hasOwn(outputs, name)) throw new DiagnosticError(noSuchOutput(name, Object.keys(outputs)));
    const value = seen(outputs[name]);
    face.show("output", maskedJson(value), ({ exact = String }) =>
      typeof value === "string" ? `${exact(value)}\n` : `${valueText(value, Infinity)}\n`,
    );
    return exitCodes.ok;
  },
};

function noSuchOutput(name: string, names: readonly string[]) {
  const near = nearestName(name, names);
  return problem("cli/no-such-output", {
    detail: `The stack has no output ${JSON.stringify(name)}.${near === undefined ? "" : ` Did you mean ${near}?`} Apply records the outputs of the program.`,
    hint: "List the outputs:\n    coco output",
  });
}
