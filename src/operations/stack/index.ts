/**
 * A stack as its users hold it: opened from its address, with everything that can be done to it.
 *
 * Loads no operation before it is called, because `coco plan` starts here.
 */
export {
  openLoadedStack,
  openModuleStack,
  openStack,
  type ModuleStackOptions,
  type StackOptions,
  type StackPlace,
} from "./open-stack.js";
export { Stack, type ImportRun, type StackWorld } from "./stack.js";
export { hasStack, stateLocation, type StateLocation } from "../../store/internal.js";
