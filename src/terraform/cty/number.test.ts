import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CtyFault } from "./fault.js";
import { compareNumbers, isExactBinary, numberOfJs, numberOfText, numberText } from "./number.js";
import { Decimal } from "./value.js";

describe("numberOfText", () => {
  it.each([
    ["0", 0],
    ["-0", 0],
    ["-0.0", 0],
    ["0e99999999999", 0],
    ["+7", 7],
    ["007", 7],
    [".5", 0.5],
    ["5.", 5],
    ["1.50", 1.5],
    ["1e3", 1000],
    ["1500e-2", 15],
    ["1E+2", 100],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740991", -9007199254740991],
    ["-9007199254740993", -9007199254740993n],
    ["9007199254740993.0", 9007199254740993n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["9223372036854775808", 2n ** 63n],
    ["18446744073709551616", 2n ** 64n],
    ["1e22", 10n ** 22n],
    ["1e400", 10n ** 400n],
    ["0.1", 0.1],
    ["0.5", 0.5],
    ["5e-324", 5e-324],
    ["1.7976931348623157e308", 17976931348623157n * 10n ** 292n],
    ["0.30000000000000004", 0.30000000000000004],
    ["Inf", Infinity],
    ["-Inf", -Infinity],
  ])("%s is a number or a bigint", (text, number) => {
    expect(numberOfText(text)).toBe(number);
  });

  it.each([
    ["0.300000000000000040", 0.30000000000000004],
    ["0.3000000000000000444", "0.3000000000000000444"],
    ["4.9e-324", `0.${"0".repeat(323)}49`],
    ["1e-400", `0.${"0".repeat(399)}1`],
    ["-123456789.123456789", "-123456789.123456789"],
    ["0.123456789012345678901234567890", "0.12345678901234567890123456789"],
    ["9007199254740993.5", "9007199254740993.5"],
    ["1e1000", "1e+1000"],
    ["-12e1000", "-1.2e+1001"],
    ["1.5e-2000", "1.5e-2000"],
    ["1e600000000", "1e+600000000"],
  ])("%s is %s", (text, expected) => {
    const number = numberOfText(text);
    expect(number instanceof Decimal ? number.text : number).toBe(expected);
  });

  it.each([
    "",
    " 1",
    "1 ",
    "--1",
    "1e",
    "e1",
    ".",
    "0x10",
    "1_000",
    "NaN",
    "Infinity",
    "1n",
    "1e99999999999",
    "1e-999999999",
  ])("%j is not a number", (text) => {
    expect(numberOfText(text)).toBeUndefined();
  });

  it("reads a very long text in linear time", () => {
    expect(numberOfText(`1${"0".repeat(1_000_000)}1`)).toBeInstanceOf(Decimal);
    expect(numberOfText(`0.${"0".repeat(1_000_000)}`)).toBe(0);
  });
});

const decimal = fc
  .record({
    sign: fc.constantFrom("", "-"),
    digits: fc.bigInt(0n, 10n ** 40n),
    exponent: fc.integer({ min: -420, max: 420 }),
  })
  .map(({ sign, digits, exponent }) => ({
    text: `${sign}${digits}e${exponent}`,
    scaled: (sign === "-" ? -digits : digits) * 10n ** BigInt(exponent + 420),
  }));

describe("numbers", () => {
  it("have one form: texts of the same number give equal values, and the text of a value gives it back", () => {
    fc.assert(
      fc.property(decimal, fc.nat(5), ({ text }, zeros) => {
        const number = numberOfText(text)!;
        expect(numberOfText(numberText(number))).toEqual(number);
        const [digits, exponent] = text.split("e");
        expect(numberOfText(`${digits}${"0".repeat(zeros)}e${Number(exponent) - zeros}`)).toEqual(number);
      }),
    );
  });

  it("compare by value", () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const expected = one.scaled < other.scaled ? -1 : one.scaled > other.scaled ? 1 : 0;
        expect(Math.sign(compareNumbers(numberOfText(one.text)!, numberOfText(other.text)!))).toBe(expected);
      }),
    );
    const sorted = ["-Inf", "-1e1000", "-1", "-1e-1000", "0", "1e-1000", "0.5", "1e1000", "Inf"].map((text) =>
      numberOfText(text)!,
    );
    expect([...sorted].reverse().sort(compareNumbers)).toEqual(sorted);
    expect(compareNumbers(Infinity, Infinity)).toBe(0);
    expect(compareNumbers(new Decimal("1e+1000"), new Decimal("1e+1000"))).toBe(0);
  });

  it("of JavaScript count as their shortest text", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(numberOfJs(number)).toEqual(numberOfText(String(number)));
      }),
    );
    expect(numberOfJs(2 ** 64)).toBe(18446744073709552000n);
    expect(numberOfJs(-0)).toBe(0);
    expect(numberOfJs(-Infinity)).toBe(-Infinity);
    expect(() => numberOfJs(NaN)).toThrow(CtyFault);
  });
});

describe("numberText", () => {
  it.each([
    [-0, "0"],
    [1e-7, "0.0000001"],
    [-1.5e-7, "-0.00000015"],
    [1e21, "1000000000000000000000"],
    [2n ** 64n, "18446744073709551616"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [new Decimal("1e-2000"), "1e-2000"],
  ])("of %s", (number, text) => {
    expect(numberText(number)).toBe(text);
  });

  it.each([Infinity, -Infinity, NaN])("throws for %s", (number) => {
    expect(() => numberText(number)).toThrow(CtyFault);
  });
});

describe("isExactBinary", () => {
  it.each([0, -0, 1, -3, 0.5, -0.25, 3.140625, 16777216.5, 2 ** -20, 2 ** 51 + 0.5, 2 ** 53, 1e22])(
    "%s is",
    (number) => {
      expect(isExactBinary(number)).toBe(true);
    },
  );

  it.each([
    0.1,
    -0.3,
    1.1,
    1e-7,
    5e-324,
    2 ** -24,
    0.5 + 2 ** -50,
    1e23,
    2 ** 64,
    Infinity,
    NaN,
    1e300 / 3e299,
    100.01,
  ])("%s is not", (number) => {
    expect(isExactBinary(number)).toBe(false);
  });

  it("agrees with exact arithmetic", () => {
    const double = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.tuple(fc.integer(), fc.nat(30)).map(([top, places]) => top / 2 ** places),
    );
    fc.assert(
      fc.property(double, (number) => {
        expect(isExactBinary(number)).toBe(exactText(number) === numberText(numberOfJs(number)));
      }),
    );
  });
});

/** The exact value of a float in decimal digits. */
function exactText(number: number): string {
  let top = number;
  let places = 0;
  while (!Number.isInteger(top)) {
    top *= 2;
    places++;
  }
  return numberText(numberOfText(`${BigInt(top) * 5n ** BigInt(places)}e-${places}`)!);
}
