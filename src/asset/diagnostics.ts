import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "asset/file-missing": "File or folder of an asset does not exist",
  "asset/file-unreadable": "File or folder of an asset cannot be read",
  "asset/not-a-regular-file": "Asset is not a regular file",
  "asset/state-file": "State file cannot be used as an asset",
  "asset/file-changed": "File changed while it was read",
  "asset/too-large": "Asset exceeds the size limit",
  "asset/link-leaves-folder": "Symbolic link points outside the archived folder",
  "asset/not-an-archive": "Not a folder or a supported archive format",
  "asset/damaged-archive": "Archive is corrupted or incomplete",
  "asset/unsafe-archive": "Archive contains an entry that is not a regular file",
  "asset/duplicate-entry": "Archive contains the same name twice",
  "asset/malformed-url": "Invalid asset URL",
  "asset/unsupported-scheme": "Unsupported URL scheme",
  "asset/insecure-url": "Asset URL is not encrypted",
  "asset/private-address": "Asset URL has a private address",
  "asset/too-many-redirects": "Too many redirects",
  "asset/unexpected-answer": "Server did not return the asset",
  "asset/download-failed": "Asset download failed",
  "asset/timed-out": "Asset download timed out",
});
