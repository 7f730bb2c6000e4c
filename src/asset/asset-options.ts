import { type ArchiveLimits, type AssetAccess, defaultArchiveLimits } from "../model/index.js";

export interface AssetOptions extends AssetAccess {
  /** Certificates in PEM format to trust in addition to the default ones. */
  readonly certificateAuthorities?: readonly string[];
  readonly signal?: AbortSignal;
  /** Timeout of one download, including redirects, in milliseconds. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<ArchiveLimits>;
}

/** The options of one operation with their defaults, and its state. */
export interface ReadContext {
  readonly baseDirectory: string;
  readonly allowPrivate: boolean | readonly string[];
  readonly certificateAuthorities: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly limits: ArchiveLimits;
  /** Downloads of this operation by URL: an archive that names a URL several times downloads it once. */
  readonly downloads: Map<string, Promise<Uint8Array>>;
}

export function readContext(options: AssetOptions): ReadContext {
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
