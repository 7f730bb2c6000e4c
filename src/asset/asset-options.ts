import { type ArchiveLimits, defaultArchiveLimits } from "../model/index.js";

export interface AssetOptions {
  /** What relative paths are relative to. The default is the working folder of the process. */
  readonly baseDirectory?: string;
  /**
   * Lets assets come over `http:` and from private, loopback and link-local addresses: all of them, or those of
   * the given host names only. Redirects are held to the same rule.
   */
  readonly allowPrivate?: boolean | readonly string[];
  /** Certificates in PEM to trust in addition to the usual ones. */
  readonly certificateAuthorities?: readonly string[];
  readonly signal?: AbortSignal;
  /** For one download, redirects included. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<ArchiveLimits>;
}

/** The options of one operation with their defaults, and what the operation remembers. */
export interface Reading {
  readonly baseDirectory: string;
  readonly allowPrivate: boolean | readonly string[];
  readonly certificateAuthorities: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly limits: ArchiveLimits;
  /** An archive that names one URL several times, or is hashed level by level, downloads it once. */
  readonly downloads: Map<string, Promise<Uint8Array>>;
}

export function readingOf(options: AssetOptions): Reading {
  return {
    baseDirectory: options.baseDirectory ?? process.cwd(),
    allowPrivate: options.allowPrivate ?? false,
    certificateAuthorities: options.certificateAuthorities ?? [],
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? 300_000,
    limits: { ...defaultArchiveLimits, ...options.limits },
    downloads: new Map(),
  };
}
