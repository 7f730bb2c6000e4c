import type { StateOperations } from "../../engine/index.js";
import type { Command, Invocation } from "../command.js";
import { placeOptions } from "../options.js";
import { placeOf } from "../place.js";
import { say } from "../print.js";
import { resourceLine, resourceText } from "../state-text.js";

const list: Command = {
  name: "state ls",
  takes: [],
  says: "list the resources in state by their monikers",
  options: placeOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => {
      for (const each of await state.list()) say(resourceLine(each));
    }),
};

const show: Command = {
  name: "state show",
  takes: ["<resource>"],
  says: "print what state says about a resource",
  options: placeOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => say(resourceText(await state.show(invocation.words[0]!)))),
};

const remove: Command = {
  name: "state rm",
  takes: ["<resource>..."],
  says: "let go of resources: what exists of them stays",
  options: [...placeOptions, "dependents"],
  run: async (invocation) =>
    onState(invocation, async (state) => {
      const dependents = invocation.options.dependents ?? false;
      tell("forgotten", await state.forget(invocation.words, { dependents }));
    }),
};

const protect = marking("protect", "let no plan delete or replace resources", "protected");
const unprotect = marking("unprotect", "let plans delete and replace them again", "not protected any more");
const taint = marking("taint", "let the next plan replace resources", "tainted");
const untaint = marking("untaint", "let it not", "not tainted any more");

export const state: readonly Command[] = [list, show, remove, protect, unprotect, taint, untaint];

function marking(
  operation: "protect" | "unprotect" | "taint" | "untaint",
  says: string,
  done: string,
): Command {
  return {
    name: `state ${operation}`,
    takes: ["<resource>..."],
    says,
    options: placeOptions,
    run: async (invocation) =>
      onState(invocation, async (operations) => tell(done, await operations[operation](...invocation.words))),
  };
}

async function onState({ options }: Invocation, work: (state: StateOperations) => Promise<void>): Promise<0> {
  const { exitCodes, withState } = await import("../../engine/index.js");
  await withState(placeOf(options), work);
  return exitCodes.ok;
}

function tell(done: string, changed: readonly string[]): void {
  for (const urn of changed) say(`${urn} is ${done}\n`);
  if (changed.length === 0) say("It is so already. Nothing was changed.\n");
}
