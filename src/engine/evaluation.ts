import { hashArchive, hashAsset } from "../asset/index.js";
import { isAsset } from "../model/index.js";
import type { EvaluatorPorts } from "../program/index.js";
import type { OpenOtherStack } from "./outside/other-stacks.js";

/** What all evaluations of a program in this process share. */
export type EvaluationPorts = Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits"> & OtherStackPort;

export interface OtherStackPort {
  /** Opens another stack of the store, to look at its outputs. */
  readonly otherStack?: OpenOtherStack | undefined;
}

/** `projectFolder` is what relative paths of assets are relative to. */
export function evaluationPorts({
  memory,
  callbackLimits,
  projectFolder,
  otherStack,
}: Pick<EvaluatorPorts, "memory" | "callbackLimits"> &
  OtherStackPort & { readonly projectFolder: string }): EvaluationPorts {
  const options = { baseDirectory: projectFolder };
  return {
    memory,
    otherStack,
    ...(callbackLimits && { callbackLimits }),
    hash: (blob) => (isAsset(blob) ? hashAsset(blob, options) : hashArchive(blob, options)),
  };
}
