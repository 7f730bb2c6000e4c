import { JSON } from "../../std/plain-json.js";
import { compareVersions, newestFirst, parseVersion, versionText, type Version } from "./version.js";

/** A constraint on versions, such as `>= 3.0, < 4.0`. */
export interface VersionConstraint {
  /** All of them must hold. In Terraform's order for lock files. */
  readonly terms: readonly ConstraintTerm[];
  /** As Terraform writes it into lock files: `>= 3.0.0, < 4.0.0`. */
  readonly text: string;
}

/** `~>` allows newer patches; `~> minor` also newer minor versions. */
export type ConstraintOperator = ">" | ">=" | "=" | "~>" | "~> minor" | "<=" | "<" | "!=";

export interface ConstraintTerm {
  readonly operator: ConstraintOperator;
  readonly version: Version;
}

export type ConstraintResult =
  | { readonly kind: "constraint"; readonly constraint: VersionConstraint }
  /** A sentence. */
  | { readonly kind: "fault"; readonly message: string };

/** Parses Terraform's syntax: `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>`, separated by commas. `1.2` alone means `= 1.2.0`. */
export function parseConstraint(text: string): ConstraintResult {
  const terms: ConstraintTerm[] = [];
  for (const part of text.split(",")) {
    const term = parseTerm(part.trim(), text);
    if (typeof term === "string") return { kind: "fault", message: term };
    terms.push(term);
  }
  return { kind: "constraint", constraint: constraintOf(terms) };
}

/** Whether a constraint allows a version. A pre-release is allowed only by an exact constraint. */
export function allows({ terms }: VersionConstraint, version: Version): boolean {
  if (version.preRelease.length > 0 && !terms.some((term) => isExactly(term, version))) return false;
  return terms.every((term) => holds(term, version));
}

/** Returns the newest version that the constraint allows; without a constraint, the newest that is no pre-release. */
export function newestAllowed(
  versions: readonly string[],
  constraint: VersionConstraint | undefined,
): string | undefined {
  return newestFirst(versions).find((text) => {
    const version = parseVersion(text)!;
    return constraint === undefined ? version.preRelease.length === 0 : allows(constraint, version);
  });
}

/** The order of terms with the same version. */
const operators: readonly ConstraintOperator[] = [">", ">=", "=", "~>", "~> minor", "<=", "<", "!="];

function constraintOf(unsorted: readonly ConstraintTerm[]): VersionConstraint {
  const byText = new Map(unsorted.map((term) => [termText(term), term]));
  const terms = [...byText.values()].sort(
    (a, b) =>
      compareVersions(a.version, b.version) ||
      compareTexts(a.version.build, b.version.build) ||
      operators.indexOf(a.operator) - operators.indexOf(b.operator),
  );
  return { terms, text: terms.map(termText).join(", ") };
}

function termText({ operator, version }: ConstraintTerm): string {
  if (operator === "=") return versionText(version);
  if (operator !== "~> minor") return `${operator} ${versionText(version)}`;
  return `~> ${versionText(version).replace(/^(\d+\.\d+)\.\d+/, "$1")}`;
}

function parseTerm(part: string, whole: string): ConstraintTerm | string {
  const [, operator = "", numbers = "", rest = ""] =
    /^(=|!=|>=|<=|~>|>|<)?\s*(\d+(?:\.\d+)*)(.*)$/s.exec(part) ?? [];
  if (numbers === "") return faultOf(part, whole);
  const given = numbers.split(".");
  const filled = [...given, "0", "0"]
    .slice(0, Math.max(3, given.length))
    .map((each) => each.replace(/^0+(?=\d)/, ""));
  const version = parseVersion(`${filled.join(".")}${rest}`);
  if (given.length > 3)
    return `The version ${JSON.stringify(numbers)} has ${given.length} numbers; it can have three at most.`;
  if (version === undefined) return faultOf(part, whole);
  if (rest !== "" && given.length < 3)
    return `The version of ${JSON.stringify(part)} has a pre-release, so it needs three numbers.`;
  if (operator === "~>") return { operator: given.length < 3 ? "~> minor" : "~>", version };
  return { operator: operator === "" ? "=" : (operator as ConstraintOperator), version };
}

/** Explains the syntax of other package managers. */
function faultOf(part: string, whole: string): string {
  const shown = JSON.stringify(whole.trim());
  const wrong = `${shown} is not a version constraint.`;
  if (whole.trim() === "")
    return 'The version constraint is empty. Write one, such as "~> 1.2", or leave it out to allow any version.';
  if (part === "") return `${wrong} There is nothing before or after one of its commas.`;
  if (part === "*" || part === "latest" || part === "x")
    return `${wrong} Leave the constraint out to use the newest version.`;
  const [, sign, start] = /^([\^~])\s*v?(\d+(?:\.\d+){0,2})$/.exec(part) ?? [];
  if (start !== undefined) return `${wrong} Write ${JSON.stringify(instead(sign === "^", start))} instead.`;
  const wild = /^(\d+(?:\.\d+)?)(?:\.[x*])+$/i.exec(part)?.[1];
  if (wild !== undefined) return `${wrong} Write ${JSON.stringify(`~> ${wild}.0`)} instead.`;
  const plain = /^((?:[=!<>~]{1,2})?\s*)v(\d.*)$/i.exec(part);
  if (plain !== null)
    return `${wrong} Write the version without "v": ${JSON.stringify(`${plain[1]}${plain[2]}`)}.`;
  if (/\d\s+[<>=!~]/.test(part) || part.includes("||"))
    return `${wrong} Separate its parts with commas: ">= 1.2, < 2.0". All of them must hold.`;
  return `${wrong} Write one such as "~> 1.2", ">= 1.2, < 2.0" or "1.2.3".`;
}

/** `^1.2.3` allows the same major version; `~1.2.3` and `~1.2` the same minor version. */
function instead(isCaret: boolean, version: string): string {
  const [major = "0", minor] = version.split(".");
  if (minor === undefined) return `~> ${major}.0`;
  if (!isCaret) return version.split(".").length === 2 ? `~> ${version}.0` : `~> ${version}`;
  return version.split(".").length === 2 ? `~> ${version}` : `>= ${version}, < ${Number(major) + 1}.0.0`;
}

function isExactly({ operator, version }: ConstraintTerm, other: Version): boolean {
  return operator === "=" && compareVersions(version, other) === 0 && version.build === other.build;
}

function holds(term: ConstraintTerm, version: Version): boolean {
  const { operator, version: bound } = term;
  const order = compareVersions(version, bound);
  switch (operator) {
    case "=":
      return isExactly(term, version);
    case "!=":
      return order !== 0 || bound.build !== version.build;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "~>":
      return order >= 0 && version.major === bound.major && version.minor === bound.minor;
    case "~> minor":
      return order >= 0 && version.major === bound.major;
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
