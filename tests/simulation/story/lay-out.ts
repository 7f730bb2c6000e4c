import { argumentsOf, type Argument, type Drawn, type Sketch } from "./sketch.js";

/** One resource of the program that a sketch stands for. */
export interface LaidOut {
  readonly place: number;
  readonly drawn: Drawn;
  /** The place of the resource over a value of which a callback makes it; absent for what the program makes itself. */
  readonly outer: number | undefined;
  readonly inputs: { readonly [input: string]: Argument };
  /** Whether it can name the resource of a place. */
  readonly sees: (place: number | undefined) => place is number;
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
    const sees = (other: number | undefined): other is number =>
      other !== undefined && inProgram.has(other) && (outer !== undefined || other < place);
    return { place, drawn, outer, inputs: argumentsOf(place, drawn, sees), sees };
  });
}
