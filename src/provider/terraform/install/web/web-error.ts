/** Why a request failed. */
export type WebFailure =
  | {
      readonly kind: "connection";
      readonly url: URL;
      readonly text: string;
      readonly code: string | undefined;
    }
  | { readonly kind: "proxy"; readonly url: URL; readonly proxy: URL; readonly text: string }
  | {
      readonly kind: "interrupted";
      readonly url: URL;
      readonly received: number;
      readonly total: number | undefined;
    }
  | { readonly kind: "stalled"; readonly url: URL; readonly stallMs: number }
  | {
      readonly kind: "status";
      readonly url: URL;
      readonly status: number;
      /** The wait that the server asks for with `Retry-After`. */
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: "redirect"; readonly url: URL; readonly text: string }
  | { readonly kind: "insecure"; readonly url: URL }
  | { readonly kind: "too-large"; readonly url: URL; readonly limit: number };

/** A request that failed. Callers turn it into a diagnostic, because they know what the request was for. */
export class WebError extends Error {
  readonly failure: WebFailure;

  constructor(failure: WebFailure, cause?: unknown) {
    super(`${failure.kind}: ${failure.url.host}`, { cause });
    this.name = "WebError";
    this.failure = failure;
  }
}
