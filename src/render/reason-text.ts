import { printPosition, type ForcedBy, type Reason, type SourcePosition } from "../model/index.js";

/** A reason in a few words; nothing where the action says it, or the details do. */
export function reasonText(reason: Reason): string {
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
      return forcedText(reason.by, reason.of);
    case "drift":
      return "drift";
    case "unfinished":
      return `unfinished: ${reason.why.join(", ")}`;
    case "bookkeeping":
      return `recorded: ${reason.what.join(", ")}`;
    case "callback-did-not-run":
      return `undetermined: the callback that makes it${at(reason.position)} has not run`;
    case "assumed-member":
      return `as in the last run: what it is a member of${at(reason.position)} is known after apply`;
    case "imported":
      return `adopts ${JSON.stringify(reason.id)}`;
    case "not-targeted":
      return "not targeted";
  }
}

function forcedText(by: ForcedBy, of: string | undefined): string {
  return `forced: ${by}${of === undefined ? "" : ` ${of}`}`;
}

function at(position: SourcePosition | undefined): string {
  return position === undefined ? "" : ` at ${printPosition(position)}`;
}
