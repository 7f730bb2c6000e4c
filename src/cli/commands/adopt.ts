import type { RunEvent } from "../../model/index.js";
import type { Command } from "../command.js";
import { onProgram } from "../on-program.js";
import { stackOptions } from "../options.js";
import { runRequest } from "../request.js";
import { importFromFile } from "./import-from-file.js";
import { wrongUsage } from "../usage-problem.js";

/** `coco import`. The constant has another name because `import` is a reserved word. */
export const importObject: Command = {
  name: "import",
  takes: ["[type]", "[name]", "[id]"],
  wants: { type: null, name: null, id: null },
  says: "Bring existing objects under management and print the code for them",
  examples: ["import local:index:File notes notes.txt", "import --from-tfstate terraform.tfstate"],
  options: [...stackOptions, "parent", "provider", "from-tfstate", "yes", "wait"],
  optionTexts: { yes: "With --from-tfstate, do not ask for approval" },
  run: async (invocation) => {
    const { command, words, options, face } = invocation;
    const { "from-tfstate": file } = options;
    if (file !== undefined) return importFromFile(invocation, "tfstate", file);
    const [type, name, id] = words;
    if (type === undefined || name === undefined || id === undefined)
      throw wrongUsage(
        "Wrong number of arguments. Usage:\n    coco import <type> <name> <id>\n    coco import --from-tfstate <file>",
        command.name,
      );
    const { parent, provider } = options;
    const request = { type, name, id, ...(parent && { parent }), ...(provider && { provider }) };
    const asked = runRequest(invocation);
    return onProgram(invocation, async (stack, signals) => {
      const onEvent = (event: RunEvent) => face.event(event);
      const run = await stack.import([request], { ...asked, ...signals, onEvent });
      const imported = run.imported.map((each) => ({ urn: each.urn, result: each.result }));
      face.show("imported", { resources: imported, code: run.code }, () =>
        imported
          .map(({ urn, result }) => {
            if (result === "imported")
              return `Imported ${urn}.\nState protects it from deletion until the program declares it. Add this code to the program:\n\n${run.code}`;
            return result === "already" ? `${urn} already manages this object. No changes.\n` : "";
          })
          .join(""),
      );
      return run;
    });
  },
};

export const recover: Command = {
  name: "recover",
  takes: ["<resource>"],
  says: "Resolve an interrupted create: adopt the object it made, or mark it as never created",
  examples: ["recover job --absent", "recover job --adopt job-17"],
  options: [...stackOptions, "adopt", "absent", "wait"],
  needsStack: true,
  run: async (invocation) => {
    const { command, words, options, face } = invocation;
    const { adopt, absent } = options;
    if ((adopt === undefined) === (absent === undefined))
      throw wrongUsage("Give exactly one of --adopt <id> and --absent.", command.name);
    const verdict = adopt === undefined ? ({ absent: true } as const) : { adopt };
    const asked = runRequest(invocation);
    return onProgram(invocation, async (stack, signals) => {
      const run = await stack.recover(words[0]!, verdict, {
        ...asked,
        ...signals,
        onEvent: (event) => face.event(event),
      });
      if (run.ok) face.say(`Show the remaining changes:\n    ${face.look.command("coco plan")}\n`);
      return run;
    });
  },
};

export const rename: Command = {
  name: "rename",
  takes: ["<old>", "<new>", "[<old> <new>]..."],
  wants: { old: "resource" },
  aliases: ["mv"],
  says: "Rename resources in state, without touching the objects they manage",
  examples: ["rename web shop", "rename a b b a"],
  options: [...stackOptions, "wait"],
  needsStack: true,
  run: async (invocation) => {
    const { command, words, face } = invocation;
    if (words.length % 2 === 1) throw wrongUsage("Each old name needs a new name after it.", command.name);
    const pairs = words.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: words[index + 1]! }] : []));
    const asked = runRequest(invocation);
    return onProgram(invocation, async (stack, { signal }) => {
      const run = await stack.rename(pairs, { ...asked, signal, onEvent: (event) => face.event(event) });
      face.show(
        "renamed",
        pairs.map((pair) => ({ ...pair })),
        () =>
          "Renamed. Commit coconut.moves.json together with the code, so that other stacks apply the same renames.\n",
      );
      return run;
    });
  },
};
