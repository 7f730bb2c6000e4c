import { shellWord } from "../../../std/shell-word.js";
import { normalPath } from "../local-path.js";
import { fileKind, named, refuseGuarded, statusOf, type Kind } from "./observe.js";
import type { LocalDisk } from "./local-disk.js";

export interface Claim {
  /** As the program gives it. */
  readonly path: string;
  readonly kind: Kind;
  readonly type: string;
  readonly overwrite: boolean;
}

/** Makes sure that something new may be put at a path. What it takes the place of is nobody's to remove any more. */
export async function claimPath(disk: LocalDisk, claim: Claim): Promise<void> {
  refuseGuarded(disk.at(claim.path));
  const fault = await occupiedFault(disk, claim);
  if (fault !== undefined) throw new Error(fault);
  const path = disk.at(claim.path);
  if ((await statusOf(path)) !== undefined && !disk.wasMadeOnTheWay(path)) disk.takeOver(path);
}

/** Why nothing new can be put at a path, and what to do about it; nothing if it can. */
async function occupiedFault(disk: LocalDisk, claim: Claim): Promise<string | undefined> {
  const path = disk.at(claim.path);
  const status = await statusOf(path);
  if (status === undefined) return undefined;
  const id = normalPath(claim.path);
  if ((await disk.madeAt(path)) !== undefined)
    return `Another resource has made what is at ${id}, and two cannot manage one path. Give one of them another path. If it is the same resource under a new name:\n    coco rename <old name> <new name>`;
  const found = fileKind(status);
  if (found === "folder" && claim.kind === "folder" && disk.wasMadeOnTheWay(path)) return undefined;
  const isInTheWay = found !== claim.kind && (found === "folder" || claim.kind === "folder");
  if (isInTheWay) return `There is ${named[found]} at ${id}. Move it away, or choose another path.`;
  if (claim.overwrite) return undefined;
  const adopt = `To manage it:\n    coco import ${claim.type} <name> ${shellWord(id)}\n`;
  const replace = `To take its place, give \`overwrite: true\`.`;
  const advice = found === claim.kind ? `${adopt}${replace}` : replace;
  return `There is ${named[found]} at ${id} already, which this resource did not make. ${advice}`;
}
