import { isUtf8 } from "node:buffer";
import { problem } from "../diagnostics.js";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";

/** What stands in the open at the beginning of a plan file. */
export interface PlanHeader {
  readonly format: number;
  readonly project: string;
  readonly stack: string;
  readonly lineage: string;
  /** The place of the journal that the plan was made from. */
  readonly base: number;
  /** How long the sealed part is. */
  readonly bytes: number;
}

export interface PlanEnvelope {
  readonly header: PlanHeader;
  /** As it stands in the file: the sealed part is bound to every byte of it. */
  readonly headerText: string;
  readonly sealed: Uint8Array;
}

/** The layout that this version writes. Newer ones are refused by name. */
export const planFormat = 1;

const magic = "coconut plan\n";
const longestHeader = 4096;

/** A line that says what the file is, a line of JSON, and the sealed part. */
export function joinEnvelope(headerText: string, sealed: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${magic}${headerText}\n`), sealed]);
}

/** Throws the reason why these bytes are no plan file, or not a whole one. */
export function splitEnvelope(bytes: Uint8Array): PlanEnvelope {
  const start = Buffer.from(bytes.subarray(0, magic.length)).toString("latin1");
  if (start === "" || !magic.startsWith(start)) throw new DiagnosticError(notPlanFile(bytes.length));
  const end = bytes.subarray(0, magic.length + longestHeader).indexOf(newline, magic.length);
  if (end === -1) throw new DiagnosticError(bytes.length > longestHeader ? altered() : cutOff());
  const line = Buffer.from(bytes.subarray(magic.length, end));
  const headerText = line.toString();
  // Several broken spellings read as one text, and the seal is bound to the text.
  const header = isUtf8(line) ? parseHeader(headerText) : undefined;
  if (header === undefined) throw new DiagnosticError(altered());
  if (header.format > planFormat) throw new DiagnosticError(newer(header.format));
  const sealed = bytes.subarray(end + 1);
  if (sealed.length < header.bytes) throw new DiagnosticError(cutOff());
  return { header, headerText, sealed };
}

const newline = 0x0a;

/** Of a newer format only the number is looked at. */
function parseHeader(text: string): PlanHeader | undefined {
  let header: Partial<Record<keyof PlanHeader, unknown>>;
  try {
    header = Object(JSON.parse(text)) as typeof header;
  } catch {
    return undefined;
  }
  const { format, project, stack, lineage, base, bytes } = header;
  const isNewer = typeof format === "number" && format > planFormat;
  const isWhole =
    format === planFormat &&
    [project, stack, lineage].every((each) => typeof each === "string") &&
    [base, bytes].every((each) => Number.isSafeInteger(each));
  return isNewer || isWhole ? (header as PlanHeader) : undefined;
}

function notPlanFile(length: number): Diagnostic {
  return problem("engine/plan-file-unreadable", {
    detail: `${length === 0 ? "The file is empty." : "The file is not a Coconut plan."} No provider was called.`,
    hint: "Pass a file that `coco plan --out <file>` wrote.",
  });
}

function cutOff(): Diagnostic {
  return problem("engine/plan-file-truncated", {
    detail: "The end of the plan file is missing. No provider was called.",
    hint: "Copy the file again, or plan again.",
  });
}

/** The sealed part does not open, or something stands where it cannot. */
export function altered(): Diagnostic {
  return problem("engine/plan-file-altered", {
    detail:
      "The plan file was modified after it was written, or it was encrypted with a key that this stack does not have. No provider was called.",
    hint: "Plan again, and copy the plan file unchanged.",
  });
}

function newer(format: number): Diagnostic {
  return problem("engine/plan-file-newer", {
    detail: `The plan file has format ${format}; this version of Coconut supports format ${planFormat}. No provider was called.`,
    hint: "Apply it with the version of Coconut that wrote it.",
  });
}
