import fc from "fast-check";
import { expect, it, test } from "vitest";
import { allows, newestAllowed, parseConstraint, type VersionConstraint } from "./constraint.js";
import { compareVersions, newestFirst, parseVersion, versionText } from "./version.js";

function constraint(text: string): VersionConstraint {
  const result = parseConstraint(text);
  if (result.kind === "fault") throw new Error(result.message);
  return result.constraint;
}

const offered = ["1.0.0", "1.4.0", "1.4.1", "2.0.0-beta1", "2.0.0", "2.1.0-rc.1"];

/** The text in the lock file and the chosen version, as Terraform 1.11.4 has them. */
const cases: Record<string, [text: string, chosen: string | undefined]> = {
  "1": ["1.0.0", "1.0.0"],
  "1.4": ["1.4.0", "1.4.0"],
  "= 1.4.1": ["1.4.1", "1.4.1"],
  "01.4": ["1.4.0", "1.4.0"],
  "~> 1": ["~> 1.0", "1.4.1"],
  "~> 1.0": ["~> 1.0", "1.4.1"],
  "~> 1.0.0": ["~> 1.0.0", "1.0.0"],
  "~>1.4.0-0": ["~> 1.4.0-0", "1.4.1"],
  ">=1.0": [">= 1.0.0", "2.0.0"],
  "<1.4": ["< 1.4.0", "1.0.0"],
  "< 2.0.0": ["< 2.0.0", "1.4.1"],
  "> 1.4.1-beta": ["> 1.4.1-beta", "2.0.0"],
  "!= 2.0.0": ["!= 2.0.0", "1.4.1"],
  "2.0.0-beta1": ["2.0.0-beta1", "2.0.0-beta1"],
  ">= 2.0.0-beta1": [">= 2.0.0-beta1", "2.0.0"],
  ">= 2.1.0-rc.1": [">= 2.1.0-rc.1", undefined],
  "~> 2.1.0-rc.1": ["~> 2.1.0-rc.1", undefined],
  "<= 2.1.0-rc.1": ["<= 2.1.0-rc.1", "2.0.0"],
  "=1.4.1+build": ["1.4.1+build", undefined],
  ">= 1.4.0, >= 1.4": [">= 1.4.0", "2.0.0"],
  ">1.0, <=1.4,~> 1.0": ["> 1.0.0, ~> 1.0, <= 1.4.0", "1.4.0"],
  ">= 1.4.1, <= 1.4.1, = 1.4.1, ~> 1.4.1, ~> 1.4, != 1.0": [
    "!= 1.0.0, ~> 1.4, >= 1.4.1, 1.4.1, ~> 1.4.1, <= 1.4.1",
    "1.4.1",
  ],
  "< 1.0, <= 1.0, ~> 1.0.0, ~> 1.0, != 1.0, = 1.0.0, >= 1.0, > 1.0": [
    "> 1.0.0, >= 1.0.0, 1.0.0, ~> 1.0.0, ~> 1.0, <= 1.0.0, < 1.0.0, != 1.0.0",
    undefined,
  ],
  "= 1.0.0-beta, < 1.0.0, = 1.0.0-alpha, = 1.0.0+b, = 1.0.0+a, = 1.0.0-beta+z": [
    "1.0.0-alpha, 1.0.0-beta, 1.0.0-beta+z, < 1.0.0, 1.0.0+a, 1.0.0+b",
    undefined,
  ],
};

test.each(Object.entries(cases))("%s", (written, [text, chosen]) => {
  const parsed = constraint(written);
  expect(parsed.text).toBe(text);
  expect(newestAllowed(offered, parsed)).toBe(chosen);
});

it("chooses the newest release without a constraint", () => {
  expect(newestAllowed(offered, undefined)).toBe("2.0.0");
  expect(newestAllowed(["nonsense", "1.0.0-rc.1"], undefined)).toBeUndefined();
});

const faults: Record<string, string> = {
  "": "is empty",
  "^1.2": 'Write "~> 1.2" instead',
  "^1": 'Write "~> 1.0" instead',
  "^1.2.3": 'Write ">= 1.2.3, < 2.0.0" instead',
  "~1.2": 'Write "~> 1.2.0" instead',
  "~1.2.3": 'Write "~> 1.2.3" instead',
  "1.x": 'Write "~> 1.0" instead',
  "1.2.*": 'Write "~> 1.2.0" instead',
  "*": "Leave the constraint out",
  latest: "Leave the constraint out",
  "v1.2.3": 'without "v": "1.2.3"',
  ">= v1.2": 'without "v": ">= 1.2"',
  ">= 1.0 < 2.0": "Separate its parts with commas",
  ">= 1.0 || 3.0": "Separate its parts with commas",
  ">= 1.0,": "nothing before or after one of its commas",
  "~> 1.4.1.2": "4 numbers",
  "~> 1.4-beta": "needs three numbers",
  "=> 1.0": "is not a version constraint",
  nonsense: "is not a version constraint",
};

test.each(Object.entries(faults))("refuses %j", (text, says) => {
  const result = parseConstraint(text);
  expect(result.kind === "fault" ? result.message : "accepted").toContain(says);
});

it("orders versions by semantic versioning", () => {
  const ordered =
    "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.2.0 1.10.0 2.0.0";
  const texts = ordered.split(" ");
  expect(newestFirst([...texts].sort())).toEqual([...texts].reverse());
});

test.each([
  "1.0",
  "1",
  "v1.0.0",
  "1.0.0-",
  "1.0.0-01",
  "01.0.0",
  "1.0.0+",
  "1.0.0.0",
  "99999999999999999.0.0",
  "",
])("%j is not a version", (text) => {
  expect(parseVersion(text)).toBeUndefined();
});

const versions = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom("", "-rc.1", "-alpha", "-rc.10", "+b"))
  .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
const terms = fc
  .tuple(fc.constantFrom("=", "!=", ">", ">=", "<", "<=", "~>", ""), versions)
  .map(([operator, version]) => `${operator} ${version}`);
const constraints = fc.array(terms, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(","));

it("writes a constraint that allows the same versions", () => {
  fc.assert(
    fc.property(constraints, versions, (text, version) => {
      const parsed = constraint(text);
      const again = constraint(parsed.text);
      expect(again).toEqual(parsed);
      expect(versionText(parseVersion(version)!)).toBe(version);
      const chosen = newestAllowed([version], parsed);
      expect(chosen === version).toBe(allows(parsed, parseVersion(version)!));
    }),
  );
});

it("compares versions as an order", () => {
  fc.assert(
    fc.property(versions, versions, versions, (...texts) => {
      const [a, b, c] = texts.map((text) => parseVersion(text)!) as [never, never, never];
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

it("reads any text, or says what is wrong with it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123.<>=!~^v-+x*, ab")) }), (text) => {
      const result = parseConstraint(text);
      expect(result.kind === "fault" ? result.message : result.constraint.text).not.toBe("");
    }),
  );
});
