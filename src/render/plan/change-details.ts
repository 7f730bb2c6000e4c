import {
  containsPath,
  diffValues,
  equalValues,
  hiddenPaths,
  hushed,
  parsePropertyPath,
  printPropertyPath,
  shownInputs,
  shownSides,
  unrecordedInputs,
  type Change,
  isKnown,
  type HiddenPaths,
  type PathSegment,
  type Planned,
  type PlannedField,
  type Sides,
  type Value,
  type ValueChange,
  type ValueObject,
} from "../../model/index.js";

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
  readonly isDefault?: true | undefined;
  /** The program gives it for the call alone: no plan and no state holds it, and whether it changed is not known. */
  readonly isWriteOnly?: true | undefined;
  /** The new value is made from a predicted output, or is one, and may come out different. */
  readonly isPredicted?: true | undefined;
}

export function changeDetails(change: Change): ChangeDetails {
  const { prior, planned, observed, baseline, reasons } = change;
  const hidden = hiddenPaths(change.hideDiffs);
  const details: Details = { shown: [], hidden: 0 };
  addInputs(details, change, hidden);
  for (const field of fieldsOf(reasons, "fields"))
    if (field.of === "outputs")
      addField(details, field, hidden, prior?.outputs, planned?.outputs, planned?.predicted);
  for (const field of fieldsOf(reasons, "drift"))
    addFound(details, field, hidden, baseline, observed?.outputs ?? prior?.outputs);
  for (const field of fieldsOf(reasons, "observed"))
    addFound(details, field, hidden, prior?.outputs, observed?.outputs);
  return details;
}

interface Details {
  readonly shown: ChangeDetail[];
  hidden: number;
}

function addInputs(details: Details, change: Change, hidden: HiddenPaths): void {
  const { action, prior, observed, inputs, repeats, reasons } = change;
  if (action !== "create" && action !== "update" && action !== "replace" && action !== "import") return;
  const former = action === "import" ? observed : prior;
  const before = action === "create" ? {} : (former?.inputs ?? {});
  const after = shownInputs(change);
  const isChangedThen = reasons.some((reason) => reason.kind === "repeated" && reason.next !== undefined);
  const differences =
    repeats === undefined || !isChangedThen
      ? diffValues(before, repeats ?? after)
      : [...diffValues(before, hushed(repeats, after)), ...diffValues(repeats, after)];
  const replacing = fieldsOf(reasons, "fields")
    .filter(({ replaces, of }) => replaces && of === "inputs")
    .map(({ path }) => parsePropertyPath(path));
  for (const each of differences) {
    const replaces = replacing.some((path) => containsPath(path, each.path));
    addInput(details, each, replaces, isDefault(each, inputs), hidden, change.predicted);
  }
  addWriteOnly(details, change, hidden);
}

/** Their values are secret in the change. */
function addWriteOnly(details: Details, { action, inputs, planned }: Change, hidden: HiddenPaths): void {
  if (planned?.unrecorded !== true) return;
  const kind = action === "update" ? "update" : "add";
  for (const field of unrecordedInputs(inputs, planned)) {
    if (Object.hasOwn(planned.inputs, field)) continue;
    if (hidden.covers([field])) details.hidden++;
    else
      details.shown.push({
        path: printPropertyPath([field]),
        kind,
        of: "inputs",
        replaces: false,
        before: undefined,
        after: inputs[field],
        isWriteOnly: true,
      });
  }
}

function addInput(
  details: Details,
  { path, kind, before, after }: ValueChange,
  replaces: boolean,
  isTakenForGranted: boolean,
  hidden: HiddenPaths,
  predicted: Change["predicted"],
): void {
  const left = hidden.strip(before, path);
  const right = hidden.strip(after, path);
  const hides = !equalValues(left, before) || !equalValues(right, after);
  const isHidden = hidden.covers(path) || (hides && equalValues(left, right));
  if (isHidden || hides) details.hidden++;
  if (isHidden) return;
  details.shown.push({
    path: printPropertyPath(path),
    kind,
    of: "inputs",
    replaces,
    before: left,
    after: right,
    isDefault: isTakenForGranted || undefined,
    isPredicted: isPredicted(path, right, predicted),
  });
}

/** What is not known yet, or goes, is no prediction. */
function isPredicted(
  [first]: readonly PathSegment[],
  after: Value,
  predicted: Planned["predicted"],
): true | undefined {
  if (predicted === undefined || after === undefined || !isKnown(after)) return undefined;
  return predicted === "all" || predicted.includes(first as string) || undefined;
}

/** Only what is new can be there by default: a change of a default is as good as any other. */
function isDefault({ kind, path: [first] }: ValueChange, inputs: ValueObject): boolean {
  return kind === "add" && typeof first === "string" && !Object.hasOwn(inputs, first);
}

function addField(
  details: Details,
  { path, kind, of, replaces }: PlannedField,
  hidden: HiddenPaths,
  before: ValueObject | undefined,
  after: ValueObject | undefined,
  predicted?: Planned["predicted"],
): void {
  const segments = parsePropertyPath(path);
  if (hidden.covers(segments)) return void details.hidden++;
  const sides = shownSides(hidden, segments, before, after);
  details.shown.push({
    path,
    kind,
    of,
    replaces,
    ...sides,
    isPredicted: isPredicted(segments, sides.after, predicted),
  });
}

/** What is found where a secret was is masked, whatever it is now. */
function addFound(
  details: Details,
  field: PlannedField,
  hidden: HiddenPaths,
  before: ValueObject | undefined,
  found: ValueObject | undefined,
): void {
  const masked = before === undefined || found === undefined ? found : hushed(found, before);
  addField(details, field, hidden, before, masked);
}

const none: readonly PlannedField[] = [];

function fieldsOf(
  reasons: Change["reasons"],
  kind: "fields" | "drift" | "observed",
): readonly PlannedField[] {
  // Most changes have other reasons.
  if (!reasons.some((reason) => reason.kind === kind)) return none;
  return reasons.flatMap((reason) => (reason.kind === kind ? reason.fields : none));
}
