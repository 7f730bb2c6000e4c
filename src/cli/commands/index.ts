/**
 * The table of all `coco` commands: name, arguments, options, help texts and implementation.
 *
 * A command translates the command line into calls of the engine and prints the result. It imports the engine only
 * when it runs, so that `coco help` starts quickly.
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
  { title: "Get started", commands: [newProject] },
  {
    title: "Plan and apply",
    commands: [plan, apply, watch, destroy, refresh, importObject, rename, recover],
  },
  { title: "Inspect", commands: [output, explain, graph, logs, stats] },
  {
    title: "Stacks and configuration",
    commands: [...stack, ...config, ...secrets],
    families: {
      stack: "Manage stacks",
      config: "Read and write configuration values",
      secrets: "Manage encryption keys",
    },
  },
  { title: "State", commands: [...state], families: { state: "Inspect and edit state" } },
  {
    title: "Packages",
    commands: [...provider],
    families: { provider: "Install and inspect provider packages" },
  },
];

/** All commands, in the order of `coco help`. */
export const commandGroups: readonly CommandGroup[] = [
  ...working,
  { title: "About coco", commands: [doctor, completion, ...aboutCommands(() => commandGroups)] },
];

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);
