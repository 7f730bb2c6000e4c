import { hashArchive, hashAsset, localPaths } from "../../asset/index.js";
import { isAsset, type AssetAccess, type AssetSources } from "../../model/index.js";
import type { EvaluatorPorts } from "../../program/index.js";
import { readNow, type FilesRead } from "../../std/files-read.js";
import type { StackAddress, StackStore } from "../../store/internal.js";

/** Ports shared by all evaluations of a program in this process. */
export type EvaluationPorts = Pick<EvaluatorPorts, "memory" | "hash" | "callbackLimits"> &
  OtherStackPort & {
    /** Reads assets of the stack, for the engine and for providers. */
    readonly assets: AssetAccess;
  };

/** Opens a stack that must exist. */
export type OpenOtherStack = (stack: StackAddress) => Promise<StackStore>;

export interface OtherStackPort {
  /** Opens another stack of the store, to read its outputs. */
  readonly otherStack?: OpenOtherStack | undefined;
}

export interface ReadPort {
  /** Called with the files that the program and its values come from, as soon as they are known. */
  readonly onRead?: ((read: FilesRead) => void) | undefined;
}

export interface AssetPort {
  /** The folder that relative paths of assets refer to. */
  readonly projectFolder: string;
  /** Additional sources of assets. Default: only public addresses. */
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
