import type { IncomingMessage } from "node:http";
import { neverAborted } from "../../../../std/within-time.js";
import { openAnswer, type Asked } from "./open-answer.js";
import type { StallGuard } from "./stall-guard.js";
import { WebError } from "./web-error.js";
import type { Web } from "./web.js";
import { withRetries } from "./with-retries.js";

/** A document, and the URL that it came from after redirects, which its relative URLs refer to. */
export interface WebDocument {
  readonly url: URL;
  readonly bytes: Uint8Array;
}

/** Reads a document of limited size into memory. Throws a WebError, or the reason of the signal. */
export function readDocument(
  asked: Asked & { readonly limit: number },
  web: Web,
  signal: AbortSignal = neverAborted,
): Promise<WebDocument> {
  return withRetries(asked, { web, signal }, async (guard) => {
    const { url, response } = await openAnswer(asked, web, guard);
    try {
      return { url, bytes: await bodyOf(response, { url, limit: asked.limit, guard }) };
    } finally {
      response.destroy();
    }
  });
}

async function bodyOf(
  response: IncomingMessage,
  { url, limit, guard }: { readonly url: URL; readonly limit: number; readonly guard: StallGuard },
): Promise<Uint8Array> {
  const tooLarge = () => new WebError({ kind: "too-large", url, limit });
  if (Number(response.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    guard.arrived();
    total += chunk.length;
    if (total > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
