import { adoption } from "./stories/adoption.js";
import { cancel } from "./stories/cancel.js";
import { configurations } from "./stories/configurations.js";
import { faults } from "./stories/faults.js";
import { inputs } from "./stories/inputs.js";
import { life } from "./stories/life.js";
import { released } from "./stories/released.js";
import { values } from "./stories/values.js";
import type { Story } from "./story.js";

/** The stories by the test file that runs them. */
export const allStories: Readonly<Record<string, readonly Story[]>> = {
  life: [life],
  adoption,
  configurations,
  values,
  inputs,
  faults,
  cancel,
  released,
};
