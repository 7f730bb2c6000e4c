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

/** Returns a reason in a few words; empty if the action or the details already show it. */
export function reasonText(reason: Reason, look: Look): string {
  switch (reason.kind) {
    case "not-in-state":
    case "not-in-program":
    case "fields":
    case "observed":
      return "";
    case "no-longer-present":
      return "object is missing";
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
      return `state only: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return `known after apply: ${makerText(reason.position, look)} has not run`;
    case "assumed-member":
      return `assumed from the last run: the collection${atPosition(reason.position, look)} is known after apply`;
    case "repeated":
      return `interrupted create: repeated with its original inputs${afterRepeat[reason.next ?? "nothing"]}`;
    case "imported":
      return `adopts ${quoted(reason.id)}`;
    case "in-use":
      return `not deleted: ${resourceLabel(reason.by)} manages the same object`;
    case "not-targeted":
      return "not targeted";
    case "provider-failed":
      return "could not be planned: its provider failed";
    case "needs-failed":
      return `could not be planned: depends on ${resourceLabel(reason.of)}`;
    case "needed-by-failed":
      return `left unchanged: ${resourceLabel(reason.of)} depends on it`;
  }
}

/** Names the callback that creates a resource. Without a position, it is uncertain which callback that is. */
function makerText(position: SourcePosition | undefined, look: Look): string {
  if (position === undefined) return "a callback that may create it";
  return `the callback${atPosition(position, look)}`;
}

const afterRepeat = {
  nothing: "",
  update: ", then updated",
  replace: ", then replaced",
  delete: ", then deleted",
} as const;

function forcedShort({ by, of }: Extract<Reason, { kind: "forced" }>): string {
  const words = forcedWords[by];
  return words ?? `together with ${of === undefined ? "another resource" : resourceLabel(of)}`;
}

const forcedWords: { readonly [By in Extract<Reason, { kind: "forced" }>["by"]]?: string } = {
  trigger: "replaceTrigger changed",
  request: "replacement requested",
  taint: "tainted",
};

/** The remark for a property that forces replacement. An unknown value may turn out to be the old one. */
export function replacementRemark(after: Value): string {
  return isKnown(after) ? "forces replacement" : "forces replacement if it changes";
}

/** For a value that the provider expects but does not guarantee. */
export const predictedRemark = "predicted";

/** Returns the full reason as the end of a sentence. */
export function reasonSentence(reason: Reason, look: Look): string {
  switch (reason.kind) {
    case "fields":
      return fieldsSentence(reason.fields);
    case "drift":
      return `changed outside Coconut: ${paths(reason.fields)}`;
    case "observed":
      return `the object differs from state: ${paths(reason.fields)}`;
    default:
      return plainSentence(reason, look);
  }
}

/** Distinguishes changed inputs from values that the provider computes. */
function fieldsSentence(fields: readonly PlannedField[]): string {
  const computed = fields.filter(({ of }) => of === "outputs");
  const asked = fields.filter(({ of }) => of !== "outputs");
  return [
    ...(asked.length === 0 ? [] : [`the inputs changed: ${paths(asked)}`]),
    ...(computed.length === 0 ? [] : [`the provider recomputes: ${paths(computed)}`]),
  ].join("; ");
}

function paths(fields: readonly PlannedField[]): string {
  return fields.map(({ path }) => path).join(", ");
}

/** Like `reasonSentence`, for reasons without fields. */
export function plainSentence(reason: PlainReason, look: Look): string {
  switch (reason.kind) {
    case "not-in-state":
      return "it is new and not in state yet";
    case "not-in-program":
      return "the program no longer declares it";
    case "no-longer-present":
      return "its object no longer exists: it was deleted outside Coconut";
    case "owed":
      return "an earlier run deleted its object and did not create the replacement";
    case "managed-differently":
      return `it is now managed by ${reason.after} instead of ${reason.before}`;
    case "forced":
      return forced[reason.by];
    case "unfinished":
      return `an earlier run did not finish it: ${reason.why.join(", ")}`;
    case "bookkeeping":
      return `only its record in state changes: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return `${makerText(reason.position, look)} has not run: ${reason.failed ? "its input could not be planned" : "its input is known after apply"}`;
    case "assumed-member":
      return `it was a member in the last run; the members of the collection${atPosition(reason.position, look)} are known after apply`;
    case "repeated":
      return `its create was interrupted with an unknown outcome, and is repeated with its original inputs${afterRepeat[reason.next ?? "nothing"]}`;
    case "imported":
      return `it adopts the existing object ${quoted(reason.id)}`;
    case "in-use":
      return `its old object is not deleted, because it is the current object of ${resourceLabel(reason.by)}`;
    case "not-targeted":
      return "--target or --exclude leaves it out";
    case "provider-failed":
      return `its provider failed: ${reason.why.join(" ")}`;
    case "needs-failed":
      return `it depends on ${resourceLabel(reason.of)}, which could not be planned`;
    case "needed-by-failed":
      return `${resourceLabel(reason.of)}, which could not be planned, depends on it`;
  }
}

const forced = {
  trigger: "its replaceTrigger changed",
  request: "its replacement was requested",
  taint: "it is tainted",
  "replace-with": "it is replaced together with another resource",
  "deleted-with": "it is deleted together with another resource",
} as const;
