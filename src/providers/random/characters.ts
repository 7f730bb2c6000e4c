import * as v from "valibot";
import { rule } from "../../provider/index.js";
import { byChance, oneOf, shuffled } from "./draw.js";
import { keepers } from "./provider.js";

const minimum = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
const allowed = v.optional(v.boolean(), true);

/** What a random text may consist of: the inputs of String and Password. */
export const characterFields = {
  /** How many characters there are. */
  length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_536)),
  /** Whether small letters may come; so they do unless said, as all others. */
  lower: allowed,
  /** Whether capital letters may come. */
  upper: allowed,
  /** Whether digits may come. */
  numeric: allowed,
  /** Whether special characters may come. */
  special: allowed,
  /** How many small letters there are at least. */
  minLower: minimum,
  /** How many capital letters there are at least. */
  minUpper: minimum,
  /** How many digits there are at least. */
  minNumeric: minimum,
  /** How many special characters there are at least. */
  minSpecial: minimum,
  /** The characters that are meant by special; `!@#$%&*()-_=+[]{}<>:?` unless said. */
  overrideSpecial: v.optional(v.pipe(v.string(), v.nonEmpty("It has no character."))),
  keepers,
};

type Characters = v.InferOutput<v.ObjectSchema<typeof characterFields, undefined>>;

export const characterFieldNames = Object.keys(characterFields) as (keyof Characters)[];

const needs = (type: "lower" | "upper" | "numeric" | "special", least: `min${string}`) =>
  `${least} asks for characters that ${type}: false forbids.`;

export const characterConstraints = [
  rule(
    ["length", "minLower", "minUpper", "minNumeric", "minSpecial"],
    (length: number, ...least: [number, number, number, number]) =>
      least.reduce((sum, each) => sum + each, 0) <= length,
    "The minimums together are more than the length.",
  ),
  rule(
    ["lower", "upper", "numeric", "special"],
    (...classes: [boolean, boolean, boolean, boolean]) => classes.includes(true),
    "No character is left: lower, upper, numeric and special are all false.",
  ),
  rule(["lower", "minLower"], isAllowed, needs("lower", "minLower")),
  rule(["upper", "minUpper"], isAllowed, needs("upper", "minUpper")),
  rule(["numeric", "minNumeric"], isAllowed, needs("numeric", "minNumeric")),
  rule(["special", "minSpecial"], isAllowed, needs("special", "minSpecial")),
  rule(
    ["special", "overrideSpecial"],
    (special: boolean, override: string | undefined) => special || override === undefined,
    "overrideSpecial says which special characters may come, and special: false that none may.",
  ),
] as const;

function isAllowed(allowed: boolean, least: number): boolean {
  return allowed || least === 0;
}

/** A text by chance: first what the minimums ask for, then anything that is allowed, in an order that is drawn. */
export function randomText(inputs: Characters): string {
  const classes = [
    { letters: "abcdefghijklmnopqrstuvwxyz", allowed: inputs.lower, least: inputs.minLower },
    { letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", allowed: inputs.upper, least: inputs.minUpper },
    { letters: "0123456789", allowed: inputs.numeric, least: inputs.minNumeric },
    { letters: inputs.overrideSpecial ?? usual, allowed: inputs.special, least: inputs.minSpecial },
  ].map((each) => ({ ...each, letters: [...new Set(each.letters)] }));
  const drawn = classes.flatMap(({ letters, least }) => Array.from({ length: least }, () => draw(letters)));
  // A set: what stands in two classes must not come twice as often.
  const all = [...new Set(classes.flatMap(({ letters, allowed }) => (allowed ? letters : [])))];
  while (drawn.length < inputs.length) drawn.push(draw(all));
  return shuffled(drawn, byChance).join("");
}

const usual = "!@#$%&*()-_=+[]{}<>:?";

function draw(letters: readonly string[]): string {
  return oneOf(letters, byChance);
}
