import type { Command } from "../command.js";
import { onProgram } from "../on-program.js";
import { placeOptions } from "../options.js";
import { say } from "../print.js";
import { eventText } from "../run-text.js";
import { wrongUsage } from "../usage-problem.js";

/** Not called after its command, which is a word of the language. */
export const importObject: Command = {
  name: "import",
  takes: ["<type>", "<name>", "<id>"],
  says: "take an object into state that exists, and print the code that asks for it",
  options: [...placeOptions, "parent", "provider"],
  run: async ({ words, options }) => {
    const [type, name, id] = words as [string, string, string];
    const { parent, provider } = options;
    const request = { type, name, id, ...(parent && { parent }), ...(provider && { provider }) };
    return onProgram(options, async (stack) => {
      const run = await stack.import([request], { onEvent: (event) => say(eventText(event)) });
      for (const { urn, result } of run.imported) {
        if (result === "imported")
          say(`Imported ${urn}.\nIt is protected until this is in the program:\n\n${run.code}`);
        if (result === "already") say(`${urn} manages it already. Nothing was done.\n`);
      }
      return run;
    });
  },
};

export const recover: Command = {
  name: "recover",
  takes: ["<resource>"],
  says: "say what became of a create that was cut off",
  options: [...placeOptions, "adopt", "absent"],
  run: async ({ command, words, options }) => {
    const { adopt, absent } = options;
    if ((adopt === undefined) === (absent === undefined))
      throw wrongUsage("It is one of --adopt <id> and --absent.", command.name);
    const verdict = adopt === undefined ? ({ absent: true } as const) : { adopt };
    return onProgram(options, (stack) =>
      stack.recover(words[0]!, verdict, { onEvent: (event) => say(eventText(event)) }),
    );
  },
};

export const rename: Command = {
  name: "rename",
  takes: ["<old>", "<new>", "[<old> <new>]..."],
  says: "call resources otherwise, in state alone",
  options: placeOptions,
  run: async ({ command, words, options }) => {
    if (words.length % 2 === 1) throw wrongUsage("Each old name is followed by its new one.", command.name);
    const pairs = words.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: words[index + 1]! }] : []));
    return onProgram(options, async (stack) => {
      const run = await stack.rename(pairs, { onEvent: (event) => say(eventText(event)) });
      say("Renamed. Commit coconut.moves.json with the code: other stacks follow it.\n");
      return run;
    });
  },
};
