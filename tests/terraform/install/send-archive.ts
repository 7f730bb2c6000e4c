import type { IncomingMessage, ServerResponse } from "node:http";
import { counted, type State } from "./registry-state.js";

interface Exchange {
  readonly path: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends an archive, or the rest of it, with the faults of the registry. */
export function sendArchive(state: State, archive: Buffer, { path, request, response }: Exchange): void {
  const { ranges, cut, hang } = state.faults;
  const etag = ranges === "another etag" ? `"${counted(state, "etag")}"` : '"1"';
  const start = startOf(request, { etag, ranges });
  if (start === "refused") return void response.writeHead(416).end();
  const whole = start === undefined || ranges === "none";
  const bytes = whole ? archive : archive.subarray(start);
  response.writeHead(whole ? 200 : 206, {
    "content-length": bytes.length,
    ...(ranges === "no etag" ? {} : { etag }),
    ...(whole
      ? {}
      : { "content-range": `bytes ${rangeStart(start, ranges)}-${archive.length - 1}/${archive.length}` }),
  });
  if (hang?.test(path) === true) return void response.write(bytes.subarray(0, bytes.length / 2));
  if (cut === undefined || counted(state, "cut") > cut.times) return void response.end(bytes);
  response.write(bytes.subarray(0, cut.afterBytes), () => response.destroy());
}

/** The first byte that is asked for; undefined for all of it. */
function startOf(
  { headers }: IncomingMessage,
  { etag, ranges }: { readonly etag: string; readonly ranges: State["faults"]["ranges"] },
): number | "refused" | undefined {
  const [, start] = /^bytes=(\d+)-$/.exec(headers.range ?? "") ?? [];
  if (start === undefined) return undefined;
  if (ranges === "refused") return "refused";
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  return isSame || ranges === "wrong start" ? Number(start) : undefined;
}

function rangeStart(start: number | undefined, ranges: State["faults"]["ranges"]): number {
  return ranges === "wrong start" ? 0 : (start ?? 0);
}
