/** How the test registry misbehaves. A path is matched as a whole URL path, such as `/v1/providers/example/box/versions`. */
export interface RegistryFaults {
  /**
   * The wrong statement about archives: the `shasum` of the answer, the line in SHA256SUMS (with a valid signature), no line there, or
   * an archive with other bytes than both state.
   */
  readonly hash?: "shasum" | "sums" | "no line" | "archive";
  /** SHA256SUMS is changed after it was signed, signed by a key that the registry does not have, or the signature is no signature. */
  readonly signature?: "changed document" | "another key" | "nonsense";
  /** The registry states no keys, another key besides its own, or the key has expired since or before the signature was made. */
  readonly keys?: "none" | "another too" | "expired since" | "expired before" | "unreadable";
  /** The protocols of all packages. */
  readonly protocols?: readonly string[];
  /** Platforms that are listed, and have no package. */
  readonly missing?: readonly string[];
  /** Replaces members of the answer about a package. */
  readonly offer?: Readonly<Record<string, unknown>>;
  /** Redirects matching paths: returns the new URL, which may be relative. */
  readonly redirect?: (path: string) => string | undefined;
  /** Answers to the first requests for a path, before the right one. */
  readonly first?: {
    readonly path: RegExp;
    readonly statuses: readonly number[];
    readonly retryAfter?: string;
  };
  /** Answers with this text instead. */
  readonly nonsense?: { readonly path: RegExp; readonly text: string };
  /** Answers with JSON of this many bytes. */
  readonly huge?: { readonly path: RegExp; readonly bytes: number };
  /** Sends the first half of the answer, and then nothing. */
  readonly hang?: RegExp;
  /** Waits before each answer. */
  readonly delayMs?: number;
  /** Closes the connection in the middle of an archive: this many times, after this many bytes of the response. */
  readonly cut?: { readonly times: number; readonly afterBytes: number };
  /** The server sends whole archives only, gives no ETag, or gives another one to each response. */
  readonly ranges?: "none" | "no etag" | "another etag" | "wrong start" | "refused";
}
