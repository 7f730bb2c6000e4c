/** Which places on the network assets may come from. */
export interface AssetSources {
  /**
   * Lets assets come over `http:` and from private, loopback and link-local addresses: all of them, or those of these
   * hosts, each a name or an address without a port. A redirect from a public `https:` address leads there only if the
   * list has its host. Refused unless said.
   */
  readonly allowPrivate?: boolean | readonly string[];
}

/** What reading an asset takes from the project. */
export interface AssetAccess extends AssetSources {
  /** What relative paths are relative to. The default is the working folder of the process. */
  readonly baseDirectory?: string;
}
