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

/** The property changes of a resource that are shown, and the number that are not. */
export interface ChangeDetails {
  readonly shown: readonly ChangeDetail[];
  readonly hidden: number;
}

export interface ChangeDetail extends Sides {
  readonly path: string;
  readonly kind: PlannedField["kind"];
  /** `drift`: the sides are the value after the last run and the observed value. */
  readonly of: PlannedField["of"];
  readonly replaces: boolean;
  /** The program does not set the value: it is the default of the type. */
  readonly isDefault?: true | undefined;
  /**
   * The program passes the value for the call only. It is in no plan and no state, so whether it changed is
   * unknown.
   */
  readonly isWriteOnly?: true | undefined;
  /** The new value is a predicted output, or is computed from one, and may differ after apply. */
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

/** Unknown and removed values are not predictions. */
function isPredicted(
  [first]: readonly PathSegment[],
  after: Value,
  predicted: Planned["predicted"],
): true | undefined {
  if (predicted === undefined || after === undefined || !isKnown(after)) return undefined;
  return predicted === "all" || predicted.includes(first as string) || undefined;
}

/** Only an added value counts as a default: a default that changes is shown like any other change. */
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

/** An observed value is masked if the recorded value was secret. */
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
