import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { currentContext } from "../recording/context.js";
import { positionBelow } from "../recording/position.js";
import type { ResourceTransform } from "./resource-options.js";

/**
 * Registers a transform for every resource that the program declares from here on. It runs after the transforms of the
 * resource itself and of the components around it.
 *
 * ```ts
 * coconut.registerTransform(({ type, args, options }) =>
 *   type === "aws:s3:Bucket" ? { args: { ...args, tags: { owner: "ana" } }, options } : undefined,
 * );
 * ```
 */
export function registerTransform(transform: ResourceTransform): void {
  const context = currentContext();
  if (context === undefined) {
    throw new DiagnosticError(
      problem("sdk/no-program", {
        detail: "registerTransform() was called, but no program is running.",
        hint: "Call it in the program that coco runs, or in the function passed to stack().",
        ...positionBelow(registerTransform),
      }),
    );
  }
  if (typeof transform !== "function") {
    throw new DiagnosticError(
      problem("sdk/bad-transform", {
        detail: `registerTransform() takes a function, but was given a value of type ${typeof transform}.`,
        hint: "Pass a function of { type, name, args, options }.",
        ...positionBelow(registerTransform),
      }),
    );
  }
  context.recorder.transforms.push(transform);
}
