/** Network sources from which assets may be read. */
export interface AssetSources {
  /**
   * Allows assets over `http:` and from private, loopback and link-local addresses: all of them (`true`), or those of
   * the listed hosts, each a name or an address without a port. A redirect from a public `https:` address to such a
   * host is followed only if the host is listed. Default: not allowed.
   */
  readonly allowPrivate?: boolean | readonly string[];
}

/** Project settings for reading assets. */
export interface AssetAccess extends AssetSources {
  /** Base of relative paths (default: the working directory of the process). */
  readonly baseDirectory?: string;
}
