import {
  printPosition,
  type Because,
  type Cause,
  type ChangeAction,
  type ChangedFieldBecause,
  type Explanation,
  type FieldSource,
  type PlainReason,
  type SourcePosition,
} from "../model/index.js";
import { sidesText } from "./sides-text.js";

/** Why a plan does what it does to a resource, as text: one paragraph for it, and one for each that is behind it. */
export function explainText(explanations: readonly Explanation[]): string {
  return explanations.map((each) => `${paragraph(each).join("\n")}\n`).join("\n");
}

function paragraph(explanation: Explanation): readonly string[] {
  const { action, because, position } = explanation;
  const where = position === undefined ? "" : `  (${printPosition(position)})`;
  const head = `${label(explanation)} ${happens[action]}${where}`;
  if (because.length === 0) return [head, `  nothing: ${unmoved[action] ?? "no reason is known"}`];
  return [head, ...because.flatMap(becauseLines).map((line) => `  ${line}`)];
}

const happens: Record<ChangeAction, string> = {
  create: "is created",
  update: "is updated",
  replace: "is replaced",
  delete: "is deleted",
  record: "is recorded anew",
  same: "stays as it is",
  read: "is read",
  forget: "is forgotten",
  undetermined: "is left alone",
  import: "is imported",
  refresh: "is refreshed",
  skip: "is left out",
};

const unmoved: Partial<Record<ChangeAction, string>> = {
  same: "what the program asks for is what there is",
  read: "the stack does not own it, and only looks",
};

function becauseLines(because: Because): readonly string[] {
  switch (because.kind) {
    case "field":
      return [fieldLine(because, ""), ...because.from.map((source) => `  ${sourceText(source)}`)];
    case "drift":
      return [fieldLine({ ...because, change: "update" }, "changed by someone else")];
    case "goes-with":
      return [
        `it is ${because.by === "replace-with" ? "replaced" : "deleted"} with ${causeText(because.cause)}`,
      ];
    case "deleted-before":
      return [`it has to be gone before ${label(because.cause)}, which is deleted before it is made again`];
    case "contains":
      return [`in it, ${label(because.cause)} ${happens[because.cause.action]}`];
    case "left-behind":
      return ["an object that an earlier replacement left is removed"];
    case "provider":
      return ["its provider asks for it"];
    case "deferred":
      return [`not more is known before the apply: ${because.why}`];
    case "reason":
      return [plainText(because.reason)];
  }
}

function fieldLine(
  field: Pick<ChangedFieldBecause, "path" | "change" | "replaces" | "hidden" | "before" | "after">,
  remark: string,
): string {
  const remarks = [remark, field.replaces ? "forces replacement" : ""].filter((text) => text !== "");
  const values = field.hidden ? "not shown" : sidesText({ ...field, kind: field.change });
  return `${field.path}: ${values}${remarks.length === 0 ? "" : `  (${remarks.join("; ")})`}`;
}

function sourceText(source: FieldSource): string {
  switch (source.kind) {
    case "program":
      return `from the program${at(source.position)}`;
    case "provider":
      return "from its provider";
    case "resource": {
      const what = source.properties === undefined ? "" : `${source.properties.join(", ")} of `;
      return `from ${what}${causeText(source.cause)}`;
    }
  }
}

function plainText(reason: PlainReason): string {
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
      return `the callback that makes it${at(reason.position)} has not run: what it is given is known after apply`;
    case "assumed-member":
      return `it was a member in the last run; which ones there are${at(reason.position)} is known after apply`;
    case "imported":
      return `it takes over the existing ${JSON.stringify(reason.id)}`;
    case "not-targeted":
      return "the plan was asked for without it";
  }
}

const forced = {
  trigger: "its replaceTrigger has another value",
  request: "its replacement was asked for",
  taint: "it was marked as tainted",
  "replace-with": "it is replaced with another resource",
  "deleted-with": "it is deleted with another resource",
} as const;

function causeText(cause: Cause): string {
  return `${label(cause)}, which ${happens[cause.action]}`;
}

function label({ type, name }: Pick<Cause, "type" | "name">): string {
  return `${type} ${JSON.stringify(name)}`;
}

function at(position: SourcePosition | undefined): string {
  return position === undefined ? "" : ` at ${printPosition(position)}`;
}
