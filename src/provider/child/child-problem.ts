import type { Diagnostic } from "../../model/index.js";
import { durationText } from "../../std/index.js";
import type { Outcome } from "../contract/index.js";
import type { ChildEnd } from "./child-end.js";
import { problem } from "./diagnostics.js";

/** The use of a child at the time it exited. */
export interface ChildUse {
  /** `the provider aws 6.2.0` */
  readonly title: string;
  /** The program that runs as the child. */
  readonly command: string;
  /** `create of aws:s3:Bucket`; absent for its start. */
  readonly what?: string | undefined;
  /** The URN of the affected resource. */
  readonly urn?: string | undefined;
}

/** Returns the diagnostic for a child that exited before it completed a call, with its last lines on stderr. */
export function childProblem(end: ChildEnd, use: ChildUse): Diagnostic {
  const { kind, isStarting } = end;
  const about = {
    detail: `${happened(end, use)}\n${lastLines(end)}`,
    ...(use.urn !== undefined && { resource: use.urn }),
  };
  if (isStarting || kind === "not-started")
    return problem("provider/child-start", { ...about, hint: startHint(end, use) });
  if (kind === "silent")
    return problem("provider/process-timeout", {
      ...about,
      hint: `Check that the service behind the provider is reachable. ${again}`,
    });
  if (kind === "garbled")
    return problem("provider/protocol-violation", {
      ...about,
      hint: end.on === "connection" ? again : `${onlyMessages} ${again}`,
    });
  return problem("provider/child-died", { ...about, hint: again });
}

/**
 * Returns the outcome of a create, update or delete whose child exited without a response. If the request was sent, it
 * may have taken effect. If not, nothing happened.
 */
export function outcomeWithoutAnswer(end: ChildEnd, wasSent: boolean, use: ChildUse): Outcome {
  return { kind: wasSent ? "uncertain" : "failed", diagnostics: [childProblem(end, use)] };
}

function happened(end: ChildEnd, { title, what }: ChildUse): string {
  const before = end.isStarting ? "before it was ready" : what === undefined ? "" : `during ${what}`;
  switch (end.kind) {
    case "not-started":
      return `Could not start the process of ${title}: ${end.message}`;
    case "exited":
      return sentence(`The process of ${title} ${ending(end)}`, before);
    case "silent":
      return end.isStarting
        ? `The process of ${title} was not ready after ${durationText(end.waitedMs)}. Coconut terminated it.`
        : `The process of ${title} did not answer ${end.what} within ${durationText(end.waitedMs)}. Coconut terminated it.`;
    case "garbled":
      return `The process of ${title} violated its protocol: ${end.what}. Coconut terminated it.`;
    case "closed":
      return sentence(`The process of ${title} was closed`, before);
  }
}

function ending({ code, signal }: Extract<ChildEnd, { kind: "exited" }>): string {
  return signal === null ? `exited with code ${code}` : `was terminated by ${signal}`;
}

function sentence(...words: readonly string[]): string {
  return `${words.filter((word) => word !== "").join(" ")}.`;
}

function lastLines({ kind, stderr }: ChildEnd): string {
  if (kind === "not-started") return "It never ran.";
  if (stderr.length === 0) return "It wrote nothing to stderr.";
  return ["Last lines of its stderr:", ...stderr.map((line) => `    ${line}`)].join("\n");
}

const onlyMessages =
  "Only protocol messages may go to stdout. Check what else the provider prints there, such as debug output.";

const again =
  "Run the command again: Coconut first finds out whether the interrupted call took effect. If the problem persists, report it to the provider's author with the output above.";

function startHint(end: ChildEnd, { command }: ChildUse): string {
  if (end.kind !== "not-started")
    return `Check that the program is fully installed and built for ${process.platform} on ${process.arch}:\n    ${command}`;
  return startHints[end.code ?? ""]?.(command) ?? `Check that this program can run:\n    ${command}`;
}

const startHints: { readonly [code: string]: (command: string) => string } = {
  ENOENT: (command) => `Install the program, add its folder to PATH, or correct its path:\n    ${command}`,
  EACCES: (command) => `Make the file executable:\n    chmod +x ${command}`,
  ENOEXEC: (command) =>
    `Install the build of the program for ${process.platform} on ${process.arch}:\n    ${command}`,
  ENOTDIR: () => "Create the folder, or correct its path.",
};
