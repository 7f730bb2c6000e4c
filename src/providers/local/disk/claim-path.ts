import { shellWord } from "../../../std/shell-word.js";
import { normalPath } from "../local-path.js";
import { fileKind, named, refuseGuarded, statusOf, type Kind } from "./observe.js";
import type { LocalDisk } from "./local-disk.js";

export interface Claim {
  /** As the program declares it. */
  readonly path: string;
  readonly kind: Kind;
  readonly type: string;
  readonly overwrite: boolean;
}

/**
 * Checks that a new object may be created at a path. Marks an existing object that it replaces, so that nothing deletes
 * it later.
 */
export async function claimPath(disk: LocalDisk, claim: Claim): Promise<void> {
  refuseGuarded(disk.at(claim.path));
  const fault = await occupiedFault(disk, claim);
  if (fault !== undefined) throw new Error(fault);
  const path = disk.at(claim.path);
  if ((await statusOf(path)) !== undefined && !disk.wasMadeOnTheWay(path)) disk.takeOver(path);
}

/** Returns why no object can be created at a path, and what to do about it; undefined if one can. */
async function occupiedFault(disk: LocalDisk, claim: Claim): Promise<string | undefined> {
  const path = disk.at(claim.path);
  const status = await statusOf(path);
  if (status === undefined) return undefined;
  const id = normalPath(claim.path);
  if ((await disk.madeAt(path)) !== undefined)
    return `${id} is managed by another resource, and two resources cannot manage the same path. Change the path of one of them. If it is the same resource with a new name:\n    coco rename <old name> <new name>`;
  const found = fileKind(status);
  if (found === "folder" && claim.kind === "folder" && disk.wasMadeOnTheWay(path)) return undefined;
  const isInTheWay = found !== claim.kind && (found === "folder" || claim.kind === "folder");
  if (isInTheWay) return `${id} is ${named[found]}. Move it, or choose another path.`;
  if (claim.overwrite) return undefined;
  const adopt = `To manage it with this resource:\n    coco import ${claim.type} <name> ${shellWord(id)}\n`;
  const replace = `To replace it, set \`overwrite: true\`.`;
  const advice = found === claim.kind ? `${adopt}${replace}` : replace;
  return `${id} already exists. It is ${named[found]} that this resource did not create. ${advice}`;
}
