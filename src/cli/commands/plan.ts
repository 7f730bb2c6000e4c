import { resolve } from "node:path";
import { shellWord } from "../../std/shell-word.js";
import type { Command } from "../command.js";
import { writeNamedFile } from "../named-file.js";
import { onProgram, shown } from "../on-program.js";
import { planningOptions, stackOptions } from "../options.js";
import { planRequest } from "../request.js";
import { planWithWarnings, showPlan } from "../show-plan.js";

export const plan: Command = {
  name: "plan",
  aliases: ["preview", "diff"],
  takes: [],
  says: "Show the changes that apply would make",
  examples: [
    "plan",
    "plan -t web --dependents",
    "plan --out release.plan",
    "plan --json --detailed-exitcode",
  ],
  options: [
    ...stackOptions,
    ...planningOptions,
    "replace",
    "refresh-only",
    "destroy",
    "out",
    "detailed-exitcode",
  ],
  optionTexts: { out: "Save the plan to a file; apply it with coco apply <file>" },
  run: async (invocation) => {
    const { options, face } = invocation;
    const request = planRequest(invocation);
    // Relative to the folder that coco was started in, not to the project folder.
    const file = options.out === undefined ? undefined : resolve(options.out);
    return onProgram(invocation, async (stack, signals, place) => {
      const made = await showPlan(stack, request, place, face, signals);
      if (file !== undefined) {
        writeNamedFile(file, made.file());
        face.show(
          "file",
          file,
          (look) =>
            `\nSaved the plan. To apply exactly this plan, run:\n    ${look.command(`coco apply ${shellWord(look.place(file))}`)}\n`,
        );
      }
      const { incomplete, isEmpty } = made;
      if (incomplete !== undefined) return { shown: true, means: "failed", diagnostics: [incomplete] };
      return options["detailed-exitcode"] && !isEmpty ? { shown: true, means: "changes" } : shown;
    });
  },
};

export const explain: Command = {
  name: "explain",
  takes: ["<resource>"],
  says: "Explain why a plan changes a resource or a stack output",
  examples: ["explain greeting", "explain greeting --json", "explain output:url"],
  options: [...stackOptions, ...planningOptions, "replace", "refresh-only", "destroy"],
  run: async (invocation) => {
    const { words, face } = invocation;
    const request = planRequest(invocation);
    return onProgram(invocation, async (stack, signals, place) => {
      const explanation = (await planWithWarnings(stack, request, place, face, signals)).explain(words[0]!);
      face.show("explanation", explanation.toJSON(), (look) => explanation.text(look));
      return shown;
    });
  },
};
