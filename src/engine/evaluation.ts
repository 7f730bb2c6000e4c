import { hashArchive, hashAsset, localPaths } from "../asset/index.js";
import { isAsset } from "../model/index.js";
import type { EvaluatorPorts } from "../program/index.js";
import { readNow, type FilesRead } from "../std/files-read.js";
import type { OpenOtherStack } from "./outside/other-stacks.js";

/** What all evaluations of a program in this process share. */
export type EvaluationPorts = Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits"> & OtherStackPort;

export interface OtherStackPort {
  /** Opens another stack of the store, to look at its outputs. */
  readonly otherStack?: OpenOtherStack | undefined;
}

export interface ReadPort {
  /** Told which files of the disk the program and its values are made from, as soon as that is known. */
  readonly onRead?: ((read: FilesRead) => void) | undefined;
}

/** `projectFolder` is what relative paths of assets are relative to. */
export function evaluationPorts({
  memory,
  callbackLimits,
  projectFolder,
  otherStack,
  onRead,
}: Pick<EvaluatorPorts, "memory" | "callbackLimits"> &
  OtherStackPort &
  ReadPort & { readonly projectFolder: string }): EvaluationPorts {
  const options = { baseDirectory: projectFolder };
  return {
    memory,
    otherStack,
    ...(callbackLimits && { callbackLimits }),
    hash: (blob) => {
      onRead?.(readNow(localPaths(blob, projectFolder)));
      return isAsset(blob) ? hashAsset(blob, options) : hashArchive(blob, options);
    },
  };
}
