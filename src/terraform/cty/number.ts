import { CtyFault } from "./fault.js";
import { Decimal, type CtyNumber } from "./value.js";

/** Numbers whose plain text is longer keep scientific notation, so that a large exponent cannot exhaust memory. */
const plainLimit = 1000;

/** The largest decimal exponent of Go's big.Float, which holds Terraform's numbers. */
const exponentLimit = 646_456_992;

const numberPattern = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/** A finite number other than zero: `digits` × 10^`exponent`. The digits have no zeros at either end. */
interface Parts {
  readonly sign: "" | "-";
  readonly digits: string;
  readonly exponent: number;
}

/** Returns the number that a text in decimal or scientific notation stands for, exactly. Infinity is `Inf`, as Go writes it. */
export function numberOfText(text: string): CtyNumber | undefined {
  if (text.length < 16 && /^-?\d+$/.test(text)) return Number(text) + 0;
  const parts = partsOfText(text);
  if (parts === undefined) return infinities.get(text);
  if (parts === 0) return 0;
  return Math.abs(parts.exponent) > exponentLimit ? undefined : numberOfParts(parts);
}

const infinities: ReadonlyMap<string, number> = new Map([
  ["Inf", Infinity],
  ["+Inf", Infinity],
  ["-Inf", -Infinity],
]);

/** Returns the number in its normal form, read as its shortest decimal text. Throws for NaN; infinity is a number. */
export function numberOfJs(number: number): CtyNumber {
  if (Number.isNaN(number)) throw new CtyFault("NaN is not a number that Terraform can hold");
  if (Number.isSafeInteger(number)) return number + 0;
  return Number.isInteger(number) ? numberOfText(String(number))! : number;
}

/** Returns the plain decimal text, or scientific notation if that text would be very long. Throws for NaN and infinity. */
export function numberText(number: CtyNumber): string {
  if (typeof number === "object") return number.text;
  const text = String(number);
  if (typeof number === "bigint") return text;
  if (!Number.isFinite(number)) throw new CtyFault(`${text} cannot be written as a decimal number`);
  return text.includes("e") ? textOfParts(partsOfText(text) as Parts) : text;
}

/** True if the number in binary is exactly the number that its shortest decimal text stands for: 0.5, but not 0.1. */
export function isExactBinary(number: number): boolean {
  if (Number.isSafeInteger(number)) return true;
  if (Number.isInteger(number)) return digitsOf(String(BigInt(number))) === digitsOf(String(number));
  const scaled = number * 2 ** mostBinaryPlaces;
  if (!Number.isInteger(scaled)) return false;
  // 1/2 is 5/10, so this has the decimal digits of the number, except for zeros at the end.
  return digitsOf(String(BigInt(scaled) * 5n ** BigInt(mostBinaryPlaces))) === digitsOf(String(number));
}

/** A fraction with more binary places has more than the 17 digits of a shortest text. */
const mostBinaryPlaces = 24;

/** Compares by value: negative if `one` is less, 0 if they are equal. */
export function compareNumbers(one: CtyNumber, other: CtyNumber): number {
  if (typeof one !== "object" && typeof other !== "object") return one < other ? -1 : one > other ? 1 : 0;
  if (one === Infinity || other === -Infinity) return 1;
  if (one === -Infinity || other === Infinity) return -1;
  const left = partsOfText(numberText(one))!;
  const right = partsOfText(numberText(other))!;
  const signs = signOf(left) - signOf(right);
  if (signs !== 0 || left === 0 || right === 0) return signs;
  return signOf(left) * compareMagnitudes(left, right);
}

function compareMagnitudes(left: Parts, right: Parts): number {
  const places = left.digits.length + left.exponent - (right.digits.length + right.exponent);
  if (places !== 0) return places;
  return left.digits < right.digits ? -1 : left.digits > right.digits ? 1 : 0;
}

function signOf(parts: Parts | 0): number {
  return parts === 0 ? 0 : parts.sign === "-" ? -1 : 1;
}

function numberOfParts(parts: Parts): CtyNumber {
  const { sign, digits, exponent } = parts;
  if (exponent >= 0 && digits.length + exponent <= plainLimit) {
    const text = textOfParts(parts);
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  if (exponent < 0 && digits.length <= 17) {
    const number = Number(`${sign}${digits}e${exponent}`);
    const shortest = partsOfText(String(number));
    if (typeof shortest === "object" && shortest.digits === digits && shortest.exponent === exponent)
      return number;
  }
  return new Decimal(textOfParts(parts));
}

function partsOfText(text: string): Parts | 0 | undefined {
  const found = numberPattern.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = "", places = found[4] ?? "", , exponent = "0"] = found;
  const all = whole + places;
  let start = 0;
  let end = all.length;
  while (start < end && all.charCodeAt(start) === zero) start++;
  if (start === end) return 0;
  while (all.charCodeAt(end - 1) === zero) end--;
  return {
    sign: sign === "-" ? "-" : "",
    digits: all.slice(start, end),
    exponent: Number(exponent) - places.length + all.length - end,
  };
}

const zero = 0x30;

function textOfParts({ sign, digits, exponent }: Parts): string {
  const size = digits.length + exponent;
  const length = exponent >= 0 ? size : Math.max(digits.length, -exponent) + 2;
  if (length > plainLimit) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${fraction}e${size > 0 ? "+" : ""}${size - 1}`;
  }
  if (exponent >= 0) return `${sign}${digits}${"0".repeat(exponent)}`;
  if (size > 0) return `${sign}${digits.slice(0, size)}.${digits.slice(size)}`;
  return `${sign}0.${"0".repeat(-size)}${digits}`;
}

function digitsOf(text: string): string | undefined {
  const parts = partsOfText(text);
  return typeof parts === "object" ? parts.digits : undefined;
}
