import type { ResourceOptions } from "../../../src/sdk/index.js";
import type { Words } from "../../support/scenario/index.js";
import { layOut, type LaidOut } from "./lay-out.js";
import {
  callbackField,
  ephemeralText,
  isEphemeralArgument,
  keptBy,
  leasedAccount,
  nameOf,
  type Argument,
  type Sketch,
} from "./sketch.js";

let leases = 0;

type Made = ReturnType<Words["task"]> & ReturnType<Words["host"]>;

/** The program that a sketch stands for. `printProgram` says the same as text. */
export function programOf(sketch: Sketch): (words: Words) => object {
  return (words) => {
    const groups = new Map(groupsOf(sketch).map((group) => [group, words.group(`g${group}`)]));
    const made = new Map<number, Made>();
    const { coconut } = words;
    // There is always one: what leaves the program needs its setting, which state does not have.
    const leased = words.account(leasedAccount, {
      password: coconut.ephemeral(`${ephemeralText} ${++leases}`),
    });
    for (const laid of layOut(sketch)) {
      const { place, drawn, outer } = laid;
      const make = () => {
        const others = optionsOf(laid, (other) => made.get(other)!, groups);
        const options = drawn.type === "login" ? { ...others, provider: leased } : others;
        const given = (argument: Argument) => {
          if (typeof argument === "object") return made.get(argument.reads)![argument.field];
          return isEphemeralArgument(argument) ? coconut.ephemeral(argument) : argument;
        };
        const inputs = Object.entries(laid.inputs).map(([input, argument]) => [input, given(argument)]);
        const word = words[drawn.type] as (name: string, inputs: object, options: ResourceOptions) => unknown;
        return word(nameOf(place, drawn), Object.fromEntries(inputs) as object, options) as Made;
      };
      if (outer !== undefined)
        made.get(outer)![callbackField(sketch.get(outer)!.type)].apply(() => void make());
      else made.set(place, make());
    }
    return Object.fromEntries(Array.from(made, ([place, { id }]) => [outputOf(place), id]));
  };
}

/** What the id of a resource is exported as. Those that callbacks make are not exported. */
export function outputOf(place: number): string {
  return `id${place}`;
}

export function groupsOf(sketch: Sketch): readonly number[] {
  return [...new Set([...sketch.values()].flatMap(({ group }) => (group === undefined ? [] : [group])))];
}

/** The options that can be: those that name what is not there, or what cannot have them, are left out. */
export function optionsOf(
  { drawn, dependsOn, goesWith }: LaidOut,
  made: (place: number) => object,
  groups: ReadonlyMap<number, object>,
): ResourceOptions {
  const { retainOnDelete: _, ...others } = drawn.options;
  const leader = goesWith && made(goesWith.place);
  const parent = drawn.group === undefined ? undefined : groups.get(drawn.group);
  return {
    ...others,
    ...keptBy(drawn),
    ...(drawn.aliases.length > 0 && { aliases: drawn.aliases }),
    ...(parent !== undefined && { parent }),
    ...(dependsOn !== undefined && { dependsOn: made(dependsOn) }),
    ...(goesWith && { [goesWith.option]: goesWith.option === "replaceWith" ? [leader] : leader }),
  } as ResourceOptions;
}
