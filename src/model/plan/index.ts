/** The data of a plan: the answers of providers, the decisions based on them, and the steps that perform them. */
export type * from "./change.js";
export type * from "./explanation.js";
export {
  hiddenPaths,
  hushed,
  shownInputs,
  shownSides,
  type HiddenPaths,
  type Sides,
} from "./hidden-paths.js";
export * from "./output-change.js";
export type * from "./plan.js";
export type * from "./planned.js";
export { secretInputs, unrecordedInputs } from "./unrecorded-inputs.js";
