import { isUtf8 } from "node:buffer";
import { problem } from "../diagnostics.js";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { JSON } from "../../std/plain-json.js";

/** The unencrypted header of a plan file. */
export interface PlanHeader {
  readonly format: number;
  readonly project: string;
  readonly stack: string;
  readonly lineage: string;
  /** The journal position that the plan was made from. */
  readonly base: number;
  /** The length of the encrypted part. */
  readonly bytes: number;
}

export interface PlanEnvelope {
  readonly header: PlanHeader;
  /** The header exactly as in the file: the encrypted part is bound to every byte of it. */
  readonly headerText: string;
  readonly sealed: Uint8Array;
}

/** The format that this version writes. Newer formats are refused by number. */
export const planFormat = 1;

const magic = "coconut plan\n";
const longestHeader = 4096;

/** Joins the parts of a plan file: a line that identifies the file, a line of JSON, and the encrypted part. */
export function joinEnvelope(headerText: string, sealed: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${magic}${headerText}\n`), sealed]);
}

/** Splits a plan file into its parts. Throws if the bytes are not a plan file or are incomplete. */
export function splitEnvelope(bytes: Uint8Array): PlanEnvelope {
  const start = Buffer.from(bytes.subarray(0, magic.length)).toString("latin1");
  if (start === "" || !magic.startsWith(start)) throw new DiagnosticError(notPlanFile(bytes.length));
  const end = bytes.subarray(0, magic.length + longestHeader).indexOf(newline, magic.length);
  if (end === -1) throw new DiagnosticError(bytes.length > longestHeader ? altered() : cutOff());
  const line = Buffer.from(bytes.subarray(magic.length, end));
  const headerText = line.toString();
  // Several invalid UTF-8 encodings decode to the same text, and the encryption is bound to the text.
  const header = isUtf8(line) ? parseHeader(headerText) : undefined;
  if (header === undefined) throw new DiagnosticError(altered());
  if (header.format > planFormat) throw new DiagnosticError(newer(header.format));
  const sealed = bytes.subarray(end + 1);
  if (sealed.length < header.bytes) throw new DiagnosticError(cutOff());
  return { header, headerText, sealed };
}

const newline = 0x0a;

/** Parses the header. Of a newer format, only the format number is read. */
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

/** The encrypted part cannot be decrypted, or the file contains unexpected data. */
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
