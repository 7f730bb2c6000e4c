/**
 * A stack: opened from its address, with all its operations.
 *
 * Loads an operation only when it is called, to keep the start of `coco plan` fast.
 */
export {
  loadProject,
  openLoadedStack,
  openModuleStack,
  openStack,
  type ModuleStackOptions,
  type StackOptions,
  type StackPlace,
} from "./open-stack.js";
export {
  Stack,
  type ImportRun,
  type StackWorld,
  type StateFileRequest,
  type StateImportPreview,
  type StateImportRun,
} from "./stack.js";
export { hasStack, stateLocation, type StateLocation } from "../../store/internal.js";
