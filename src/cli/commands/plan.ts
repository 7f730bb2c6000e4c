import { resolve } from "node:path";
import { shellWord } from "../../std/shell-word.js";
import type { Command } from "../command.js";
import { writeNamedFile } from "../named-file.js";
import { onProgram, shown } from "../on-program.js";
import { placeOptions, planningOptions } from "../options.js";
import { say } from "../print.js";
import { planRequest } from "../request.js";
import { makePlan, showPlan } from "../show-plan.js";

export const plan: Command = {
  name: "plan",
  takes: [],
  says: "show what apply would do",
  options: [...placeOptions, ...planningOptions, "replace", "refresh-only", "destroy", "out"],
  run: async (invocation) => {
    const { options } = invocation;
    const request = planRequest(invocation);
    // Relative to where coco was started, not to the project.
    const file = options.out === undefined ? undefined : resolve(options.out);
    return onProgram(options, async (stack, _, place) => {
      const made = await showPlan(stack, request, place);
      if (file === undefined) return shown;
      writeNamedFile(file, made.file());
      say(`\nSaved. To do exactly this:\n    coco apply ${shellWord(file)}\n`);
      return shown;
    });
  },
};

export const explain: Command = {
  name: "explain",
  takes: ["<resource>"],
  says: "say why a plan does what it does to a resource",
  options: [...placeOptions, ...planningOptions, "replace", "refresh-only", "destroy"],
  run: async (invocation) => {
    const request = planRequest(invocation);
    return onProgram(invocation.options, async (stack, _, place) => {
      const made = await makePlan(stack, request, place);
      say(made.explain(invocation.words[0]!).text());
      return shown;
    });
  },
};
