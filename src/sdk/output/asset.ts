import { assetFace, type AssetFace } from "../recording/brands.js";
import type { Input } from "./shape.js";

abstract class Blob<Kind extends "asset" | "archive"> {
  /** @internal */
  readonly [assetFace]: AssetFace;

  constructor(kind: Kind, source: AssetFace["source"], content: unknown) {
    this[assetFace] = { kind, source, content };
  }
}

/** A single piece of content: literal text, a file, or the content of a URL. */
export abstract class Asset extends Blob<"asset"> {
  declare protected readonly kind: "asset";
}

/** A collection of assets: a map of them, a folder, an archive file, or an archive at a URL. */
export abstract class Archive extends Blob<"archive"> {
  declare protected readonly kind: "archive";
}

/** An asset with literal text as its content. */
export class TextAsset extends Asset {
  constructor(text: Input<string>) {
    super("asset", "text", text);
  }
}

/** An asset with the content of a file. A relative path starts at the project folder. */
export class FileAsset extends Asset {
  constructor(path: Input<string>) {
    super("asset", "path", path);
  }
}

/** An asset with the content of an `https:` or `file:` URL. */
export class RemoteAsset extends Asset {
  constructor(uri: Input<string>) {
    super("asset", "uri", uri);
  }
}

/**
 * An archive of assets and archives by name. A plain string is a text asset. The entries of a nested archive have its
 * name and a `/` before their own.
 */
export class AssetArchive extends Archive {
  constructor(assets: Input<{ readonly [name: string]: Input<Asset | Archive | string> }>) {
    super("archive", "assets", assets);
  }
}

/**
 * An archive of a folder, or a `.tar`, `.tar.gz`, `.tgz` or `.zip` file. A relative path starts at the project folder.
 */
export class FileArchive extends Archive {
  constructor(path: Input<string>) {
    super("archive", "path", path);
  }
}

/** An archive file at an `https:` or `file:` URL. */
export class RemoteArchive extends Archive {
  constructor(uri: Input<string>) {
    super("archive", "uri", uri);
  }
}
