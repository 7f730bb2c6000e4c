import { argumentsOf, readingOf, type Argument, type Drawn, type DrawnType, type Sketch } from "./sketch.js";

/** One resource of the program that a sketch stands for. */
export interface LaidOut {
  readonly place: number;
  readonly drawn: Drawn;
  /** The place of the resource over a value of which a callback makes it; absent for what the program makes itself. */
  readonly outer: number | undefined;
  readonly inputs: { readonly [input: string]: Argument };
  readonly dependsOn: number | undefined;
  /** The place of the resource that it is deleted or replaced with. */
  readonly goesWith: { readonly option: "deletedWith" | "replaceWith"; readonly place: number } | undefined;
}

/**
 * What the program makes, in its order. It can name what it has made before; a callback runs when all of the program
 * has, and what it makes nothing outside of it can name.
 */
export function layOut(sketch: Sketch): readonly LaidOut[] {
  const inProgram = new Set<number>();
  const outers = new Map<number, number>();
  for (const [place, { within }] of sketch) {
    if (within !== undefined && inProgram.has(within)) outers.set(place, within);
    else inProgram.add(place);
  }
  return [...sketch].map(([place, drawn]) => {
    const outer = outers.get(place);
    const sees = (other: number) => inProgram.has(other) && (outer !== undefined || other < place);
    const seen = (other: number | undefined) => (other !== undefined && sees(other) ? other : undefined);
    const typeAt = (other: number) => (sees(other) ? sketch.get(other)!.type : undefined);
    const leader = seen(leaderOf(drawn, typeAt));
    return {
      place,
      drawn,
      outer,
      inputs: argumentsOf(place, drawn, typeAt),
      dependsOn: seen(drawn.dependsOn),
      goesWith: leader === undefined ? undefined : { option: drawn.goesWith!.option, place: leader },
    };
  });
}

/** In this cloud only a disk is gone with another object: with the one whose id in the cloud it has. */
function leaderOf(drawn: Drawn, typeAt: (place: number) => DrawnType | undefined): number | undefined {
  const { type, goesWith } = drawn;
  if (goesWith?.option !== "deletedWith") return goesWith?.place;
  const value = type === "disk" ? readingOf(drawn, typeAt) : undefined;
  return value?.field === "id" && typeAt(value.reads) !== "note" ? value.reads : undefined;
}
