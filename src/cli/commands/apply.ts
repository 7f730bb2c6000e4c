import { resolve } from "node:path";
import type { Command, Invocation } from "../command.js";
import { carryOut } from "../carry-out.js";
import { readNamedFile } from "../named-file.js";
import { onProgram } from "../on-program.js";
import { placeOptions, planningOptions } from "../options.js";
import { planRequest, runRequest } from "../request.js";
import { wrongUsage } from "../usage-problem.js";

export const apply: Command = {
  name: "apply",
  aliases: ["up", "deploy"],
  takes: ["[plan-file]"],
  wants: { "plan-file": "file" },
  says: "plan, show it, and do exactly that; or do what a saved plan says",
  examples: ["apply", "apply --yes", "apply release.plan", "apply -s staging -t web", "apply --wait=10m"],
  options: [...placeOptions, "yes", ...planningOptions, "replace", "continue-on-error", "rounds", "wait"],
  run: async (invocation) => {
    const [file] = invocation.words;
    return file === undefined
      ? carryOut(invocation, planRequest(invocation))
      : applyFile(invocation, resolve(file));
  },
};

export const destroy: Command = {
  name: "destroy",
  aliases: ["down", "remove"],
  takes: [],
  says: "delete everything, dependents first",
  examples: ["destroy", "destroy --yes -s staging", "destroy -t web --dependents"],
  options: [...placeOptions, "yes", ...planningOptions, "continue-on-error", "wait"],
  needsStack: true,
  run: async (invocation) => carryOut(invocation, { ...planRequest(invocation), destroy: true }),
};

export const refresh: Command = {
  name: "refresh",
  takes: [],
  says: "let state take what the world has",
  examples: ["refresh", "refresh --yes -t web"],
  options: [...placeOptions, "yes", "target", "exclude", "dependents", "accept-gone", "parallel", "wait"],
  needsStack: true,
  run: async (invocation) => carryOut(invocation, { ...planRequest(invocation), refreshOnly: true }),
};

/** A saved plan has been looked at: it needs no yes. */
function applyFile(invocation: Invocation, file: string): Promise<never> {
  const { command, options, face } = invocation;
  const decided = [...planningOptions, "replace" as const].find(
    (name) => name !== "parallel" && options[name] !== undefined,
  );
  if (decided !== undefined)
    throw wrongUsage(
      `A saved plan is done as it is: --${decided} was decided when it was made.`,
      command.name,
    );
  const run = runRequest(invocation);
  const bytes = readNamedFile(file);
  return onProgram(invocation, async (stack, signals, place) => {
    const ended = await stack.applyFile(bytes, {
      ...run,
      ...signals,
      onEvent: (event) => face.event(event),
    });
    const { stateLocation } = await import("../../operations/stack/index.js");
    face.ended(ended, await stateLocation(place));
    return ended;
  });
}
