/**
 * Everything that `coco` can be asked for, a table entry each: how it is spelled, what it takes, what it does.
 *
 * Each maps what was asked for onto the engine and says what came of it. Imports the engine only when a command
 * runs that needs it, so that help is there at once.
 */
import type { Command } from "../command.js";
import type { CommandGroup } from "../help-text.js";
import { aboutCommands } from "./about.js";
import { importObject, recover, rename } from "./adopt.js";
import { apply, destroy, refresh } from "./apply.js";
import { completion } from "./completion.js";
import { config } from "./config.js";
import { doctor } from "./doctor.js";
import { graph } from "./graph.js";
import { newProject } from "./new.js";
import { logs, stats } from "./observe.js";
import { output } from "./output.js";
import { explain, plan } from "./plan.js";
import { provider } from "./provider.js";
import { secrets } from "./secrets.js";
import { stack } from "./stack.js";
import { state } from "./state.js";
import { watch } from "./watch.js";

const working: readonly CommandGroup[] = [
  { title: "Begin", commands: [newProject] },
  {
    title: "Change what there is",
    commands: [plan, apply, watch, destroy, refresh, importObject, rename, recover],
  },
  { title: "Look at it", commands: [output, explain, graph, logs, stats] },
  { title: "Stacks and their settings", commands: [...stack, ...config, ...secrets] },
  { title: "State alone", commands: [...state] },
  { title: "Packages", commands: [...provider] },
];

/** In the order in which help lists them. */
export const commandGroups: readonly CommandGroup[] = [
  ...working,
  { title: "About coco", commands: [doctor, completion, ...aboutCommands(() => commandGroups)] },
];

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);
