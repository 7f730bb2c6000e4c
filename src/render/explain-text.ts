import type {
  Because,
  Cause,
  ChangeAction,
  ChangedFieldBecause,
  Explanation,
  FieldSource,
} from "../model/index.js";
import { paintLines, styled, wrapPieces, type Line, type Pieces } from "./layout/index.js";
import { plainLook, type Look } from "./look.js";
import { atPosition, positionText } from "./position-text.js";
import { plainSentence, predictedRemark, replacementRemark } from "./plan/index.js";
import { quoted, sidesText } from "./value/index.js";

/**
 * Explains why a plan changes a resource: one paragraph for the resource, and one for each resource that causes the
 * change.
 */
export function explainText(explanations: readonly Explanation[], look: Look = plainLook): string {
  return explanations.map((each) => paintLines(paragraph(each, look), look)).join("\n");
}

function paragraph(explanation: Explanation, look: Look): readonly Line[] {
  const { type, name, action, because, position } = explanation;
  const where = position === undefined ? [] : [styled("faint", `  (${positionText(position, look)})`)];
  const head = [`${type} `, styled("strong", quoted(name)), ` ${happens[action]}`, ...where];
  if (because.length === 0) {
    return [...hanging(head, 0, look), ...hanging([unmoved[action] ?? "no reason is known"], 2, look)];
  }
  return [...hanging(head, 0, look), ...because.flatMap((each) => becauseLines(each, look))];
}

/** Wraps the text to the width and indents the continuation lines further. */
export function hanging(pieces: Pieces, indent: number, { width }: Look): readonly Line[] {
  return wrapPieces(pieces, Math.max(20, width - indent - 2)).map((line, index) => [
    " ".repeat(index === 0 ? indent : indent + 2),
    ...line,
  ]);
}

const happens: Record<ChangeAction, string> = {
  create: "will be created",
  update: "will be updated",
  replace: "will be replaced",
  delete: "will be deleted",
  record: "will be updated in state only",
  same: "is unchanged",
  read: "will be read",
  forget: "will be removed from state",
  undetermined: "is left unchanged",
  import: "will be imported",
  refresh: "will be refreshed",
  skip: "is skipped",
  failed: "could not be planned",
};

const unmoved: Partial<Record<ChangeAction, string>> = {
  same: "the program, state and the object match",
  read: "the stack does not manage it and only reads it",
};

function becauseLines(because: Because, look: Look): readonly Line[] {
  if (because.kind !== "field") return hanging([...becausePieces(because, look)], 2, look);
  return [
    ...hanging(fieldPieces(because, ""), 2, look),
    ...because.from.flatMap((source) => hanging([styled("faint", sourceText(source, look))], 4, look)),
  ];
}

function becausePieces(because: Exclude<Because, ChangedFieldBecause>, look: Look): Pieces {
  switch (because.kind) {
    case "drift":
      return fieldPieces({ ...because, change: "update" }, "changed outside Coconut");
    case "goes-with":
      return [
        `it is ${because.by === "replace-with" ? "replaced" : "deleted"} together with ${causeText(because.cause)}`,
      ];
    case "deleted-before":
      return [
        `it must be deleted before ${label(because.cause)}, which is deleted before its replacement is created`,
      ];
    case "contains":
      return [`it contains ${causeText(because.cause)}`];
    case "left-behind":
      return ["an object left over from an earlier replacement is deleted"];
    case "provider":
      return ["its provider reports a change"];
    case "predicted":
      return [predictedText(because.fields)];
    case "deferred":
      return [`details are known after apply: ${because.why}`];
    case "reason":
      return [plainSentence(because.reason, look)];
  }
}

function fieldPieces(
  field: Pick<
    ChangedFieldBecause,
    "path" | "change" | "replaces" | "hidden" | "predicted" | "before" | "after"
  >,
  remark: string,
): Pieces {
  const remarks = [
    ...(remark === "" ? [] : [styled("drift", remark)]),
    ...(field.predicted ? [styled("note", predictedRemark)] : []),
    ...(field.replaces ? [styled("replace", replacementRemark(field.after))] : []),
  ];
  const values = field.hidden ? "not shown" : sidesText({ ...field, kind: field.change });
  const said = remarks.flatMap((piece, index) => (index === 0 ? [piece] : ["; ", piece]));
  return [`${field.path}: ${values}`, ...(said.length === 0 ? [] : ["  (", ...said, ")"])];
}

/** Describes values that stay as planned only if a predicted output is correct. */
function predictedText(fields: readonly string[]): string {
  const made = fields.includes("*") ? ["a callback creates it from a predicted output"] : [];
  const named = fields.filter((field) => field !== "*");
  const given = named.length === 0 ? [] : [`${named.join(", ")} computed from a predicted output`];
  return `${[...made, ...given].join("; ")}: if the actual value differs, the resource is planned again during apply`;
}

/** Says where a value comes from. */
export function sourceText(source: FieldSource, look: Look): string {
  switch (source.kind) {
    case "program":
      return `from the program${atPosition(source.position, look)}`;
    case "provider":
      return "computed by its provider";
    case "resource": {
      const what = source.properties === undefined ? "" : `${source.properties.join(", ")} of `;
      return `from ${what}${causeText(source.cause)}`;
    }
  }
}

function causeText(cause: Cause): string {
  return `${label(cause)}, which ${happens[cause.action]}`;
}

function label({ type, name }: Pick<Cause, "type" | "name">): string {
  return `${type} ${quoted(name)}`;
}
