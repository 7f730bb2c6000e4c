import {
  isKnown,
  type PlainReason,
  type PlannedField,
  type Reason,
  type SourcePosition,
  type Value,
} from "../../model/index.js";
import type { Look } from "../look.js";
import { atPosition } from "../position-text.js";
import { quoted, resourceLabel } from "../value/index.js";

/** A reason in a few words; nothing where the action says it, or the details do. */
export function reasonText(reason: Reason, look: Look): string {
  switch (reason.kind) {
    case "not-in-state":
    case "not-in-program":
    case "fields":
    case "observed":
      return "";
    case "no-longer-present":
      return "no longer present";
    case "owed":
      return "its replacement was interrupted";
    case "managed-differently":
      return `managed by ${reason.after} instead of ${reason.before}`;
    case "forced":
      return forcedShort(reason);
    case "drift":
      return "drift";
    case "unfinished":
      return `unfinished: ${reason.why.join(", ")}`;
    case "bookkeeping":
      return `recorded: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return `undetermined: ${makerText(reason.position, look)} has not run`;
    case "assumed-member":
      return `as in the last run: what it is a member of${atPosition(reason.position, look)} is known after apply`;
    case "repeated":
      return `its create was cut off: repeated as it was then${afterRepeat[reason.next ?? "nothing"]}`;
    case "imported":
      return `adopts ${quoted(reason.id)}`;
    case "in-use":
      return `not deleted: ${resourceLabel(reason.by)} has the same object`;
    case "not-targeted":
      return "not targeted";
    case "provider-failed":
      return "could not be planned: its provider failed";
    case "needs-failed":
      return `could not be planned: needs ${resourceLabel(reason.of)}`;
    case "needed-by-failed":
      return `left as it is: ${resourceLabel(reason.of)} needs it`;
  }
}

/** The callback that makes a resource; without a place, it is not certain which one that is. */
function makerText(position: SourcePosition | undefined, look: Look): string {
  if (position === undefined) return "a callback that may make it";
  return `the callback that makes it${atPosition(position, look)}`;
}

const afterRepeat = {
  nothing: "",
  update: ", then updated",
  replace: ", then replaced",
  delete: ", then deleted",
} as const;

function forcedShort({ by, of }: Extract<Reason, { kind: "forced" }>): string {
  return `forced: ${by}${of === undefined ? "" : ` ${resourceLabel(of)}`}`;
}

/** What is said of a property whose change replaces. An unknown value may turn out to be the old one. */
export function replacementRemark(after: Value): string {
  return isKnown(after) ? "forces replacement" : "forces replacement if it changes";
}

/** For a value that its provider expects and does not guarantee. */
export const predictedRemark = "predicted";

/** A reason in full, as the end of a sentence. */
export function reasonSentence(reason: Reason, look: Look): string {
  switch (reason.kind) {
    case "fields":
      return fieldsSentence(reason.fields);
    case "drift":
      return `someone else changed it: ${paths(reason.fields)}`;
    case "observed":
      return `it was found to be other than recorded: ${paths(reason.fields)}`;
    default:
      return plainSentence(reason, look);
  }
}

/** What the program asks for, and what the provider computes, are told apart. */
function fieldsSentence(fields: readonly PlannedField[]): string {
  const computed = fields.filter(({ of }) => of === "outputs");
  const asked = fields.filter(({ of }) => of !== "outputs");
  return [
    ...(asked.length === 0 ? [] : [`the program asks for something else: ${paths(asked)}`]),
    ...(computed.length === 0 ? [] : [`its provider computes again: ${paths(computed)}`]),
  ].join("; ");
}

function paths(fields: readonly PlannedField[]): string {
  return fields.map(({ path }) => path).join(", ");
}

/** The same for what is complete in itself. */
export function plainSentence(reason: PlainReason, look: Look): string {
  switch (reason.kind) {
    case "not-in-state":
      return "it is new: the stack has no such resource yet";
    case "not-in-program":
      return "the program does not ask for it any more";
    case "no-longer-present":
      return "it is no longer there, although nobody told the stack";
    case "owed":
      return "an earlier run deleted it and could not make it again";
    case "managed-differently":
      return `it is managed by ${reason.after} now, by ${reason.before} before`;
    case "forced":
      return forced[reason.by];
    case "unfinished":
      return `an earlier run did not finish it: ${reason.why.join(", ")}`;
    case "bookkeeping":
      return `only what the stack remembers of it differs: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return `${makerText(reason.position, look)} has not run: ${reason.failed ? "what it is given could not be planned" : "what it is given is known after apply"}`;
    case "assumed-member":
      return `it was a member in the last run; which ones there are${atPosition(reason.position, look)} is known after apply`;
    case "repeated":
      return `its create was cut off before anybody knew what became of it, and is repeated with the inputs of then${afterRepeat[reason.next ?? "nothing"]}`;
    case "imported":
      return `it takes over the existing ${quoted(reason.id)}`;
    case "in-use":
      return `its old object is not deleted, because it is the current object of ${resourceLabel(reason.by)}`;
    case "not-targeted":
      return "the plan was asked for without it";
    case "provider-failed":
      return `its provider failed: ${reason.why.join(" ")}`;
    case "needs-failed":
      return `it needs ${resourceLabel(reason.of)}, which could not be planned`;
    case "needed-by-failed":
      return `${resourceLabel(reason.of)} needs it, and is left as it is because it could not be planned`;
  }
}

const forced = {
  trigger: "its replaceTrigger has another value",
  request: "its replacement was asked for",
  taint: "it was marked as tainted",
  "replace-with": "it is replaced with another resource",
  "deleted-with": "it is deleted with another resource",
} as const;
