import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { open, rm, type FileHandle } from "node:fs/promises";
import { neverAborted } from "../../../../std/within-time.js";
import { openAnswer, type Answer, type Asked } from "./open-answer.js";
import type { Headers } from "./send-request.js";
import type { StallGuard } from "./stall-guard.js";
import { WebError } from "./web-error.js";
import type { Web } from "./web.js";
import { withRetries } from "./with-retries.js";

export interface DownloadPorts {
  readonly web: Web;
  readonly signal?: AbortSignal | undefined;
  readonly progress: (received: number, total: number | undefined) => void;
  /** The maximum size of the file. */
  readonly limit?: number;
}

/**
 * Downloads a file to a new path, and returns its SHA-256 in hex. An interrupted download is resumed if the server supports it and
 * the file has not changed, and otherwise starts again. A failed one leaves no file. Throws a WebError, or the reason of the
 * signal.
 */
export async function downloadFile(asked: Asked, path: string, ports: DownloadPorts): Promise<string> {
  const { web, signal = neverAborted } = ports;
  const file = await open(path, "wx", 0o600);
  const state: Received = { file, bytes: 0, hash: createHash("sha256"), validator: undefined };
  try {
    await withRetries(asked, { web, signal, received: () => state.bytes }, async (guard) => {
      const { url, response } = await openRest(asked, state, { web, guard });
      try {
        await receive(response, url, { state, guard, ports });
      } finally {
        response.destroy();
      }
    });
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return state.hash.digest("hex");
}

/** More than ten times the largest released provider. */
const usualLimit = 8 * 2 ** 30;

interface Received {
  readonly file: FileHandle;
  bytes: number;
  hash: Hash;
  /** The ETag or date of the file that the bytes are of. */
  validator: string | undefined;
}

/** Requests the rest of the file, or all of it. */
async function openRest(
  asked: Asked,
  state: Received,
  { web, guard }: { readonly web: Web; readonly guard: StallGuard },
): Promise<Answer> {
  try {
    return await openAnswer({ ...asked, headers: resuming(state) }, web, guard);
  } catch (error) {
    const refuses =
      error instanceof WebError && error.failure.kind === "status" && error.failure.status === 416;
    if (!refuses || state.bytes === 0) throw error;
    throw await withoutRest(state, error.failure.url);
  }
}

/** Asks for the rest, if it is certain to be the rest of the same file. */
function resuming({ bytes, validator }: Received): Headers {
  if (bytes === 0 || validator === undefined) return {};
  return { range: `bytes=${bytes}-`, "if-range": validator };
}

async function receive(
  response: IncomingMessage,
  url: URL,
  {
    state,
    guard,
    ports,
  }: { readonly state: Received; readonly guard: StallGuard; readonly ports: DownloadPorts },
): Promise<void> {
  if (response.statusCode === 206) {
    if (!isRest(response, state)) throw await withoutRest(state, url);
  } else {
    await startAgain(state);
    state.validator = validatorOf(response);
  }
  const length = lengthOf(response);
  const total = length === undefined ? undefined : state.bytes + length;
  const { limit = usualLimit, progress } = ports;
  const tooLarge = () => new WebError({ kind: "too-large", url, limit });
  if (total !== undefined && total > limit) throw tooLarge();
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      guard.arrived();
      if (state.bytes + chunk.length > limit) throw tooLarge();
      await state.file.write(chunk, 0, chunk.length, state.bytes);
      state.hash.update(chunk);
      state.bytes += chunk.length;
      progress(state.bytes, total);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== "ECONNRESET") throw error;
    throw new WebError({ kind: "interrupted", url, received: state.bytes, total }, error);
  }
}

/** Whether a partial response begins where the received bytes end. */
function isRest(response: IncomingMessage, { bytes, validator }: Received): boolean {
  const [, start] = /^bytes (\d+)-/.exec(response.headers["content-range"] ?? "") ?? [];
  const seen = validatorOf(response);
  return bytes > 0 && Number(start) === bytes && (seen === undefined || seen === validator);
}

/** Forgets the received bytes, so that the next request asks for the whole file. */
async function withoutRest(state: Received, url: URL): Promise<WebError> {
  const { bytes: received } = state;
  await startAgain(state);
  return new WebError({ kind: "interrupted", url, received, total: undefined });
}

async function startAgain(state: Received): Promise<void> {
  await state.file.truncate(0);
  state.bytes = 0;
  state.hash = createHash("sha256");
  state.validator = undefined;
}

/** A weak ETag is the same for files with different bytes. */
function validatorOf({ headers }: IncomingMessage): string | undefined {
  const { etag } = headers;
  if (etag !== undefined) return etag.startsWith('"') ? etag : undefined;
  return headers["last-modified"];
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}
