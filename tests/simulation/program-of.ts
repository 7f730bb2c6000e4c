import type { Words } from "../../src/testing/scenario/index.js";
import type { ResourceOptions } from "../../src/sdk/index.js";
import { argumentsOf, nameOf, type Drawn, type Sketch } from "./sketch.js";

type Made = ReturnType<Words["bucket"]>;

/** The program that a sketch stands for. `printProgram` says the same as text. */
export function programOf(sketch: Sketch): (words: Words) => void {
  return (words) => {
    const groups = new Map(groupsOf(sketch).map((group) => [group, words.group(`g${group}`)]));
    const made = new Map<number, Made>();
    for (const [place, drawn] of sketch) {
      const outer = drawn.within === undefined ? undefined : made.get(drawn.within);
      const before = (other: number | undefined) => (other === undefined ? undefined : made.get(other));
      const make = () => {
        const options = optionsOf(drawn, before, groups);
        const inputs = Object.entries(argumentsOf(place, drawn, (other) => made.has(other))).map(
          ([input, argument]) => [
            input,
            typeof argument === "object" ? made.get(argument.reads)!.id : argument,
          ],
        );
        const word = words[drawn.type] as (name: string, inputs: object, options: ResourceOptions) => unknown;
        return word(nameOf(place, drawn), Object.fromEntries(inputs) as object, options) as Made;
      };
      // What a callback makes, nothing outside of it can name.
      if (outer !== undefined) outer.id.apply(() => void make());
      else made.set(place, make());
    }
  };
}

export function groupsOf(sketch: Sketch): readonly number[] {
  return [...new Set([...sketch.values()].flatMap(({ group }) => (group === undefined ? [] : [group])))];
}

/** The options that can be: those that name what is not there, or what cannot have them, are left out. */
export function optionsOf(
  drawn: Drawn,
  before: (place: number | undefined) => object | undefined,
  groups: ReadonlyMap<number, object>,
): ResourceOptions {
  const { retainOnDelete = false, ...others } = drawn.options;
  const needed = before(drawn.dependsOn);
  const leader = before(drawn.goesWith?.place);
  const parent = drawn.group === undefined ? undefined : groups.get(drawn.group);
  return {
    ...others,
    // What is retained keeps its name, so only what may share one can be made again.
    ...(retainOnDelete && drawn.type === "key" && { retainOnDelete }),
    ...(drawn.aliases.length > 0 && { aliases: drawn.aliases }),
    ...(parent !== undefined && { parent }),
    ...(needed !== undefined && { dependsOn: needed }),
    ...(leader !== undefined && {
      [drawn.goesWith!.option]: drawn.goesWith!.option === "replaceWith" ? [leader] : leader,
    }),
  } as ResourceOptions;
}
