import { pathText } from "./path-text.js";
import type { CtyPath, CtyStep } from "./path.js";

/** Thrown for a value, a type or data that is not what it should be. The message never contains a value, only kinds and names. */
export class CtyFault extends Error {
  override readonly name = "CtyFault";
  /** The message without the path. */
  readonly reason: string;
  readonly path: CtyPath;

  constructor(reason: string, path: CtyPath = []) {
    super(path.length === 0 ? reason : `${pathText(path)}: ${reason}`);
    this.reason = reason;
    this.path = path;
  }
}

/** Returns the fault as seen from one level further out. Any other error is returned as it is. */
export function faultInside(step: CtyStep, error: unknown): unknown {
  return error instanceof CtyFault ? new CtyFault(error.reason, [step, ...error.path]) : error;
}
