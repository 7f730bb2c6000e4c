import { assetFace, type AssetFace } from "../recording/brands.js";
import type { Input } from "./shape.js";

abstract class Blob<Kind extends "asset" | "archive"> {
  /** @internal */
  readonly [assetFace]: AssetFace;

  constructor(kind: Kind, source: AssetFace["source"], content: unknown) {
    this[assetFace] = { kind, source, content };
  }
}

/** A blob: literal text, a file, or what a URL points at. */
export abstract class Asset extends Blob<"asset"> {
  declare protected readonly kind: "asset";
}

/** A collection of assets: a map of them, a folder or archive file, or what a URL points at. */
export abstract class Archive extends Blob<"archive"> {
  declare protected readonly kind: "archive";
}

/** Text that stands in the program itself. */
export class TextAsset extends Asset {
  constructor(text: Input<string>) {
    super("asset", "text", text);
  }
}

/** A file, by its path from the project folder. */
export class FileAsset extends Asset {
  constructor(path: Input<string>) {
    super("asset", "path", path);
  }
}

/** What an `https:` or `file:` URL points at. */
export class RemoteAsset extends Asset {
  constructor(uri: Input<string>) {
    super("asset", "uri", uri);
  }
}

/** Assets and archives by name; plain text is a text asset. Names in archives inside it are joined by `/`. */
export class AssetArchive extends Archive {
  constructor(assets: Input<{ readonly [name: string]: Input<Asset | Archive | string> }>) {
    super("archive", "assets", assets);
  }
}

/** A folder, or a `.tar`, `.tar.gz`, `.tgz` or `.zip` file, by its path from the project folder. */
export class FileArchive extends Archive {
  constructor(path: Input<string>) {
    super("archive", "path", path);
  }
}

/** An archive file that an `https:` or `file:` URL points at. */
export class RemoteArchive extends Archive {
  constructor(uri: Input<string>) {
    super("archive", "uri", uri);
  }
}
