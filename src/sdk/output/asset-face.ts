/** Where an asset or archive object keeps what it is made of. Shared by all copies of the package in a process. */
export const assetFace: unique symbol = Symbol.for("coconut.AssetFace") as never;

/**
 * What an asset or archive of the program is made of. Its content may be an Output: the engine reads and
 * hashes it when it is known.
 */
export interface AssetFace {
  readonly kind: "asset" | "archive";
  readonly source: "text" | "path" | "uri" | "assets";
  readonly content: unknown;
}

/** Works for assets of another copy of this package too. */
export function assetFaceOf(value: object): AssetFace | undefined {
  return (value as { [assetFace]?: AssetFace })[assetFace];
}
