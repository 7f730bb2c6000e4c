import {
  containsPath,
  diffValues,
  equalValues,
  hiddenPaths,
  parsePropertyPath,
  printPropertyPath,
  shownSides,
  type Change,
  type HiddenPaths,
  type PlannedField,
  type Sides,
  type ValueChange,
  type ValueObject,
} from "../../model/index.js";
import { hushed } from "./hushed.js";

/** What a change does to properties, as far as it is shown, and how much of it is not. */
export interface ChangeDetails {
  readonly shown: readonly ChangeDetail[];
  readonly hidden: number;
}

export interface ChangeDetail extends Sides {
  readonly path: string;
  readonly kind: PlannedField["kind"];
  /** `drift`: the sides are what the last run left, and what was found. */
  readonly of: PlannedField["of"];
  readonly replaces: boolean;
  /** The program does not say it: it is what the type takes for granted. */
  readonly isDefault?: true;
}

export function changeDetails(change: Change): ChangeDetails {
  const hidden = hiddenPaths(change.hideDiffs);
  const found = [
    ...inputDetails(change, hidden),
    ...reasonFields(change, "fields")
      .filter(({ of }) => of === "outputs")
      .map((field) => fieldDetail(field, hidden, change.prior?.outputs, change.planned?.outputs)),
    ...reasonFields(change, "drift").map((field) =>
      fieldDetail(field, hidden, change.baseline, change.observed?.outputs ?? change.prior?.outputs),
    ),
    ...reasonFields(change, "observed").map((field) =>
      fieldDetail(field, hidden, change.prior?.outputs, change.observed?.outputs),
    ),
  ];
  return {
    shown: found.flatMap(({ detail }) => detail ?? []),
    hidden: found.filter(({ hides }) => hides).length,
  };
}

interface Found {
  readonly detail?: ChangeDetail;
  /** Whether something of it is not shown. */
  readonly hides: boolean;
}

function inputDetails(change: Change, hidden: HiddenPaths): readonly Found[] {
  const { action, prior, observed, planned, inputs, repeats, reasons } = change;
  if (action !== "create" && action !== "update" && action !== "replace" && action !== "import") return [];
  const former = action === "import" ? observed : prior;
  const before = action === "create" ? {} : (former?.inputs ?? {});
  const after = planned?.inputs ?? inputs;
  const isChangedThen = reasons.some((reason) => reason.kind === "repeated" && reason.next !== undefined);
  const differences =
    repeats === undefined || !isChangedThen
      ? diffValues(before, repeats ?? after)
      : [...diffValues(before, hushed(repeats, after)), ...diffValues(repeats, after)];
  const replacing = reasonFields(change, "fields")
    .filter(({ replaces, of }) => replaces && of === "inputs")
    .map(({ path }) => parsePropertyPath(path));
  return differences.map((each) => {
    const replaces = replacing.some((path) => containsPath(path, each.path));
    return withOrigin(inputDetail(each, replaces, hidden), each, inputs);
  });
}

function inputDetail(
  { path, kind, before, after }: ValueChange,
  replaces: boolean,
  hidden: HiddenPaths,
): Found {
  const sides = { before: hidden.strip(before, path), after: hidden.strip(after, path) };
  const hides = !equalValues(sides.before, before) || !equalValues(sides.after, after);
  const isHidden = hidden.covers(path) || (hides && equalValues(sides.before, sides.after));
  if (isHidden) return { hides: true };
  return { hides, detail: { path: printPropertyPath(path), kind, of: "inputs", replaces, ...sides } };
}

/** Only what is new can be there by default: a change of a default is as good as any other. */
function withOrigin(found: Found, { kind, path }: ValueChange, inputs: ValueObject): Found {
  const isDefault = kind === "add" && typeof path[0] === "string" && !Object.hasOwn(inputs, path[0]);
  return found.detail === undefined || !isDefault
    ? found
    : { ...found, detail: { ...found.detail, isDefault } };
}

function fieldDetail(
  { path, kind, of, replaces }: PlannedField,
  hidden: HiddenPaths,
  before: ValueObject | undefined,
  after: ValueObject | undefined,
): Found {
  const segments = parsePropertyPath(path);
  if (hidden.covers(segments)) return { hides: true };
  return {
    hides: false,
    detail: { path, kind, of, replaces, ...shownSides(hidden, segments, before, after) },
  };
}

function reasonFields({ reasons }: Change, kind: "fields" | "drift" | "observed"): readonly PlannedField[] {
  return reasons.flatMap((reason) => (reason.kind === kind ? reason.fields : []));
}
