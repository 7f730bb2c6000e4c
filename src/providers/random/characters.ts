import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { byChance, oneOf, shuffled } from "./draw.js";
import { keepers } from "./provider.js";

const minimum = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
const allowed = v.optional(v.boolean(), true);

/** The inputs of String and Password, which define the characters of the random string. */
export const characterFields = {
  /** The length of the string. */
  length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_536)),
  /** Whether to include lowercase letters. Default: true. */
  lower: allowed,
  /** Whether to include uppercase letters. Default: true. */
  upper: allowed,
  /** Whether to include digits. Default: true. */
  numeric: allowed,
  /** Whether to include special characters. Default: true. */
  special: allowed,
  /** The minimum number of lowercase letters. Default: 0. */
  minLower: minimum,
  /** The minimum number of uppercase letters. Default: 0. */
  minUpper: minimum,
  /** The minimum number of digits. Default: 0. */
  minNumeric: minimum,
  /** The minimum number of special characters. Default: 0. */
  minSpecial: minimum,
  /** The special characters to choose from. Default: `!@#$%&*()-_=+[]{}<>:?`. */
  overrideSpecial: v.optional(v.pipe(v.string(), v.nonEmpty("It is empty."))),
  keepers,
};

type Characters = v.InferOutput<v.ObjectSchema<typeof characterFields, undefined>>;

export const characterFieldNames = Object.keys(characterFields) as (keyof Characters)[];

const needs = (type: "lower" | "upper" | "numeric" | "special", least: `min${string}`) =>
  `${least} requires characters that ${type}: false excludes.`;

export const characterConstraints = [
  rule(
    ["length", "minLower", "minUpper", "minNumeric", "minSpecial"],
    (length: number, ...least: [number, number, number, number]) =>
      least.reduce((sum, each) => sum + each, 0) <= length,
    "The sum of the minimums is greater than the length.",
  ),
  rule(
    ["lower", "upper", "numeric", "special"],
    (...classes: [boolean, boolean, boolean, boolean]) => classes.includes(true),
    "There are no characters to choose from: lower, upper, numeric and special are all false.",
  ),
  rule(["lower", "minLower"], isAllowed, needs("lower", "minLower")),
  rule(["upper", "minUpper"], isAllowed, needs("upper", "minUpper")),
  rule(["numeric", "minNumeric"], isAllowed, needs("numeric", "minNumeric")),
  rule(["special", "minSpecial"], isAllowed, needs("special", "minSpecial")),
  rule(
    ["special", "overrideSpecial"],
    (special: boolean, override: string | undefined) => special || override === undefined,
    "overrideSpecial cannot be combined with special: false.",
  ),
] as const;

function isAllowed(allowed: boolean, least: number): boolean {
  return allowed || least === 0;
}

/** Returns a random string: the minimum of each class, then any allowed characters, in random order. */
export function randomText(inputs: Characters): string {
  const classes = [
    { letters: "abcdefghijklmnopqrstuvwxyz", allowed: inputs.lower, least: inputs.minLower },
    { letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", allowed: inputs.upper, least: inputs.minUpper },
    { letters: "0123456789", allowed: inputs.numeric, least: inputs.minNumeric },
    { letters: inputs.overrideSpecial ?? usual, allowed: inputs.special, least: inputs.minSpecial },
  ].map((each) => ({ ...each, letters: [...new Set(each.letters)] }));
  const drawn = classes.flatMap(({ letters, least }) => Array.from({ length: least }, () => draw(letters)));
  // A set, because a character in two classes must not be twice as likely.
  const all = [...new Set(classes.flatMap(({ letters, allowed }) => (allowed ? letters : [])))];
  while (drawn.length < inputs.length) drawn.push(draw(all));
  return shuffled(drawn, byChance).join("");
}

const usual = "!@#$%&*()-_=+[]{}<>:?";

function draw(letters: readonly string[]): string {
  return oneOf(letters, byChance);
}
