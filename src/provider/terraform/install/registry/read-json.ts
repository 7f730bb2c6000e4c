import { getDotPath, safeParse, type GenericSchema, type InferOutput } from "valibot";
import { DiagnosticError } from "../../../../model/index.js";
import { JSON } from "../../../../std/plain-json.js";
import { printable } from "../../../../std/printable.js";
import { readDocument, urlText, WebError, type Asked, type Web } from "../web/index.js";
import { problem } from "./diagnostics.js";
import { withWebProblems } from "./web-problem.js";

/** An answer of a registry, and the URL that its relative URLs refer to. */
export interface JsonAnswer<Value> {
  readonly url: URL;
  readonly value: Value;
}

/**
 * Requests JSON of a known shape. Returns undefined if the server has no such document. Throws a DiagnosticError if the request fails
 * or the answer has another shape.
 */
export async function readJson<Schema extends GenericSchema>(
  asked: Asked,
  schema: Schema,
  { web, signal }: { readonly web: Web; readonly signal: AbortSignal | undefined },
): Promise<JsonAnswer<InferOutput<Schema>> | undefined> {
  const request = { ...asked, headers: { accept: "application/json" }, limit };
  const document = await withWebProblems(() => ifFound(readDocument(request, web, signal)));
  if (document === undefined) return undefined;
  const { url, bytes } = document;
  const parsed = safeParse(schema, jsonOf(bytes, url));
  if (parsed.success) return { url, value: parsed.output };
  const [issue] = parsed.issues;
  const path = getDotPath(issue);
  throw invalidAnswer(url, `${path === null ? "it" : `\`${printable(path)}\``}: ${printable(issue.message)}`);
}

/** The list of versions of the largest providers has about a megabyte. */
const limit = 16 * 2 ** 20;

async function ifFound<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    const isMissing =
      error instanceof WebError && error.failure.kind === "status" && error.failure.status === 404;
    if (isMissing) return undefined;
    throw error;
  }
}

function jsonOf(bytes: Uint8Array, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    const start = printable(Buffer.from(bytes.subarray(0, 60)).toString());
    throw invalidAnswer(url, `it is not JSON. It begins with \`${start}\``);
  }
}

/** Returns the error for an answer that a registry or mirror must not give. */
export function invalidAnswer(url: URL, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("provider/terraform-registry", {
      detail: `The answer of ${urlText(url)} is invalid: ${reason}.`,
      hint: "Open the URL in a browser to check that a registry or mirror of providers answers there. A login page of a network or proxy may have replaced the answer.",
    }),
  );
}
