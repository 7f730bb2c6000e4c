import { hashArchive, hashAsset, localPaths } from "../../asset/index.js";
import { isAsset, type AssetAccess, type AssetSources } from "../../model/index.js";
import type { EvaluatorPorts } from "../../program/index.js";
import { readNow, type FilesRead } from "../../std/files-read.js";
import type { StackAddress, StackStore } from "../../store/internal.js";

/** What all evaluations of a program in this process share. */
export type EvaluationPorts = Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits"> &
  OtherStackPort & {
    /** How assets of the stack are read, by the engine and by providers. */
    readonly assets: AssetAccess;
  };

/** Opens a stack that must exist. */
export type OpenOtherStack = (stack: StackAddress) => Promise<StackStore>;

export interface OtherStackPort {
  /** Opens another stack of the store, to look at its outputs. */
  readonly otherStack?: OpenOtherStack | undefined;
}

export interface ReadPort {
  /** Told which files of the disk the program and its values are made from, as soon as that is known. */
  readonly onRead?: ((read: FilesRead) => void) | undefined;
}

export interface AssetPort {
  /** What relative paths of assets are relative to. */
  readonly projectFolder: string;
  /** Where else assets may come from; from public addresses alone unless said. */
  readonly assets?: AssetSources | undefined;
}

export function evaluationPorts({
  memory,
  callbackLimits,
  projectFolder,
  assets: sources,
  otherStack,
  onRead,
}: Pick<EvaluatorPorts, "memory" | "callbackLimits"> &
  OtherStackPort &
  ReadPort &
  AssetPort): EvaluationPorts {
  const assets = { ...sources, baseDirectory: projectFolder };
  return {
    memory,
    assets,
    otherStack,
    ...(callbackLimits && { callbackLimits }),
    hash: (blob) => {
      onRead?.(readNow(localPaths(blob, projectFolder)));
      return isAsset(blob) ? hashAsset(blob, assets) : hashArchive(blob, assets);
    },
  };
}
